/** A board by its four parts and their sides, in the places south-west, south-east, north-east, north-west. */
export const FIRST = '1a-2a-3a-4a'

export interface Laid {
  part: number
  side: 'a' | 'b'
}

export const parts = (board: string): Laid[] =>
  board.split('-').map((name) => ({ part: Number(name[0]), side: name[1] as Laid['side'] }))

const named = (places: Laid[]): string => places.map(({ part, side }) => part + side).join('-')

/** The part in one place turned over. */
export const turned = (board: string, place: number): string =>
  named(parts(board).map((each, at) => (at === place ? { ...each, side: each.side === 'a' ? 'b' : 'a' } : each)))

/** A part put in a place: what lay there takes its own. */
export function laid(board: string, place: number, part: number): string {
  const places = parts(board)
  const from = places.findIndex((each) => each.part === part)
  ;[places[place], places[from]] = [places[from], places[place]]
  return named(places)
}

/** Any other board. */
export function rolled(board: string, chance: () => number = Math.random): string {
  let next = board
  while (next === board) {
    const rest = [1, 2, 3, 4]
    const places = rest.map(() => ({ part: 0, side: chance() < 0.5 ? 'a' : 'b' }) as Laid)
    for (const place of places) place.part = rest.splice(Math.floor(chance() * rest.length), 1)[0]
    next = named(places)
  }
  return next
}
