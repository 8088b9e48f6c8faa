/** The story of the last roll, out of the log. */
import type { MoveMade } from '../../connection/wire'
import { GAINS } from './stages'
import type { Event, Roll } from './types'

const TOLD = [...GAINS, 'fruit-had']

export interface Result {
  ply: number
  roll: Roll
  /** The fruit of the active boat, if one is. */
  fruit: string | null
  events: Event[]
}

/** The last roll up to a ply, unless somebody of these seats has made a move since: then it has been seen. */
export function lastRoll(log: MoveMade[], ply: number, seats: number[]): Result | null {
  const known = log.filter((made) => made.ply <= ply)
  const made = known.findLast((each) => each.events.some(({ key }) => key === 'roll'))
  if (!made || known.some((each) => each.ply > made.ply && seats.includes(each.seat))) return null
  const events = made.events as Event[]
  const roll = made.events.find(({ key }) => key === 'roll')!.values as Roll
  const active = events.find(({ key }) => key === 'activated')
  return { ply: made.ply, roll, fruit: active?.values.fruit ?? null, events }
}

/** What everybody gets, by seat: only of those who get something, or would if they lacked it. */
export function ofSeats(events: Event[]): { seat: number; events: Event[] }[] {
  const told = events.filter(({ key }) => TOLD.includes(key))
  const seats = [...new Set(told.map(({ values }) => values.seat!))]
  return seats.map((seat) => ({ seat, events: told.filter(({ values }) => values.seat === seat) }))
}
