/** A position in a link: in the part that no server is sent. */
import type { PositionWish } from '../../connection/wire'

export type Kept = PositionWish & { game: string }

async function through(bytes: Uint8Array, way: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(way as ReadableWritablePair<Uint8Array, BufferSource>)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

export async function toLink(kept: Kept): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(kept)), new CompressionStream('deflate-raw'))
  const text = Array.from(packed, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What a link holds, if it holds a position. */
export async function fromLink(text: string): Promise<Kept | null> {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
    const unpacked = await through(bytes, new DecompressionStream('deflate-raw'))
    const kept = JSON.parse(new TextDecoder().decode(unpacked)) as Kept
    return typeof kept.game === 'string' && typeof kept.players === 'number' ? kept : null
  } catch {
    return null
  }
}
