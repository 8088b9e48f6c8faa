/** Puzzles of one's own, kept in this browser: a position, and what a strong bot thinks of it. */
import { ApiError, api } from '../../connection/api'
import type { GameEvent, PuzzleSeen } from '../../connection/wire'
import { newId } from '../../connection/sharing'
import type { Kept } from './link'

export interface OwnPuzzle {
  id: string
  title: string
  kept: Kept
  shares: Record<string, number>
  line: string[]
  story: GameEvent[]
  why: GameEvent[]
}

const KEY = 'khlong-own-puzzles'

function stored(): OwnPuzzle[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found : []
  } catch {
    return [] // a browser without storage simply forgets
  }
}

let all = $state.raw<OwnPuzzle[]>(stored())

function keep(puzzles: OwnPuzzle[]): boolean {
  all = puzzles
  try {
    localStorage.setItem(KEY, JSON.stringify(puzzles))
    return true
  } catch {
    return false
  }
}

export const ownPuzzles = {
  get all(): OwnPuzzle[] {
    return all
  },
  find: (id: string): OwnPuzzle | undefined => all.find((each) => each.id === id),
  /** Keeps one; whether the browser has room for it. */
  add(puzzle: Omit<OwnPuzzle, 'id'>): boolean {
    return keep([...all, { ...puzzle, id: newId().slice(0, 8) }])
  },
  forget(id: string): void {
    keep(all.filter((each) => each.id !== id))
  },
  /** One of them as those that come with the game are. */
  async open(id: string): Promise<PuzzleSeen> {
    const own = this.find(id)
    if (!own) throw new ApiError(404, 'not_found', '')
    await api.me()
    const { scene } = await api.position(own.kept.game, own.kept)
    if (!scene) throw new ApiError(404, 'not_found', '')
    const [move] = own.line
    const seat = scene.snapshot.question?.seat ?? 0
    const line = move ? [{ move, seat, events: own.story, view: scene.snapshot.view }] : []
    return { number: 0, rating: 0, scene, shares: own.shares, why: own.why, line }
  },
}
