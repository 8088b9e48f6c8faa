import type { Snapshot } from '../../connection/wire'

/** Whose things are shown as one's own: the asked seat of this browser, else its first, else whoever's turn it is. */
export function ownSeat(snapshot: Snapshot): number {
  const { you, question } = snapshot
  if (question && (you.seats.includes(question.seat) || !you.seats.length)) return question.seat
  return you.seats[0] ?? 0
}
