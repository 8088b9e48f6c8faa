/** Data in a link: in the part that no server is sent. */

async function through(bytes: Uint8Array, way: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(way as ReadableWritablePair<Uint8Array, BufferSource>)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

export async function pack(data: unknown): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(data)), new CompressionStream('deflate-raw'))
  const text = Array.from(packed, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What was packed; throws if that is damaged. */
export async function unpack(text: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))))
}
