/** Who tells of a table, and hears what is done there: a server, or the script of a tutorial. */
import { api } from './api'
import { Line, type Ends } from './line.svelte'
import type { MoveMade, Previews, Snapshot } from './wire'

/** A line to a table, over which messages go both ways. */
export interface Talk {
  readonly online: boolean
  send(message: object): void
  close(): void
}

export interface Host {
  /** Whether nobody else is there: no people, no bots, nothing that is kept. */
  readonly alone: boolean
  talk(ends: Ends): Talk
  /** The table as it is, or as it was after so many moves. */
  at(ply?: number): Promise<Snapshot>
  made(): Promise<{ moves: MoveMade[] }>
  previews(ply: number): Promise<Previews>
}

/** A table at the server. */
export function serverHost(id: string, invite: string | null): Host {
  const key = invite ? `?invite=${encodeURIComponent(invite)}` : ''
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${id}/socket${key}`
  return {
    alone: false,
    talk: (ends) => new Line(address, ends),
    at: (ply) => api.table(id, ply, invite),
    made: () => api.made(id, 0, invite),
    previews: (ply) => api.previews(id, ply, invite),
  }
}
