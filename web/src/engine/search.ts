/** A tree that lives as long as a game: it grows while a bot thinks, and follows the moves that are played. */
import type { Given, Layout, Machine, Room } from './machine.ts'

const ROOT = 0
const NO_NODE = 0
const NOT_FOUND = -1
const CHUNK_SECONDS = 0.002 // between two looks at the clock
const LARGEST_CHUNK = 4096
const LEAST = 2 // descents however short the time: the first only lists the moves, the second tries one
const MOST_TRIED = 256 // nodes on the way to the position that was reached
const MOST_MOVES = 4096 // between two positions
const WORD = 8

/** What was found out about a move: each player's share of the win and points, summed over visits. */
export interface Found {
  move: number
  visits: number
  prior: number
  shares: number[]
  points: number[]
}

const now = (): number => performance.now() / 1000

export class Search {
  private readonly machine: Machine
  private readonly players: number
  private readonly layout: Layout
  private readonly states: Room
  private readonly words: Room
  private readonly mask: Room
  private readonly scratch: Room
  private readonly own: Room
  private readonly settings: Room
  private readonly origin: Room
  private readonly stack: Room
  private readonly played: Room
  private nodes: Room
  private spare: Room
  private ply = -1

  /** With room for so many nodes. */
  constructor(machine: Machine, size: number) {
    const { search } = machine.about
    this.machine = machine
    this.players = search.players
    this.layout = search.node
    this.states = machine.room(search.state, search.states)
    this.words = { ...this.states, shape: [search.states, search.state / WORD], itemsize: WORD }
    this.mask = machine.room(WORD, search.mask.length)
    this.scratch = machine.room(search.scratch.size, 1)
    this.own = machine.room(search.own, 1)
    this.settings = machine.room(search.settings.length / 2, 1)
    this.nodes = machine.room(search.node.size, size)
    this.spare = machine.room(search.node.size, size)
    this.origin = machine.room(4, size)
    this.stack = machine.room(WORD, MOST_TRIED, 2)
    this.played = machine.room(WORD, MOST_MOVES)
    const mask = machine.view(this.mask)
    search.mask.forEach((word, at) => mask.setBigInt64(at * WORD, BigInt(word), true))
    const settings = search.settings.match(/../g)!.map((byte) => parseInt(byte, 16))
    machine.bytes(this.settings).set(settings)
  }

  private get space(): Given[] {
    return [this.states, this.words, this.mask, this.nodes, this.scratch, this.own]
  }

  private set used(count: number) {
    const [offset] = this.machine.about.search.scratch.fields.used
    this.machine.view(this.scratch).setBigInt64(offset, BigInt(count), true)
  }

  private read(node: number, field: string, at = 0): number {
    const [offset, kind] = this.layout.fields[field]
    const view = this.machine.view(this.nodes)
    const place = node * this.layout.size + offset + at * Number(kind[1])
    if (kind === 'f4') return view.getFloat32(place, true)
    return kind === 'i4' ? view.getInt32(place, true) : kind === 'i2' ? view.getInt16(place, true) : view.getInt8(place)
  }

  /**
   * Makes a position the root, with what is known of it if that is to be kept, and dice from the bot's seed, four
   * words. `moves` are all that have been made in the game.
   */
  setOut(state: Uint8Array, moves: number[], seed: number[], thread: number, keep: boolean): void {
    this.machine.bytes(this.states).set(state)
    const since = moves.slice(Math.max(0, this.ply))
    if (!(keep && this.ply >= 0 && this.ply <= moves.length && this.follow(since))) {
      this.machine.bytes(this.nodes).fill(0, 0, this.layout.size)
      this.used = 1
    }
    this.ply = moves.length
    this.machine.call('sow', this.own, ...seed, BigInt(moves.length) + (BigInt(thread) << 32n))
  }

  /** Keeps what hangs on the position at the start, if the moves lead to it. */
  private follow(moves: number[]): boolean {
    if (moves.length > MOST_MOVES) return false
    const key = this.machine.call('root_key', this.space)
    const played = this.machine.view(this.played)
    moves.forEach((move, at) => played.setBigInt64(at * WORD, BigInt(move), true))
    const path = { ...this.played, shape: [moves.length] }
    const node = Number(this.machine.call('find_below', this.nodes, ROOT, path, key, this.stack))
    if (node === NOT_FOUND) return false
    if (node !== ROOT) {
      const used = this.machine.call('keep_subtree', this.nodes, node, this.spare, this.origin)
      ;[this.nodes, this.spare] = [this.spare, this.nodes]
      this.used = Number(used)
    }
    return true
  }

  /**
   * Descends until the time is over, the number is reached or no other move can catch up; or, asked about a move, as
   * long with that one alone. Returns how often.
   */
  grow(seconds: number, most: number | null, about: number | null = null): number {
    const begin = about === null ? NO_NODE : (this.childOf(about) ?? NO_NODE)
    const until = now() + seconds
    const hurried = seconds < Infinity
    let [made, chunk, pace] = [0, 1, 0]
    while (true) {
      let left = most === null ? LARGEST_CHUNK * LARGEST_CHUNK : most - made
      if (hurried && pace) left = Math.min(left, Math.trunc(Math.max(0, until - now()) * pace) + 1)
      const wanted = Math.min(chunk, left)
      const started = now()
      const done = Number(this.machine.call('think_on', this.space, this.settings, wanted, left, begin))
      made += done
      if (done < wanted || made === most || (made >= LEAST && now() >= until)) return made
      pace = done / Math.max(now() - started, 1e-9)
      // without a clock nothing depends on how fast the machine is
      const largest = hurried ? Math.min(Math.max(1, Math.trunc(pace * CHUNK_SECONDS)), LARGEST_CHUNK) : LARGEST_CHUNK
      chunk = Math.min(2 * chunk, largest)
    }
  }

  /** The root's moves, in the order of first sight. */
  moves(): Found[] {
    return this.children(ROOT).map((node) => ({
      move: this.read(node, 'move'),
      visits: this.read(node, 'visits'),
      prior: this.read(node, 'prior'),
      shares: this.each(node, 'shares'),
      points: this.each(node, 'points'),
    }))
  }

  private children(node: number): number[] {
    const first = this.read(node, 'first')
    return Array.from({ length: this.read(node, 'count') }, (_, at) => first + at)
  }

  /** The node of one of the root's moves. */
  private childOf(move: number): number | undefined {
    return this.children(ROOT).find((child) => this.read(child, 'move') === move)
  }

  private each(node: number, field: string): number[] {
    return Array.from({ length: this.players }, (_, player) => this.read(node, field, player))
  }

  /** The moves that were tried most from here on, beginning with one, as far as each had so many visits. */
  line(move: number, least: number): number[] {
    const found: number[] = []
    let node = this.childOf(move)
    while (node !== undefined && this.read(node, 'visits') >= least) {
      found.push(this.read(node, 'move'))
      const outcomes: number[] = []
      for (let next = this.read(node, 'outcome'); next !== NO_NODE; next = this.read(next, 'next')) outcomes.push(next)
      node = this.mostVisited(this.children(this.mostVisited(outcomes) ?? node))
    }
    return found
  }

  private mostVisited(nodes: number[]): number | undefined {
    let best: number | undefined
    for (const node of nodes)
      if (best === undefined || this.read(node, 'visits') > this.read(best, 'visits')) best = node
    return best
  }
}
