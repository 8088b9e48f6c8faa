import type { MoveMade } from '../../connection/wire'
import type { Stage } from '../game'
import type { Event, EventValues, View } from './types'

/** What a roll gives: none of it is there before the boat is known. */
export const GAINS = ['fruit', 'fruit-by-stand', 'coins-beside', 'coins-by-trader', 'coins-on-dock', 'coins-lost']

/** How long each moment of a roll lasts, in motions. */
const BEATS = { dice: 3.5, total: 1.5, boat: 1.5, collect: 3, leave: 2 }

/** The dice fall, they make a total, it names a boat, everybody collects, and only then the customers leave. */
export function stages(before: View, after: View, made: MoveMade<EventValues>[]): Stage<View, EventValues>[] {
  const events = made.flatMap((each) => each.events)
  const roll = events.findIndex((event) => event.key === 'roll')
  if (roll < 0) return []
  const gains = events.filter((event) => GAINS.includes(event.key))
  const stood: View = { ...arrived(before, events.slice(0, roll)), last_roll: after.last_roll }
  const collected: View = { ...stood, seats: stood.seats.map((seat, number) => ({ ...seat, ...had(after, number) })) }
  const left = { key: 'customers-leave', values: { customers: standing(stood) } }
  return [
    { key: 'dice', view: stood, beats: BEATS.dice, events: events.slice(0, roll + 1) },
    { key: 'total', view: stood, beats: BEATS.total, events: [] },
    { key: 'boat', view: stood, beats: BEATS.boat, events: [] },
    ...(gains.length ? [{ key: 'collect', view: collected, beats: BEATS.collect, events: gains }] : []),
    { key: 'leave', view: after, beats: BEATS.leave, events: after.ending ? [] : [left] },
  ]
}

const had = ({ seats }: View, number: number) => ({ coins: seats[number].coins, fruit: seats[number].fruit })

/** The market when the pool was rolled: with the customer that came by the same move, and what it paid and bought. */
function arrived(before: View, events: Event[]): View {
  let view = before
  for (const { key, values } of events) {
    const { seat, place, coins = 0, fruit } = values
    const own = (change: Partial<View['seats'][number]>) =>
      view.seats.map((each, number) => (number === seat ? { ...each, ...change } : each))
    if (key === 'customer' || key === 'customer-paid') {
      const more = (there: string, customers: number[]) =>
        there === place ? customers.map((count, number) => count + Number(number === seat)) : customers
      view = {
        ...view,
        boats: view.boats.map((boat) => ({ ...boat, customers: more(boat.location, boat.customers) })),
        places: view.places.map((each) => ({ ...each, customers: more(each.place, each.customers) })),
        seats: own({ coins: view.seats[seat!].coins - coins, customers: view.seats[seat!].customers - 1 }),
      }
    } else if (key === 'bought') view = { ...view, seats: own({ fruit: [...view.seats[seat!].fruit, fruit!] }) }
    else if (key === 'stand')
      view = {
        ...view,
        boats: view.boats.map((boat) => (boat.location === place ? { ...boat, stand: seat! } : boat)),
      }
  }
  return view
}

/** Everybody's customers, and where they stand. */
const standing = ({ boats, places }: View): { place: string; seat: number }[] =>
  [...boats.map(({ location, customers }) => ({ place: location, customers })), ...places].flatMap(
    ({ place, customers }) =>
      customers.flatMap((count, seat) => Array<{ place: string; seat: number }>(count).fill({ place, seat })),
  )
