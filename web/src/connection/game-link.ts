/** Links to a moment of a game that is over. Where nobody else can come to its table, the link holds the whole game. */
import { end } from 'the-end'
import { api } from './api'
import { pathOf } from './link'
import { pack } from './packed'
import type { Snapshot } from './wire'

export async function linkToMoment(
  snapshot: Snapshot,
  invite: string | null,
  ply: number,
  review: boolean,
): Promise<string> {
  if (!end.alone) return pathOf(snapshot, invite, ply, review)
  return `/record?ply=${ply}#r=${await pack(await api.readRecord(snapshot.table.id, invite))}`
}
