/** Sentences about the game that several parts of the table say alike. */
import type { MoveMade, Snapshot } from '../connection/wire'
import { inGame, tell } from '../words/tell'
import { say } from '../words/words.svelte'

type Teller = Pick<Snapshot, 'table' | 'seats'>
export interface Line {
  text: string
  /** Whom it is about, if it is about one player. */
  seat: number | null
}

/** What moves brought about, sentence by sentence. */
export const linesOf = (moves: MoveMade[], snapshot: Teller): Line[] =>
  moves.flatMap((made) => [
    ...(made.by === 'clock' ? [{ text: say('seat.timed-out'), seat: null }] : []),
    ...made.events.map((event) => ({
      text: tell(event, snapshot),
      seat: typeof event.values.seat === 'number' ? event.values.seat : null,
    })),
  ])

export const told = (moves: MoveMade[], snapshot: Teller): string =>
  linesOf(moves, snapshot)
    .map((line) => line.text)
    .join(' ')

/** Whose turn it is and what is asked, in one sentence. */
export function asking({
  question,
  seats,
  table,
  you,
}: Pick<Snapshot, 'question' | 'seats' | 'table' | 'you'>): string {
  if (!question) return say('table.over')
  const ask = inGame(table.game, `ask.${question.key}`, say('plain.ask'))
  const alone = you.seats.length === 1 && you.seats[0] === question.seat
  return alone ? say('table.ask-you', { ask }) : say('table.ask-one', { player: seats[question.seat].name, ask })
}
