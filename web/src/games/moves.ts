/** A move's notation, as every game writes it: a verb, then its parts, with a space before each. */
import type { Notation } from '../connection/wire'

export const verbOf = (move: Notation): string => move.split(' ', 1)[0]

export const partsOf = (move: Notation): string[] => move.split(' ').slice(1)

/** Those of some moves that have one of these verbs. */
export const ofVerbs = (moves: Iterable<Notation>, ...verbs: string[]): Notation[] =>
  [...moves].filter((move) => verbs.includes(verbOf(move)))
