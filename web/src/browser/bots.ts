/** The bots' search on all cores: what `khlong.bots.search.bot` does with threads, with workers. */
import type { About } from '../engine/machine'
import type { Found as Move } from '../engine/search'

const MOST_WORKERS = 16
const NODES = 1 << 19 // in all trees of a game together
const UNHURRIED = 10_000 // playouts where neither their number nor the time is limited

/** What is wanted: see `khlong.browser.thinking`. */
interface Wish {
  game: string
  state: string
  moves: number[]
  seed: string[]
  playouts: number | null
  least: number
  seconds: number | null
  about: number | null
  keep: boolean
  player: string
}

export type Found = Move & { line: number[] }
/** A part of the work for one worker. `goesOn` is more of what it did last. */
export type Task = Wish & { thread: number; goesOn: boolean }
export type Order = { module: WebAssembly.Module; about: About; nodes: number } | Task
type Answer = { made: number; moves: Found[] } | { failure: string }

/** A worker that answers one order after the other. */
class Core {
  private readonly worker = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' })
  private answered: ((answer: Answer) => void) | undefined

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => this.answered?.(data)
    this.worker.onerror = (error) => this.answered?.({ failure: error.message || 'A worker stopped.' })
  }

  learn(order: Order): void {
    this.worker.postMessage(order)
  }

  async think(task: Task): Promise<{ made: number; moves: Found[] }> {
    const answer = await new Promise<Answer>((answered) => {
      this.answered = answered
      this.worker.postMessage(task)
    })
    if ('failure' in answer) throw new Error(answer.failure)
    return answer
  }
}

export class Bots {
  private readonly cores: Core[]
  private readonly known = new Map<string, Promise<void>>()
  private last: Promise<unknown> = Promise.resolve()

  /** Workers for the modules of games, which lie at an address. */
  constructor(private readonly base: URL) {
    const count = Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1)
    this.cores = Array.from({ length: count }, () => new Core())
  }

  /** One search after the other: each has all workers. */
  search(wish: string): Promise<string> {
    const found = this.last.then(() => this.answer(JSON.parse(wish) as Wish))
    this.last = found
    return found
  }

  private async answer(wish: Wish): Promise<string> {
    try {
      await this.learn(wish.game)
      return JSON.stringify(await this.think(wish))
    } catch (error) {
      return JSON.stringify({ failure: error instanceof Error ? error.message : String(error) })
    }
  }

  /** A number of playouts is for one worker, so that it comes to the same on every device. */
  private async think(wish: Wish): Promise<{ playouts: number; moves: Found[] }> {
    const cores = wish.playouts === null ? this.cores : this.cores.slice(0, 1)
    const most = wish.playouts ?? (wish.seconds === null ? UNHURRIED : null)
    const playouts = most === null ? null : Math.ceil(Math.max(most, wish.least) / cores.length)
    const share = async (about: number | null, goesOn: boolean, part: number): Promise<[number, Found[]]> => {
      const seconds = wish.seconds === null ? null : wish.seconds * part
      const each = { ...wish, playouts, seconds, about, goesOn }
      const found = await Promise.all(cores.map((core, thread) => core.think({ ...each, thread })))
      return [found.reduce((sum, { made }) => sum + made, 0), ranked(found.map(({ moves }) => moves))]
    }
    if (wish.about === null) {
      const [made, moves] = await share(null, false, 1)
      return { playouts: made, moves }
    }
    const [first, moves] = await share(null, false, 1 / 2)
    const [more, again] = await share(wish.about, true, 1 / 2)
    const asked = again.find(({ move }) => move === wish.about)
    return { playouts: first + more, moves: moves.map((move) => (asked && move.move === wish.about ? asked : move)) }
  }

  /** Has every worker ready for a game. */
  private learn(game: string): Promise<void> {
    let learnt = this.known.get(game)
    if (!learnt) {
      learnt = this.fetch(game)
      learnt.catch(() => this.known.delete(game)) // the next search tries again
      this.known.set(game, learnt)
    }
    return learnt
  }

  private async fetch(game: string): Promise<void> {
    const found = ['wasm', 'json'].map((kind) => fetch(new URL(`${game}.${kind}`, this.base)))
    const [code, calls] = await Promise.all(found)
    for (const answer of [code, calls]) if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`)
    const module = await WebAssembly.compile(await code.arrayBuffer())
    const about = (await calls.json()) as About
    const nodes = Math.floor(NODES / this.cores.length)
    for (const core of this.cores) core.learn({ module, about, nodes })
  }
}

/** The moves from the most visited down, with the findings of all workers; what is expected to follow by the first. */
export function ranked(found: Found[][]): Found[] {
  const [first, ...others] = found
  const merged = first.map((move) => {
    const same = others.map((moves) => moves.find((other) => other.move === move.move)!)
    const sum = (one: number[], pick: (other: Found) => number[]): number[] =>
      one.map((value, at) => same.reduce((total, other) => total + pick(other)[at], value))
    return {
      ...move,
      visits: same.reduce((total, other) => total + other.visits, move.visits),
      shares: sum(move.shares, (other) => other.shares),
      points: sum(move.points, (other) => other.points),
    }
  })
  return merged.sort((one, other) => other.visits - one.visits || other.prior - one.prior)
}
