/** What a tutorial points at, found on the table by its name: an anchor, a move or a panel. */
import { overlap, type Box } from './tips.svelte'

const EDGE = 6
const GRID = 12 // pixels between two places that are tried
const COVERED = 1000 // how much worse it is to cover what is pointed at than to be so many pixels farther away

type Piece = HTMLElement | SVGElement

/** All that goes by a name, whether it is in sight or not. */
export function piecesOf(name: string): Piece[] {
  const quoted = CSS.escape(name)
  for (const key of ['anchor', 'move', 'wish', 'panel']) {
    const found = [...document.querySelectorAll<Piece>(`[data-${key}="${quoted}"]`)]
    if (found.length) return found
  }
  return []
}

export const inSight = (piece: Piece): boolean => piece.checkVisibility() && piece.getBoundingClientRect().width > 0

/** The piece of that name which is in sight. */
export const pieceOf = (name: string): Piece | undefined => piecesOf(name).find(inSight)

export const boxOf = (piece: Element): Box => {
  const { left, top, width, height } = piece.getBoundingClientRect()
  return { left, top, width, height }
}

/** Whether it is not scrolled away, behind the edge of what it lies in. */
export function isUncovered(piece: Piece): boolean {
  const middle = centre(boxOf(piece))
  const around = piece.closest('.sheet, .scroll, .panels, .asking')
  if (!around) return true
  const { left, top, width, height } = boxOf(around)
  return middle.x >= left && middle.x <= left + width && middle.y >= top && middle.y <= top + height
}

/** Where a note lies best: over nothing that is pointed at or to be pressed, little of what can be read, and near. */
export function placeBeside(
  targets: Box[],
  size: Pick<Box, 'width' | 'height'>,
  view: Box,
  kept: Box[],
  read: Box[],
): Pick<Box, 'left' | 'top'> {
  const middle = targets[0] ? centre(targets[0]) : { x: view.left + view.width / 2, y: view.top + view.height / 2 }
  let best = { left: view.left + EDGE, top: view.top + EDGE }
  let least = Infinity
  const [right, bottom] = [view.left + view.width - size.width - EDGE, view.top + view.height - size.height - EDGE]
  for (let top = view.top + EDGE; top <= Math.max(bottom, view.top + EDGE); top += GRID) {
    for (let left = view.left + EDGE; left <= Math.max(right, view.left + EDGE); left += GRID) {
      const place = { left, top, width: size.width, height: size.height }
      const here = centre(place)
      let cost = Math.hypot(here.x - middle.x, here.y - middle.y)
      for (const box of targets) cost += COVERED * Math.sqrt(overlap(place, box))
      for (const box of kept) cost += COVERED * Math.sqrt(overlap(place, box))
      for (const box of read) cost += Math.sqrt(overlap(place, box))
      if (cost < least) [least, best] = [cost, { left, top }]
    }
  }
  return best
}

const centre = ({ left, top, width, height }: Box): { x: number; y: number } => ({
  x: left + width / 2,
  y: top + height / 2,
})
