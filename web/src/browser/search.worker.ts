/** Searches on a core of its own: a tree for each game, which stays while the same player goes on asking. */
import { Machine } from '../engine/machine'
import { Search } from '../engine/search'
import type { Found, Order, Task } from './bots'

const LEAST_VISITS = 20 // of a move in the line that is expected

const trees = new Map<string, Search>()
const owners = new Map<string, string>()

/** What was found out about the moves of a position, in the order of first sight. */
function think(task: Task): { made: number; moves: Found[] } {
  const search = trees.get(task.game)!
  const { seed, thread, keep, seconds, playouts, about, player } = task
  if (!task.goesOn) {
    const state = Uint8Array.from(task.state.match(/../g)!, (byte) => parseInt(byte, 16))
    search.setOut(state, task.moves, seed.map(Number), thread, keep && owners.get(task.game) === player)
    owners.set(task.game, player)
  }
  const made = search.grow(seconds ?? Infinity, playouts, about)
  const moves = search.moves().map((move) => ({ ...move, line: search.line(move.move, LEAST_VISITS) }))
  return { made, moves }
}

onmessage = ({ data }: MessageEvent<Order>) => {
  try {
    if ('module' in data) trees.set(data.about.game, new Search(new Machine(data.module, data.about), data.nodes))
    else postMessage(think(data))
  } catch (error) {
    postMessage({ failure: String(error) })
  }
}
