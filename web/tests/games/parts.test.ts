import { describe, expect, it } from 'vitest'
import { FIRST, laid, parts, rolled, turned } from '../../src/games/phraya/parts'

describe('boards by their parts', () => {
  it('turns one part over and back', () => {
    expect(turned(FIRST, 1)).toBe('1a-2b-3a-4a')
    expect(turned(turned(FIRST, 1), 1)).toBe(FIRST)
  })

  it('puts a part in a place, where the other takes its own', () => {
    expect(laid('1a-2b-3a-4b', 0, 4)).toBe('4b-2b-3a-1a')
    expect(laid(FIRST, 2, 3)).toBe(FIRST)
  })

  it('comes to all 384 boards, and never to the one there is', () => {
    const seen = new Set<string>([FIRST])
    let board = FIRST
    for (let count = 0; count < 20000; count++) {
      const next = rolled(board)
      expect(next).not.toBe(board)
      seen.add((board = next))
    }
    expect(seen.size).toBe(384)
    for (const each of seen) expect(new Set(parts(each).map(({ part }) => part)).size).toBe(4)
  })
})
