import { describe, expect, it } from 'vitest'
import { forecast, nothing } from '../../src/games/floating-market/forecast'
import type { View } from '../../src/games/floating-market/types'

const die = (lowest: number, highest: number, subtracts = false) => ({ lowest, highest, subtracts })
const DICE = { d4: die(1, 4), d6: die(1, 6), d10: die(0, 9), d12: die(1, 12), white: die(1, 6, true) }
const LOCATIONS = ['9-13', '14-16', '17-19', '20-23', '24-28', '29-35', '36-8']

type Known = Pick<View, 'dice_to_come' | 'pool' | 'decider'> & { pools: string[][]; closed?: string }
const market = ({ pools, closed, ...rest }: Known): View => {
  const seat = { coins: 0, fruit: [], customers: 0, hand: [], out: [] }
  const boat = { fruit: 'mango', side: 'west' as const, ama: false, customers: [], stand: null }
  const view: Partial<View> = {
    ...rest,
    seats: pools.map((pool) => ({ ...seat, pool })),
    boats: LOCATIONS.map((location) => ({ ...boat, location, in_play: location !== closed })),
    printed: {
      dice: DICE,
      board_dice: { d12: die(1, 12), d6: die(1, 6, true) },
      ama_die: die(1, 6),
      ...{ customers: 3, most_coins: 6, coins_beside: 2, last_round: 100 },
    },
  }
  return view as View
}

/** All faces of all dice that may be there, one choice after the other. */
function byHand(fixed: number, choices: [number, number, number][][]): number[] {
  const found = LOCATIONS.map(() => 0)
  const walk = (total: number, chance: number, left: [number, number, number][][]): void => {
    if (!left.length) {
      const at = LOCATIONS.findIndex((location) => {
        const [low, high] = location.split('-').map(Number)
        return low < high ? total >= low && total <= high : total >= low || total <= high
      })
      found[at] += chance
      return
    }
    const [dice, ...more] = left
    for (const [low, high, sign] of dice)
      for (let face = low; face <= high; face++)
        walk(total + sign * face, chance / dice.length / (high - low + 1), more)
  }
  walk(fixed, 1, choices)
  return found
}

const POOL = { tiles: ['+4', '-2'], board: ['d6'], ama: 1, d12_blocked: false }
const near = (found: number[], wanted: number[]) =>
  found.forEach((chance, boat) => expect(chance).toBeCloseTo(wanted[boat], 12))

describe('what the pool is likely to come to', () => {
  it('reckons with one die of each who still adds one, all alike', () => {
    const coming = [{ seat: 1, count: 1, among: ['d12', 'white'] }]
    const view = market({ pools: [['d10'], []], pool: POOL, decider: 1, dice_to_come: coming })
    const known: [number, number, number][][] = [[[0, 9, 1]], [[1, 6, -1]], [[1, 6, 1]]]
    near(forecast(view), byHand(2, [...known, [[1, 12, 1], [1, 6, -1]]])) // prettier-ignore
    near(forecast(view, 'd12'), byHand(2, [...known, [[1, 12, 1]]]))
  })

  it('takes two different dice where somebody adds two', () => {
    const coming = [{ seat: 0, count: 2, among: ['d4', 'd6', 'd12'] }]
    const view = market({
      pools: [[]],
      pool: { ...POOL, tiles: [], board: [], ama: 0 },
      decider: 0,
      dice_to_come: coming,
    })
    const pairs = [
      byHand(0, [[[1, 4, 1]], [[1, 6, 1]]]),
      byHand(0, [[[1, 4, 1]], [[1, 12, 1]]]),
      byHand(0, [[[1, 6, 1]], [[1, 12, 1]]]),
    ]
    near(forecast(view), LOCATIONS.map((_, boat) => (pairs[0][boat] + pairs[1][boat] + pairs[2][boat]) / 3)) // prettier-ignore
    near(forecast(view, 'd4'), LOCATIONS.map((_, boat) => (pairs[0][boat] + pairs[1][boat]) / 2)) // prettier-ignore
  })

  it('is exact when nobody adds a die any more', () => {
    const view = market({ pools: [['d12'], ['d12', 'd10']], pool: POOL, decider: 0, dice_to_come: [] })
    near(forecast(view), byHand(2, [[[1, 12, 1]], [[1, 12, 1]], [[0, 9, 1]], [[1, 6, -1]], [[1, 6, 1]]]))
  })

  it('leaves to nothing what a boat out of the game would have', () => {
    const pools = [['d12', 'd10'], ['d12']]
    const seen = { pools, pool: POOL, decider: 0, dice_to_come: [] }
    const open = forecast(market(seen))
    const odds = forecast(market({ ...seen, closed: '29-35' }))
    expect(odds[5]).toBe(0)
    expect(nothing(odds)).toBeCloseTo(open[5], 12)
    expect(nothing(open)).toBe(0)
  })
})
