/** Who tells of a table, and hears what is done there: whoever has the tables, or the script of a tutorial. */
import { end } from 'the-end'
import { api } from './api'
import type { Talk } from './end'
import type { Ends } from './line.svelte'
import type { MoveMade, Previews, Snapshot } from './wire'

export interface Host {
  /** Whether nobody else is there: no people, no bots, nothing that is kept. */
  readonly alone: boolean
  talk(ends: Ends): Talk
  /** The table as it is, or as it was after so many moves. */
  at(ply?: number): Promise<Snapshot>
  made(): Promise<{ moves: MoveMade[] }>
  previews(ply: number): Promise<Previews>
}

/** A table that is kept. */
export function tableHost(id: string, invite: string | null): Host {
  return {
    alone: false,
    talk: (ends) => end.talk(id, invite, ends),
    at: (ply) => api.table(id, ply, invite),
    made: () => api.made(id, 0, invite),
    previews: (ply) => api.previews(id, ply, invite),
  }
}
