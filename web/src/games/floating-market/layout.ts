/** Where things lie along the river, in units of the drawing. */
export const SIZE = 760
export const BANK = 124
const MARGIN = 14 // the frame
const MIDDLE = { x: SIZE / 2, y: SIZE / 2 }
const RADIUS = { x: 246, y: 190 }
/** Clockwise from the lowest totals, as on a clock's face: twelve is 0. */
const ANGLES = [231, 283, 334, 26, 77, 129, 180]

export function boatSpot(index: number): { x: number; y: number } {
  const angle = (ANGLES[index] * Math.PI) / 180
  return { x: MIDDLE.x + RADIUS.x * Math.sin(angle), y: MIDDLE.y - RADIUS.y * Math.cos(angle) }
}

const TOP = ['temple', 'woodworker', 'hut', 'market', 'boatsman', 'fruit-stand']
const BOTTOM = ['north-trader', 'south-trader', 'tailor', 'office', 'fishmonger']
export const BUILDING = { width: 112, height: 104 }

/** The middle of a building or dock. */
export function placeSpot(place: string): { x: number; y: number } {
  if (place === 'west-dock') return { x: 60, y: 432 }
  if (place === 'east-dock') return { x: SIZE - 60, y: 432 }
  const [row, y] = TOP.includes(place) ? [TOP, BANK / 2] : [BOTTOM, SIZE - BANK / 2]
  return { x: MARGIN + ((row.indexOf(place) + 0.5) * (SIZE - 2 * MARGIN)) / row.length, y }
}
