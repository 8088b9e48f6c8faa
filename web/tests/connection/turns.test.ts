import { describe, expect, it } from 'vitest'
import { stepFrom, turnsOf, type Unit } from '../../src/connection/turns'
import type { MoveMade } from '../../src/connection/wire'

/** Who moved, round by round: a digit for each move. */
const log = (...rounds: string[]): MoveMade[] =>
  rounds
    .flatMap((seats, index) => [...seats].map((seat) => ({ seat: Number(seat), round: index + 1 })))
    .map((made, index) => ({ ...made, ply: index + 1, move: '', events: [], by: 'person', at: 0 }))

describe('moves as turns', () => {
  it('are what a player does in one go, and end with a round', () => {
    const turns = turnsOf(log('0011', '110'))
    expect(turns.map(({ seat, round, first, last }) => [seat, round, first, last])).toEqual([
      [0, 1, 1, 2],
      [1, 1, 3, 4],
      [1, 2, 5, 6],
      [0, 2, 7, 7],
    ])
    expect(turnsOf([])).toEqual([])
  })

  it.each<[Unit, number[]]>([
    ['move', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['turn', [0, 2, 4, 6, 7]],
    ['round', [0, 4, 7]],
  ])('are stepped through by the %s, there and back', (unit, stops) => {
    const moves = log('0011', '110')
    const there = [0]
    while (stepFrom(there.at(-1)!, moves, unit, 1) > there.at(-1)!) there.push(stepFrom(there.at(-1)!, moves, unit, 1))
    expect(there).toEqual(stops)
    const back = [7]
    while (back.at(-1)! > 0) back.push(stepFrom(back.at(-1)!, moves, unit, -1))
    expect(back).toEqual(stops.toReversed())
  })

  it('are stepped to from anywhere within', () => {
    expect(stepFrom(3, log('0011', '110'), 'round', 1)).toBe(4)
    expect(stepFrom(6, log('0011', '110'), 'round', -1)).toBe(4)
    expect(stepFrom(2, log('0011', '110'), 'round', -1)).toBe(0)
  })
})
