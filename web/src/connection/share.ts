/** A new value in which all that has not changed is the very object it was, so that only what changed is drawn anew. */
export function share<T>(before: unknown, after: T): T {
  if (before === after) return after
  if (
    typeof before !== 'object' ||
    typeof after !== 'object' ||
    !before ||
    !after ||
    Array.isArray(before) !== Array.isArray(after)
  )
    return after
  const [known, fresh] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const keys = Object.keys(fresh)
  let same = keys.length === Object.keys(known).length
  for (const key of keys) {
    fresh[key] = share(known[key], fresh[key])
    same &&= fresh[key] === known[key]
  }
  return same ? (before as T) : after
}
