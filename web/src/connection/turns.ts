/** Moves as turns: what a player does in one go within a round. */
import type { MoveMade } from './wire'

export interface Turn {
  seat: number
  round: number
  /** The plies that it begins and ends with. */
  first: number
  last: number
  moves: MoveMade[]
}

export type Unit = 'move' | 'turn' | 'round'
export const UNITS: Unit[] = ['move', 'turn', 'round']

export function turnsOf(log: MoveMade[]): Turn[] {
  const turns: Turn[] = []
  for (const made of log) {
    const turn = turns.at(-1)
    if (turn && turn.seat === made.seat && turn.round === made.round && turn.last === made.ply - 1) {
      turn.moves.push(made)
      turn.last = made.ply
    } else turns.push({ seat: made.seat, round: made.round, first: made.ply, last: made.ply, moves: [made] })
  }
  return turns
}

/** The plies at which moves, turns or rounds are over. */
function ends(log: MoveMade[], unit: Unit): number[] {
  const goesOn = (made: MoveMade, next?: MoveMade): boolean =>
    next !== undefined && unit !== 'move' && next.round === made.round && (unit === 'round' || next.seat === made.seat)
  return log.filter((made, index) => !goesOn(made, log[index + 1])).map((made) => made.ply)
}

/** Where a step from a ply leads: to the end of the next or the last move, turn or round, or to the very beginning. */
export function stepFrom(ply: number, log: MoveMade[], unit: Unit, way: 1 | -1): number {
  const stops = [0, ...ends(log, unit)]
  if (way > 0) return stops.find((stop) => stop > ply) ?? ply
  return stops.findLast((stop) => stop < ply) ?? 0
}
