/** A position without a table behind it: it offers its moves like a table, and somebody here says what comes of one. */
import type { GameEvent, MoveMade, Notation, Preview, Scene, Snapshot } from './wire'

export class StillTable {
  shown = $state.raw<Snapshot>() as Snapshot
  previews = $state.raw<Record<Notation, Preview>>({})
  reasons = $state.raw<Record<Notation, GameEvent>>({})
  otherwise = $state.raw<GameEvent | null>(null)
  /** What can be chosen instead of the moves that are possible, where clicks mean something else. */
  offers = $state.raw<Notation[] | null>(null)
  /** Whether a move can be chosen now. */
  open = $state(true)
  readonly busy = false
  readonly happening: MoveMade[] = []
  readonly stage = null
  readonly log: MoveMade[] = []

  constructor(
    scene: Scene,
    private readonly chosen: (move: Notation) => void = () => undefined,
  ) {
    this.show(scene)
  }

  show({ snapshot, previews }: Scene): void {
    this.shown = snapshot
    this.previews = Object.fromEntries(previews.previews.map((preview) => [preview.move, preview]))
    this.reasons = Object.fromEntries(previews.reasons.flatMap((reason) => reason.moves.map((move) => [move, reason])))
    this.otherwise = { key: 'other-question', values: { ask: previews.otherwise } }
  }

  get offered(): Notation[] {
    return this.open ? (this.offers ?? this.shown.moves.map((move) => move.notation)) : []
  }

  play(move: Notation): void {
    if (this.offered.includes(move)) this.chosen(move)
  }
}
