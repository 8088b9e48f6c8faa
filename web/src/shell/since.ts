/** What others did since one's own last move. */
import type { LiveTable } from '../connection/table.svelte'
import type { MoveMade } from '../connection/wire'

export interface Since {
  seat: number
  /** The ply before the first of the moves, and that of the last. */
  after: number
  last: number
  moves: MoveMade[]
}

/** The others' moves since one's own last one, by player, in the order in which they moved; nothing before that one. */
export function sinceMine(table: Pick<LiveTable, 'latest' | 'log'>): Since[] {
  const mine = table.latest!.you.seats
  const own = table.log.findLastIndex((made) => mine.includes(made.seat))
  const found = new Map<number, MoveMade[]>()
  for (const made of own < 0 ? [] : table.log.slice(own + 1))
    found.set(made.seat, [...(found.get(made.seat) ?? []), made])
  return [...found].map(([seat, moves]) => ({ seat, moves, after: moves[0].ply - 1, last: moves.at(-1)!.ply }))
}
