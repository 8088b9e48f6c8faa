/** Floating Market in words: what places and dice are called, what moves do, what happened. */
import type { Notation, Preview } from '../../connection/wire'
import { nameOf, readable } from '../../words/tell'
import { listed, percent, say } from '../../words/words.svelte'
import type { Chip, Flight } from '../game'
import { partsOf, verbOf } from '../moves'
import { signed } from '../numbers'
import type { Boat, Event, Line, Place, Snapshot } from './types'

const word = (key: string, values?: Record<string, string | number>): string => say(`floating-market.${key}`, values)

export const fruitName = (fruit: string): string => nameOf('floating-market', 'fruit', fruit)
export const dieName = (die: string): string => nameOf('floating-market', 'die', die)
export const coins = (count: number): string => word('amount.coins', { count })

/** The totals that activate a location; the last one closes the ring: very high and very low. */
export const totals = readable
export const placeName = (place: string): string => nameOf('floating-market', 'place', place)

/** A boat by its totals, a dock or a building by its name. */
export const whereName = (place: string): string => (/^\d/.test(place) ? totals(place) : placeName(place))

export function boatLabel(boat: Boat, odds: number, snapshot: Snapshot, forecast?: number): string {
  const values = { fruit: fruitName(boat.fruit), totals: totals(boat.location), odds: percent(odds) }
  if (!boat.in_play) return word('boat-out', values)
  const parts = [word('boat', values), word(`side.${boat.side}`)]
  if (forecast !== undefined) parts.push(word('forecast-is', { odds: percent(forecast) }))
  parts.push(...customers(boat.customers, snapshot))
  if (boat.ama) parts.push(word('ama-here'))
  if (boat.stand !== null) parts.push(word('stand-here', { player: snapshot.seats[boat.stand].name }))
  return parts.join(' · ')
}

/** Why somebody gets something from a roll. */
export function gainWords({ key, values: { place, other_place: other } }: Event): string {
  return word(`got.${key}`, { place: place ? whereName(place) : '', other: other ? placeName(other) : '' })
}

export function placeLabel(place: Place, snapshot: Snapshot): string {
  const parts = [
    placeName(place.place),
    word(`help.${place.place}`, { ...printed(place.numbers), traders: snapshot.view.traders }),
  ]
  if (!place.in_play) return [...parts, word('not-in-play')].join(' · ')
  if (place.place.endsWith('dock')) parts.push(word('dock-boats', { totals: listed(dockTotals(place, snapshot)) }))
  if (place.cost) parts.push(word('costs', { coins: coins(place.cost) }))
  parts.push(place.room === null ? word('room.any') : word('room', { room: place.room, free: freeRoom(place)! }))
  parts.push(...customers(place.customers, snapshot))
  return parts.join(' · ')
}

/** How many more customers fit; null for any number. */
export const freeRoom = ({ room, customers }: Place): number | null =>
  room === null ? null : room - customers.reduce((sum, count) => sum + count, 0)

/** The totals of the boats on a dock's side. */
const dockTotals = ({ place }: Place, { view }: Snapshot): string[] =>
  view.boats.filter((boat) => boat.in_play && place.startsWith(boat.side)).map((boat) => totals(boat.location))

/** Whose dice are still to come, which the odds leave out. */
export const toComeWords = ({ view, seats }: Snapshot): string =>
  word('to-come', {
    dice: listed(view.dice_to_come.map(({ seat, count }) => word('to-come-of', { player: seats[seat].name, count }))),
  })

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
  const verb = verbOf(move)
  const [first, second] = partsOf(move)
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

/** The die of one's own that a move adds, if it does. */
export const adding = (move: Notation | null): string | undefined =>
  move && verbOf(move) === 'die' ? partsOf(move)[0] : undefined

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
          aside: true,
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
  const to = `seat-${seat}`
  const coinsFrom = (from: string, to: string) =>
    Array.from({ length: count ?? 0 }, () => ({ icon: 'coins', from, to }))
  if (event.key === 'customer') return [{ icon: 'customer', from: to, to: `place-${place}` }]
  if (event.key === 'customer-paid')
    return [{ icon: 'customer', from: to, to: `place-${place}` }, ...coinsFrom(to, `place-${place}`)]
  if (event.key === 'customers-leave')
    return event.values.customers!.map((each) => ({
      icon: 'customer',
      from: `place-${each.place}`,
      to: `seat-${each.seat}`,
    }))
  if (event.key === 'bought') return [{ icon: fruit, from: 'place-market', to }]
  if (event.key === 'fruit' || event.key === 'fruit-by-stand') return [{ icon: fruit, from: `fruit-${fruit}`, to }]
  if (event.key.startsWith('coins-') && place) return coinsFrom(`place-${place}`, to)
  if (event.key === 'die') return [{ icon: 'dice', from: `seat-${seat}`, to: 'pool' }]
  return []
}

export function touches({ values: { place, other_place, fruit } }: Event): string[] {
  const places = [place, other_place].flatMap((each) => (each ? [`place-${each}`] : []))
  return place ? places : fruit ? [`fruit-${fruit}`] : []
}

export function explain(line: Line, seat: number): { words: string; anchors: string[] } {
  if (line.key === 'fruits')
    return {
      words: listed(line.parts.map((part) => fruitName(part.fruit))) || word('why.no-fruit'),
      anchors: line.parts.map((part) => `bowl-${seat}-${part.fruit}`),
    }
  return { words: word('why.coins'), anchors: [] }
}
