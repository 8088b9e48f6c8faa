/** How pieces and buttons offer moves: point at one to see what it would do, choose it to make it. */
import { getContext, setContext } from 'svelte'
import type { LiveTable } from '../connection/table.svelte'
import type { GameEvent, Notation } from '../connection/wire'
import { settings } from './settings.svelte'

const KEY = Symbol('play')

/** What is known of a table by whoever offers moves. */
export type Offers = Pick<
  LiveTable,
  'offered' | 'previews' | 'reasons' | 'otherwise' | 'busy' | 'happening' | 'stage' | 'log' | 'play'
>

export class Play {
  pointed = $state<Notation | null>(null)
  /** The piece or button by which a move was last pointed at or chosen. */
  by = $state.raw<Element | null>(null)
  /** A move that waits for a second tap or for a confirmation. */
  armed = $state<Notation | null>(null)
  /** The move that a hint recommends: marked wherever it can be made. */
  best = $state<Notation | null>(null)

  constructor(
    readonly table: Offers,
    /** Whether a curtain hides the table. */
    readonly covered: () => boolean,
    /** A reason in words. */
    readonly tell: (reason: GameEvent) => string,
    /** Why a move may not be meant; empty for most. */
    readonly slip: (move: Notation) => string = () => '',
    /** Whether a move is let through: a tutorial answers those that it does not ask for by a word. */
    private readonly heed: (move: Notation) => boolean = () => true,
  ) {}

  private moves = $derived.by(() => this.unlessSame(new Set(this.covered() ? [] : this.table.offered)))
  private wished = $derived.by(() => new Set(this.moves.size ? Object.keys(this.table.reasons) : []))
  private known = new Set<Notation>()
  private heard = new Map<Notation, Record<string, unknown>>()

  /** The same moves are the same set, so that nothing is drawn anew for them. */
  private unlessSame(moves: Set<Notation>): Set<Notation> {
    if (moves.size !== this.known.size || [...moves].some((move) => !this.known.has(move))) this.known = moves
    return this.known
  }

  get offered(): Set<Notation> {
    return this.moves
  }

  can(move: Notation): boolean {
    return this.moves.has(move)
  }

  /** Moves that one would naturally try and that are not possible, each with a reason of its own. */
  get wishes(): Set<Notation> {
    return this.wished
  }

  /** Why a move is not possible; empty while nothing is asked here. */
  whyNot(move: Notation): string {
    if (!move || !this.moves.size || this.can(move)) return ''
    const reason = this.table.reasons[move] ?? this.table.otherwise
    return reason ? this.tell(reason) : ''
  }

  /** The move whose consequences are to be shown. */
  get considered(): Notation | null {
    const move = this.armed ?? this.pointed
    return move !== null && this.can(move) ? move : null
  }

  choose(move: Notation, touch = false): void {
    if (!this.can(move) || !this.heed(move)) return
    const ask = touch || (settings.confirm && this.final(move)) || (settings.slips && this.slip(move) !== '')
    if (ask && this.armed !== move) {
      this.armed = move
      return
    }
    this.forget()
    this.table.play(move)
  }

  /** Whether a move ends the turn or cannot be undone, or is not known yet to do neither. */
  private final(move: Notation): boolean {
    const preview = this.table.previews[move]
    return !preview || preview.ends_turn || preview.chance
  }

  private point(move: Notation, by: Element): void {
    this.by = by
    this.pointed = move
  }

  forget(): void {
    this.armed = null
    this.pointed = null
  }

  /** Attributes for a piece: a button that makes the move where it is possible, else a picture with a name. */
  piece(move: Notation, label: string): Record<string, unknown> {
    if (!this.can(move)) return { role: 'img', ...this.wish(move, label), 'aria-label': label, 'data-tip': label }
    return { role: 'button', tabindex: 0, 'aria-label': label, 'data-tip': label, ...this.handlers(move) }
  }

  /** Attributes for a piece whose move is not possible: it says why. Arrow keys come to it, the Tab key passes by.
   *  A piece with text in it needs the label in hidden words too. */
  wish(move: Notation, label: string): Record<string, unknown> | null {
    const why = this.whyNot(move)
    if (!why) return null
    return {
      role: 'button',
      tabindex: -1,
      'aria-disabled': 'true',
      'aria-description': why,
      'data-tip': label,
      'data-why': why,
      'data-wish': move,
    }
  }

  /** Attributes for an HTML button that makes the move. */
  button(move: Notation): Record<string, unknown> {
    return { type: 'button', ...this.handlers(move) }
  }

  private handlers(move: Notation): Record<string, unknown> {
    return {
      'data-move': move,
      'data-chance': this.table.previews[move]?.chance ? '' : undefined,
      'data-ends': this.table.previews[move]?.ends_turn ? '' : undefined,
      'data-best': this.best === move ? '' : undefined,
      'data-armed': this.armed === move ? '' : undefined,
      ...this.listeners(move),
    }
  }

  /** The same functions every time, so that a piece that stays keeps its own. */
  private listeners(move: Notation): Record<string, unknown> {
    let known = this.heard.get(move)
    if (!known) this.heard.set(move, (known = this.listenersOf(move)))
    return known
  }

  private listenersOf(move: Notation): Record<string, unknown> {
    const leave = () => {
      if (this.pointed === move) this.pointed = null
    }
    return {
      onclick: (event: PointerEvent) => {
        event.stopPropagation()
        this.by = event.currentTarget as Element
        const touch = event.pointerType === 'touch'
        // quick taps on two things count as a double click too
        const again = event.detail > 1 && !(touch && this.armed !== move)
        if (!again) this.choose(move, touch) // a double click means one move
      },
      onkeydown: (event: KeyboardEvent) => {
        const pressed = event.key === 'Enter' || event.key === ' '
        // a key that is held means one move
        const byItself = event.currentTarget instanceof HTMLButtonElement && !event.repeat
        if (!pressed || byItself) return
        event.preventDefault()
        if (!event.repeat) this.choose(move)
      },
      onpointerenter: (event: PointerEvent) => {
        if (event.pointerType !== 'touch') this.point(move, event.currentTarget as Element)
      },
      onpointerleave: leave,
      onfocus: (event: FocusEvent) => {
        const by = event.currentTarget as Element
        if (by.matches(':focus-visible')) this.point(move, by) // by keyboard, not by touch
      },
      onblur: leave,
    }
  }
}

export const providePlay = (play: Play): Play => setContext(KEY, play)
export const usePlay = (): Play => getContext<Play>(KEY)
