/** A position in a link. */
import { pack, unpack } from '../../connection/packed'
import type { PositionWish } from '../../connection/wire'

export type Kept = PositionWish & { game: string }

export const toLink = (kept: Kept): Promise<string> => pack(kept)

/** What a link holds, if it holds a position. */
export async function fromLink(text: string): Promise<Kept | null> {
  try {
    const kept = (await unpack(text)) as Kept
    return typeof kept.game === 'string' && typeof kept.players === 'number' ? kept : null
  } catch {
    return null
  }
}
