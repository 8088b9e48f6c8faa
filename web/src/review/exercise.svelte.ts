/** A moment of a game put as a question once more: the same table, the same moves, and a judge for a host. */
import { api } from '../connection/api'
import { LiveTable } from '../connection/table.svelte'
import type { GameEvent, MoveMade, Notation, Snapshot } from '../connection/wire'
import type { Decision, MoveWorth } from '../connection/wire'

export class Exercise extends LiveTable {
  /** The last move that was tried, and what is known of it. */
  tried = $state<Notation | null>(null)
  /** Whether the answer is known, found or shown. */
  done = $state(false)
  /** What is expected to follow on the best move. */
  story = $state.raw<GameEvent[]>([])

  constructor(
    id: string,
    then: Snapshot,
    invite: string | null,
    readonly decision: Decision,
    log: MoveMade[],
  ) {
    const asked: Snapshot = {
      ...then,
      table: { ...then.table, status: 'playing' },
      seats: then.seats.map((seat) => ({ ...seat, yours: seat.seat === decision.seat })),
      you: { seats: [decision.seat], spectator: false },
    }
    super(id, asked, invite, {
      alone: true,
      talk: () => ({ online: true, send: () => undefined, close: () => undefined }),
      at: (ply) => (ply === undefined || ply === then.ply ? Promise.resolve(asked) : api.table(id, ply, invite)),
      made: () => Promise.resolve({ moves: log.filter((made) => made.ply < decision.ply) }),
      previews: (ply) => api.previews(id, ply, invite),
    })
    void this.readPreviews(then.ply)
  }

  override get offered(): Notation[] {
    return this.done ? [this.decision.best[0].move] : super.offered // the answer stays in sight
  }

  override play(move: Notation): void {
    if (this.done || !this.offered.includes(move)) return
    this.tried = move
    if (this.accepted(move)) void this.reveal()
  }

  /** Shows what is best, and what would follow. */
  async reveal(): Promise<void> {
    this.done = true
    const { ply, line, best } = this.decision
    const moves = line.length ? line : [best[0].move]
    const told = await api.story(this.id, ply - 1, moves, this.invite).catch(() => null)
    this.story = told?.events ?? []
  }

  accepted(move: Notation): boolean {
    return this.decision.accepts.includes(move)
  }

  /** What is known of a move; nothing of one that is far behind. */
  worth(move: Notation): MoveWorth | undefined {
    return this.decision.best.find((each) => each.move === move)
  }
}
