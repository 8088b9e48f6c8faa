import type { KeyMoment } from '../connection/wire'

/** The moments that changed most, so many at most, in the order of the game. */
export function greatest(moments: KeyMoment[], most: number): KeyMoment[] {
  const chosen = new Set(moments.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, most))
  return moments.filter((moment) => chosen.has(moment))
}
