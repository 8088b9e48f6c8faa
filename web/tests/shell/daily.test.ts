import { expect, test } from 'vitest'
import { dayNumber, ofTheDay } from '../../src/shell/puzzles/daily'

const SHELVES = [
  { game: 'phraya', count: 50 },
  { game: 'floating-market', count: 50 },
  { game: 'pig', count: 0 },
]
const day = (after: number) => new Date(2026, 10, 19 + after, 9)

test('the puzzle of the day depends on the date alone', () => {
  expect(ofTheDay(new Date(2026, 10, 19, 0, 1), SHELVES)).toEqual(ofTheDay(new Date(2026, 10, 19, 23, 59), SHELVES))
  expect(ofTheDay(day(0), SHELVES)).toEqual(ofTheDay(day(0), [...SHELVES].reverse()))
  expect(dayNumber(day(1))).toBe(dayNumber(day(0)) + 1)
})

test('games take turns, and no puzzle comes twice before all have come', () => {
  const days = Array.from({ length: 100 }, (_, after) => ofTheDay(day(after), SHELVES)!)
  expect(new Set(days.map(({ game, number }) => `${game}/${number}`)).size).toBe(100)
  expect(days.every(({ game }, index) => game !== days[index + 1]?.game)).toBe(true)
  expect(days.every(({ number }) => number >= 1 && number <= 50)).toBe(true)
})

test('without puzzles there is none of the day', () => {
  expect(ofTheDay(day(0), [])).toBe(null)
})
