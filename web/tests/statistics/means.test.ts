import { expect, test } from 'vitest'
import { runningMean } from '../../src/statistics/means'

test('long games count for more than short ones', () => {
  expect(
    runningMean([
      [0.1, 10],
      [0.3, 30],
    ]),
  ).toEqual([0.01, 0.01])
})

test('only the last ten games count', () => {
  const games: [number, number][] = [[100, 1], ...Array.from({ length: 10 }, (): [number, number] => [1, 1])]
  expect(runningMean(games).at(-1)).toBe(1)
})

test('games without a decision are worth nothing and divide nothing by zero', () => {
  expect(runningMean([[0, 0]])).toEqual([0])
})
