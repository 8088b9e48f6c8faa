/** Which puzzles were solved, kept in this browser. */

/** `first`: at the first try; `later`: after others; `shown`: the answer was looked at. */
export type Mark = 'first' | 'later' | 'shown'
const KEY = 'khlong-puzzles'

function stored(): Record<string, Mark> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {} // a browser without storage simply forgets
  }
}

const marks = $state<Record<string, Mark>>(stored())
const name = (game: string, number: number) => `${game}/${number}`

export const markOf = (game: string, number: number): Mark | undefined => marks[name(game, number)]

/** The first outcome counts: a puzzle that was given up stays so until it is solved, one that was solved stays solved. */
export function mark(game: string, number: number, outcome: Mark): void {
  const before = markOf(game, number)
  if (before === 'first' || before === 'later') return
  marks[name(game, number)] = before === 'shown' && outcome === 'first' ? 'later' : outcome
  try {
    localStorage.setItem(KEY, JSON.stringify(marks))
  } catch {
    // a browser without storage simply forgets
  }
}
