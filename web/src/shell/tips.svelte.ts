/** What a bubble says; on a touch screen it stands in the prompt instead, where no finger is in the way. */
export interface Said {
  text: string
  why: string | null
  /** Whether it ends the turn. */
  ends: boolean
  /** Where the rules tell of it. */
  rules: string | null
}

class Tips {
  /** What was touched last and says something of itself. */
  touched = $state.raw<Said | null>(null)
}
export const tips = new Tips()

export const saidBy = (thing: Element): Said => ({
  text: thing.getAttribute('data-tip') ?? thing.getAttribute('aria-label') ?? '',
  why: thing.getAttribute('data-why'),
  ends: thing.hasAttribute('data-ends'),
  rules: thing.getAttribute('data-rules'),
})

export interface Box {
  left: number
  top: number
  width: number
  height: number
}
const GAP = 8
const EDGE = 6

/** Where a bubble covers least of what is to be pressed or read: above, below or beside what it speaks of. */
export function placeFor(target: Box, size: Pick<Box, 'width' | 'height'>, view: Box, kept: Box[]): Box {
  const middle = target.left + target.width / 2 - size.width / 2
  const centre = target.top + target.height / 2 - size.height / 2
  const [above, below] = [target.top - size.height - GAP, target.top + target.height + GAP]
  const [right, left] = [target.left + target.width + GAP, target.left - size.width - GAP]
  const inside = (value: number, length: number, start: number, room: number): number =>
    Math.max(start + EDGE, Math.min(value, start + room - length - EDGE))
  const places = [
    [middle, above],
    [middle, below],
    [right, centre],
    [left, centre],
    [target.left + target.width - size.width, above],
    [target.left, above],
    [target.left + target.width - size.width, below],
    [target.left, below],
    [right, above],
    [left, above],
    [right, below],
    [left, below],
  ].map(([x, y]) => ({
    left: inside(x, size.width, view.left, view.width),
    top: inside(y, size.height, view.top, view.height),
    ...size,
  }))
  const covers = (place: Box): number =>
    kept.reduce((sum, box) => sum + overlap(place, box), 10 * overlap(place, target))
  return places.reduce((best, place) => (covers(place) < covers(best) ? place : best))
}

export function overlap(one: Box, other: Box): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  return width > 0 && height > 0 ? width * height : 0
}
