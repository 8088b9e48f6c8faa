import type { MoveMade } from '../../connection/wire'
import type { EventValues, View } from './types'

/** The dice have been rolled, but everybody still stands where they stood: the market before fruit is collected. */
export function halfway(before: View, after: View, made: MoveMade<EventValues>[]): View | null {
  const events = made.flatMap((each) => each.events)
  if (!events.some((event) => event.key === 'roll')) return null
  const arrived = events.find((event) => event.key.startsWith('customer'))?.values
  const add = (place: string, customers: number[]) =>
    arrived?.place === place ? customers.map((count, seat) => count + Number(seat === arrived.seat)) : customers
  return {
    ...before,
    boats: before.boats.map((boat) => ({ ...boat, customers: add(boat.location, boat.customers) })),
    places: before.places.map((place) => ({ ...place, customers: add(place.place, place.customers) })),
    last_roll: after.last_roll,
  }
}
