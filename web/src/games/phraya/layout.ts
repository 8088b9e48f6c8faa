/** Where things lie on the canal board, in units of the drawing. Columns a–g go east, rows 1–7 go north. */
export const ISLAND = 120
export const CHANNEL = 82
const STEP = ISLAND + CHANNEL
export const SIZE = 4 * ISLAND + 3 * CHANNEL
export const EDGE = 22
const INSET = 22 // from an island's shore to the middle of a stall

export interface Point {
  x: number
  y: number
}

const along = (index: number): number => (index % 2 ? ISLAND + CHANNEL / 2 : ISLAND / 2) + Math.floor(index / 2) * STEP
const column = (name: string): number => name.charCodeAt(0) - 97
const row = (name: string): number => Number(name[1]) - 1

/** The middle of an island, a crossing or a channel section. */
export const middle = (name: string): Point => ({ x: along(column(name)), y: SIZE - along(row(name)) })

/** Whether a section runs north and south. */
export const upright = (section: string): boolean => column(section) % 2 === 1

/** The middle of a stall, and the direction in which its channel lies, in degrees. */
export function stallSpot(stall: string): Point & { facing: number } {
  const [section, side] = stall.split('-')
  const { x, y } = middle(section)
  const away = CHANNEL / 2 + INSET
  if (upright(section)) return side === 'left' ? { x: x - away, y, facing: 90 } : { x: x + away, y, facing: 270 }
  return side === 'left' ? { x, y: y + away, facing: 0 } : { x, y: y - away, facing: 180 }
}

const names = (columns: string, rows: string): string[] => [...columns].flatMap((c) => [...rows].map((r) => c + r))
export const ISLANDS = names('aceg', '1357')
export const CROSSINGS = names('bdf', '246')
export const SECTIONS = [...names('aceg', '246'), ...names('bdf', '1357')]

const beside = (name: string): string[] => {
  const [c, r] = [column(name), row(name)]
  const points = [
    [c - 1, r],
    [c + 1, r],
    [c, r - 1],
    [c, r + 1],
  ]
  return points.filter(([x, y]) => x >= 0 && y >= 0 && x < 7 && y < 7).map(([x, y]) => 'abcdefg'[x] + (y + 1))
}

/** A way through the canals for a boat that is seen to glide: the shortest one, around the barge. */
export function glide(from: string, to: string, barge: string): Point[] {
  const came = new Map<string, string | null>([[from, null]])
  const open = [from]
  const water = (name: string) => (column(name) % 2 === 1 || row(name) % 2 === 1) && name !== barge
  for (const here of open) {
    if (here === to) break
    for (const next of beside(here).filter((name) => water(name) && !came.has(name))) {
      came.set(next, here)
      open.push(next)
    }
  }
  const way: Point[] = []
  for (let here: string | null = to; here !== null && came.has(here); here = came.get(here) ?? null)
    way.unshift(middle(here))
  return way.length > 1 ? way : [middle(from), middle(to)]
}
