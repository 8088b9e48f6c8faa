/** What the pool is likely to come to once everybody has added the dice that they are still bound to add. */
import type { View } from './types'

/** How likely each total is. */
type Spread = Map<number, number>
type Die = View['printed']['ama_die']

/** The chance of each boat at the roll: each die to come is any that its owner can add, all alike. What buildings may
 *  add besides is not foreseen. With a die that whoever decides adds now, if one is named. */
export function forecast(view: View, adding?: string): number[] {
  const { printed, pool } = view
  let spread: Spread = new Map([[pool.tiles.reduce((sum, tile) => sum + Number(tile), 0), 1]])
  const own = view.seats.flatMap((seat) => seat.pool)
  for (const die of adding ? [...own, adding] : own) spread = together(spread, faces(printed.dice[die]))
  for (const die of pool.board) spread = together(spread, faces(printed.board_dice[die]))
  for (let die = 0; die < pool.ama; die++) spread = together(spread, faces(printed.ama_die))
  for (const { seat, count, among } of view.dice_to_come) {
    const adds = adding !== undefined && seat === view.decider
    const left = among.filter((die) => !adds || die !== adding)
    spread = together(
      spread,
      anyOf(
        left.map((die) => faces(printed.dice[die])),
        count - Number(adds),
      ),
    )
  }
  return view.boats.map((boat) => (boat.in_play ? within(spread, boat.location) : 0))
}

/** What is left to 1: the chance that no boat is active. What is less than any roll comes from reckoning. */
export function nothing(odds: number[]): number {
  const left = 1 - odds.reduce((sum, chance) => sum + chance, 0)
  return left > 1e-9 ? left : 0
}

function faces({ lowest, highest, subtracts }: Die): Spread {
  const count = highest - lowest + 1
  return new Map(Array.from({ length: count }, (_, index) => [(lowest + index) * (subtracts ? -1 : 1), 1 / count]))
}

function together(one: Spread, other: Spread): Spread {
  const sums: Spread = new Map()
  for (const [total, chance] of one)
    for (const [more, likely] of other) sums.set(total + more, (sums.get(total + more) ?? 0) + chance * likely)
  return sums
}

/** So many of some dice, each choice as likely as any other. */
function anyOf(dice: Spread[], count: number): Spread {
  const none: Spread = new Map()
  let chosen: Spread[] = [new Map([[0, 1]]), ...Array.from({ length: count }, () => none)] // by how many, as sums
  let choices = [1, ...Array<number>(count).fill(0)]
  for (const die of dice) {
    chosen = chosen.map((sums, number) => (number ? plus(sums, together(chosen[number - 1], die)) : sums))
    choices = choices.map((ways, number) => ways + (number ? choices[number - 1] : 0))
  }
  return new Map([...chosen[count]].map(([total, weight]) => [total, weight / choices[count]]))
}

function plus(one: Spread, other: Spread): Spread {
  const sums = new Map(one)
  for (const [total, weight] of other) sums.set(total, (sums.get(total) ?? 0) + weight)
  return sums
}

function within(spread: Spread, location: string): number {
  const [low, high] = location.split('-').map(Number)
  let sum = 0
  for (const [total, chance] of spread)
    if (low <= high ? total >= low && total <= high : total >= low || total <= high) sum += chance
  return sum
}
