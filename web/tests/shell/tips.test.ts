import { describe, expect, it } from 'vitest'
import { placeFor, type Box } from '../../src/shell/tips.svelte'

const view: Box = { left: 0, top: 0, width: 1000, height: 700 }
const size = { width: 200, height: 40 }
const box = (left: number, top: number, width = 80, height = 40): Box => ({ left, top, width, height })
const apart = (one: Box, other: Box): boolean =>
  one.left + one.width <= other.left ||
  other.left + other.width <= one.left ||
  one.top + one.height <= other.top ||
  other.top + other.height <= one.top

describe('where a bubble lies', () => {
  it('is above what it speaks of, where there is room', () => {
    const place = placeFor(box(400, 300), size, view, [])
    expect([place.left, place.top]).toEqual([340, 252])
  })

  it('is not on what can be chosen beside it', () => {
    const target = box(400, 300)
    const row = [box(400, 250), box(310, 300), box(490, 300), box(300, 250), box(500, 250)]
    const place = placeFor(target, size, view, row)
    for (const other of [target, ...row]) expect(apart(place, other)).toBe(true)
  })

  it.each([box(0, 0), box(920, 0), box(0, 660), box(920, 660)])(
    'is within the window and beside the thing',
    (target) => {
      const place = placeFor(target, size, view, [])
      expect(apart(place, target)).toBe(true)
      expect(place.left).toBeGreaterThanOrEqual(0)
      expect(place.left + place.width).toBeLessThanOrEqual(view.width)
      expect(place.top).toBeGreaterThanOrEqual(0)
      expect(place.top + place.height).toBeLessThanOrEqual(view.height)
    },
  )
})
