/** A game's analysis as it comes: started once, asked for until it is as deep as it gets, kept while one is there. */
import { ApiError, api } from '../connection/api'
import type { Aside, LiveTable } from '../connection/table.svelte'
import type { GameTable } from '../games/game'
import { say } from '../words/words.svelte'
import ExerciseBar from './ExerciseBar.svelte'
import { Exercise } from './exercise.svelte'
import type { Decision, Review, ReviewState } from '../connection/wire'

const PULSE = 1000 // milliseconds between two looks how far it is
const PROBLEMS: Record<string, string> = {
  not_over: 'review.not-over',
  too_many: 'review.quota',
  busy: 'review.busy',
}

const feeds = new WeakMap<LiveTable, Feed>()

/** The review of a table, begun when it is first asked for. */
export function feedOf(table: LiveTable, game: GameTable): Feed {
  let feed = feeds.get(table)
  if (!feed) {
    feeds.set(table, (feed = new Feed(table, game)))
    void feed.start()
  }
  return feed
}

export class Feed {
  state = $state.raw<ReviewState | null>(null)
  /** The deepest that there is so far. */
  review = $state.raw<Review | null>(null)
  failed = $state('')
  /** Whose mistakes are listed: those of a seat; everybody's; or, if nobody chose, one's own. */
  whose = $state<number | null | undefined>(undefined)
  /** The plies of mistakes for which a better move was found, or shown. */
  solved = $state.raw<Set<number>>(new Set())

  constructor(
    readonly table: LiveTable,
    readonly game: GameTable,
  ) {}

  get going(): boolean {
    return !this.failed && (this.state === null || this.state.state === 'waiting' || this.state.state === 'running')
  }

  /** Has the game analysed, or goes on where that stopped. */
  async start(): Promise<void> {
    this.failed = ''
    this.state = null
    await this.take(api.startReview(this.table.id, this.review?.depth ?? 0, this.table.invite))
  }

  /** Puts the question of a decision once more. */
  async look(decision: Decision): Promise<void> {
    try {
      const { id, invite, log } = this.table
      const then = await api.table(id, decision.ply - 1, invite)
      const exercise = new Exercise(id, then, invite, decision, log)
      this.table.aside = { table: exercise, Above: ExerciseBar as Aside['Above'], about: { feed: this, exercise } }
    } catch (problem) {
      this.failed = (problem as Error).message
    }
  }

  /** Back to the review. */
  leave(): void {
    const exercise = this.table.aside?.table
    if (exercise instanceof Exercise && exercise.done) this.solved = new Set([...this.solved, exercise.decision.ply])
    this.table.aside = null
  }

  private async take(asked: Promise<ReviewState>): Promise<void> {
    try {
      const state = await asked
      if (this.table.closed) return
      this.state = state
      if (state.review) this.review = state.review
      if (state.state === 'failed') this.failed = say('review.failed')
    } catch (problem) {
      const code = problem instanceof ApiError ? problem.code : ''
      this.failed = say(PROBLEMS[code] ?? 'review.no-answer')
    }
    if (this.going && !this.table.closed)
      setTimeout(() => void this.take(api.review(this.table.id, this.review?.depth ?? 0, this.table.invite)), PULSE)
  }
}
