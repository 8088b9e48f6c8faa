/** The puzzle of the day: the same for everybody, from the date alone. */

export interface Shelf {
  game: string
  count: number
}

const DAY = 86_400_000

/** The day by the reader's calendar, counted from 1970. */
export const dayNumber = (date: Date): number =>
  Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY)

const common = (a: number, b: number): number => (b ? common(b, a % b) : a)

/** Games take turns day by day, and each goes through all its puzzles before one comes again, easy and hard mixed. */
export function ofTheDay(date: Date, shelves: Shelf[]): { game: string; number: number } | null {
  const full = shelves.filter(({ count }) => count).sort((one, other) => (one.game < other.game ? -1 : 1))
  if (!full.length) return null
  const day = dayNumber(date)
  const { game, count } = full[day % full.length]
  let stride = Math.max(1, Math.round(count * 0.382))
  while (common(stride, count) > 1) stride += 1
  return { game, number: ((Math.floor(day / full.length) * stride) % count) + 1 }
}
