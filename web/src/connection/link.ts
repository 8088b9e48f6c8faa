import type { Snapshot } from './wire'

/** Where others find a table, or a position of it, there or in the review: with the key to a private one, which only
 *  some of us are given. */
export function pathOf(snapshot: Snapshot, invite: string | null, ply?: number, review = false): string {
  const key = snapshot.table.public ? null : (snapshot.table.invite ?? invite)
  const query = new URLSearchParams()
  if (key) query.set('invite', key)
  if (ply !== undefined) query.set('ply', String(ply))
  return `/t/${snapshot.table.id}${review ? '/review' : ''}${query.size ? `?${query}` : ''}`
}
