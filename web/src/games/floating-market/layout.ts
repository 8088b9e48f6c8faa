/** Where things lie along the river, in units of the drawing. */
export const SIZE = 760
export const BANK = 124
const MARGIN = 14 // the frame
/** Clockwise from the lowest totals: three on the west side of the river, four on the east. */
const BOATS = [
  [214, 526],
  [128, 350],
  [276, 197],
  [484, 197],
  [630, 318],
  [630, 440],
  [484, 560],
]

export function boatSpot(index: number): { x: number; y: number } {
  const [x, y] = BOATS[index]
  return { x, y }
}

/** How large some square things can be that lie in rows in a box, with a gap between them. */
export function fit(count: number, width: number, height: number, gap: number, most: number): number {
  let best = 0
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns)
    const size = Math.min((width - (columns - 1) * gap) / columns, (height - (rows - 1) * gap) / rows)
    best = Math.max(best, size)
  }
  return Math.floor(Math.min(best, most))
}

const TOP = ['temple', 'woodworker', 'hut', 'market', 'boatsman', 'fruit-stand']
const BOTTOM = ['north-trader', 'south-trader', 'tailor', 'office', 'fishmonger']
export const BUILDING = { width: 112, height: 104 }

/** The middle of a building or dock. */
export function placeSpot(place: string): { x: number; y: number } {
  if (place === 'west-dock') return { x: 62, y: 560 }
  if (place === 'east-dock') return { x: SIZE - 62, y: 560 }
  const [row, y] = TOP.includes(place) ? [TOP, BANK / 2] : [BOTTOM, SIZE - BANK / 2]
  return { x: MARGIN + ((row.indexOf(place) + 0.5) * (SIZE - 2 * MARGIN)) / row.length, y }
}
