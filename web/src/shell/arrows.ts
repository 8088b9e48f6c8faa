/** Arrow keys walk over the pieces of a table: to the nearest one in that direction, possible or not. */
const PIECES = '[data-move], [data-wish]'
const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const ASIDE = 2 // how much farther a step to the side counts than one ahead

const middle = (piece: Element): [number, number] => {
  const { left, top, width, height } = piece.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
}

export function walk(event: KeyboardEvent): void {
  const here = document.activeElement?.closest(PIECES)
  const way = WAYS[event.key]
  if (!here || !way) return
  event.preventDefault()
  const [x, y] = middle(here)
  const [dx, dy] = way
  let nearest: { piece: HTMLElement | SVGElement; distance: number } | null = null
  for (const piece of document.querySelectorAll<HTMLElement | SVGElement>(PIECES)) {
    const [px, py] = middle(piece)
    const ahead = (px - x) * dx + (py - y) * dy
    if (piece === here || ahead < 2 || !piece.checkVisibility()) continue
    const distance = ahead + ASIDE * Math.abs((px - x) * dy + (py - y) * dx)
    if (!nearest || distance < nearest.distance) nearest = { piece, distance }
  }
  nearest?.piece.focus()
}
