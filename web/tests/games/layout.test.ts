import { describe, expect, it } from 'vitest'
import { boatSpot, placeSpot, SIZE as RIVER } from '../../src/games/floating-market/layout'
import { CROSSINGS, glide, ISLANDS, middle, SECTIONS, SIZE, stallSpot, upright } from '../../src/games/phraya/layout'

describe("Phraya's canal", () => {
  it('has sixteen islands, nine crossings and twenty-four channels, each in its own place', () => {
    expect([ISLANDS.length, CROSSINGS.length, SECTIONS.length]).toEqual([16, 9, 24])
    const spots = [...ISLANDS, ...CROSSINGS, ...SECTIONS].map((name) => JSON.stringify(middle(name)))
    expect(new Set(spots).size).toBe(49)
  })

  it('has rows that go north and columns that go east', () => {
    expect(middle('a1').y).toBeGreaterThan(middle('a7').y)
    expect(middle('a1').x).toBeLessThan(middle('g1').x)
  })

  it('has two stalls at each channel, on either side, facing it', () => {
    for (const section of SECTIONS) {
      const { x, y } = middle(section)
      const [left, right] = [stallSpot(`${section}-left`), stallSpot(`${section}-right`)]
      expect((left.x + right.x) / 2).toBe(x)
      expect((left.y + right.y) / 2).toBe(y)
      expect(left.facing % 180).toBe(upright(section) ? 90 : 0)
      for (const spot of [left, right])
        expect(Math.min(spot.x, spot.y, SIZE - spot.x, SIZE - spot.y)).toBeGreaterThan(0)
    }
  })

  it('lets boats glide from channel to channel, around the barge', () => {
    const straight = glide('d3', 'd5', 'b2')
    expect(straight).toEqual([middle('d3'), middle('d4'), middle('d5')])
    const around = glide('d3', 'd5', 'd4')
    expect(around).not.toContainEqual(middle('d4'))
    expect(around.length).toBeGreaterThan(straight.length)
    expect(around.at(-1)).toEqual(middle('d5'))
  })
})

describe("Floating Market's river", () => {
  it('has seven boats inside the frame, none on another', () => {
    const boats = Array.from({ length: 7 }, (_, index) => boatSpot(index))
    for (const { x, y } of boats) expect(Math.min(x, y, RIVER - x, RIVER - y)).toBeGreaterThan(0)
    for (const [index, one] of boats.entries())
      for (const other of boats.slice(index + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(100)
  })

  it('has its docks on the banks that they are called after', () => {
    expect(placeSpot('west-dock').x).toBeLessThan(RIVER / 2)
    expect(placeSpot('east-dock').x).toBeGreaterThan(RIVER / 2)
    expect(placeSpot('temple').y).toBeLessThan(placeSpot('tailor').y)
  })
})
