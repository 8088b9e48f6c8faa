/** Floating Market in words: what places and dice are called, what moves do, what happened. */
import type { Notation, Preview } from '../../connection/wire'
import { nameOf, readable } from '../../words/tell'
import { listed, percent, say } from '../../words/words.svelte'
import type { Chip, Flight } from '../game'
import { signed } from '../numbers'
import type { Boat, Event, Line, Place, Snapshot } from './types'

const word = (key: string, values?: Record<string, string | number>): string => say(`floating-market.${key}`, values)

export const fruitName = (fruit: string): string => nameOf('floating-market', 'fruit', fruit)
export const dieName = (die: string): string => nameOf('floating-market', 'die', die)
export const coins = (count: number): string => word('amount.coins', { count })

/** The totals that activate a location; the last one closes the ring: very high and very low. */
export const totals = readable
export const placeName = (place: string): string => nameOf('floating-market', 'place', place)

export function boatLabel(boat: Boat, odds: number, snapshot: Snapshot): string {
  const parts = [word('boat', { fruit: fruitName(boat.fruit), totals: totals(boat.location), odds: percent(odds) })]
  parts.push(...customers(boat.customers, snapshot))
  if (boat.ama) parts.push(word('ama-here'))
  if (boat.stand !== null) parts.push(word('stand-here', { player: snapshot.seats[boat.stand].name }))
  if (!boat.in_play) parts.push(word('not-in-play'))
  return parts.join(' · ')
}

export function placeLabel(place: Place, snapshot: Snapshot): string {
  const parts = [placeName(place.place), word(`help.${place.place}`, printed(place.numbers))]
  if (place.cost) parts.push(word('costs', { coins: coins(place.cost) }))
  parts.push(...customers(place.customers, snapshot))
  return parts.join(' · ')
}

/** What is printed on a place, as its sentence takes it. */
const printed = ({
  coins: paid = 0,
  high = 0,
  low = 0,
  ...plain
}: Place['numbers']): Record<string, string | number> => ({
  ...plain,
  coins: coins(paid),
  high: signed(high),
  low: signed(low),
})

const customers = (counts: number[], snapshot: Snapshot): string[] =>
  counts.flatMap((count, seat) => (count ? [word('customers-of', { player: snapshot.seats[seat].name, count })] : []))

export function moveLabel(move: Notation, snapshot: Snapshot): string {
  const view = snapshot.view
  const [verb, first, second] = move.split(' ')
  const fruitAt = (location: string) => fruitName(view.boats.find((boat) => boat.location === location)!.fruit)
  if (verb === 'place' && /^\d/.test(first))
    return word('move.place-boat', { fruit: fruitAt(first), totals: totals(first) })
  if (verb === 'place') return word('move.place', { place: placeName(first) })
  if (verb === 'die') return word('move.die', { die: dieName(first) })
  if (verb === 'tile') return word('move.tile', { tile: first.replace('-', '−') })
  if (verb === 'board') return word(`move.board.${first}`)
  if (verb === 'own') return word('move.own-die')
  if (verb === 'fruit') return word('move.fruit', { fruit: fruitName(first) })
  if (verb === 'stand') return word('move.stand', { fruit: fruitAt(first), totals: totals(first) })
  return word('move.swap', { fruit: fruitAt(first), other: fruitAt(second) })
}

/** The chances of all boats after a move, where it changes them. */
export const oddsAfter = (preview?: Preview): number[] | undefined => preview?.changes.odds?.[1] as number[] | undefined

export function chips(preview: Preview, snapshot: Snapshot): Chip[] {
  const view = snapshot.view
  const found: Chip[] = []
  for (const [path, change] of Object.entries(preview.changes)) {
    const [where, who, what] = path.split('/')
    if (where === 'seats' && what === 'coins') {
      const [before, after] = change as [number, number]
      found.push({
        icon: 'coins',
        text: signed(after - before),
        tone: after > before ? 'gain' : 'cost',
        seat: Number(who),
      })
    } else if (where === 'seats' && what === 'fruit') {
      const [before, after] = change as [string[], string[]]
      for (const fruit of after.filter((kind) => !before.includes(kind)))
        found.push({ icon: fruit, text: '+1', tone: 'gain', seat: Number(who) })
    } else if (where === 'seats' && what === 'hand') {
      const [before, after] = change as [string[], string[]]
      const more = after.length - before.length
      if (more > 0) found.push({ icon: 'dice', text: signed(more), tone: 'gain', seat: Number(who) })
    } else if (where === 'odds') {
      const [before, after] = change as [number[], number[]]
      for (const [index, boat] of view.boats.entries()) {
        if (Math.abs(after[index] - before[index]) < 0.005) continue
        found.push({
          icon: boat.fruit,
          text: word('odds-change', { before: percent(before[index]), after: percent(after[index]) }),
          tone: 'plain',
        })
      }
    } else if (where === 'boats' && what === 'fruit') {
      found.push({ icon: String(change[1]), text: totals(view.boats[Number(who)].location), tone: 'plain' })
    } else if (where === 'ending' && change[1])
      found.unshift({ icon: 'flag', text: say('table.ends-game'), tone: 'end' })
  }
  return found
}

export function flights(event: Event): Flight[] {
  const { seat, place, fruit = '', coins: count } = event.values
  if (event.key === 'customer' || event.key === 'customer-paid')
    return [{ icon: 'customer', from: `seat-${seat}`, to: `place-${place}` }]
  if (event.key === 'bought') return [{ icon: fruit, from: 'place-market', to: `seat-${seat}` }]
  if (event.key === 'fruit') return [{ icon: fruit, from: `fruit-${fruit}`, to: `seat-${seat}` }]
  if (event.key === 'coins')
    return Array.from({ length: count ?? 1 }, () => ({ icon: 'coins', from: 'pool', to: `seat-${seat}` }))
  if (event.key === 'die') return [{ icon: 'dice', from: `seat-${seat}`, to: 'pool' }]
  return []
}

export function explain(line: Line, seat: number): { words: string; anchors: string[] } {
  if (line.key === 'fruits')
    return {
      words: listed(line.parts.map((part) => fruitName(part.fruit))) || word('why.no-fruit'),
      anchors: line.parts.map((part) => `bowl-${seat}-${part.fruit}`),
    }
  return { words: word('why.coins'), anchors: [] }
}
