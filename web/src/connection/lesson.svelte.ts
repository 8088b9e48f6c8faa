/** A tutorial as it is gone through: its script tells the table what happens, and waits for the learner. */
import { withNames } from '../words/names'
import { inWords } from '../words/said'
import { say } from '../words/words.svelte'
import { ApiError, api } from './api'
import type { Talk } from './end'
import type { Host } from './host'
import { keptLesson, keepLesson } from './kept-lessons'
import type { Ends } from './line.svelte'
import type { LessonTold, Moment, MoveMade, Notation, Previews, Snapshot, TutorialScript } from './wire'

const PROTOCOL = 2

export class Lesson implements Host {
  readonly alone = true
  /** The step that is explained. */
  step = $state(0)
  /** An answer to whoever tried something else. */
  word = $state.raw<() => string>(() => '')
  finished = $state(false)
  private choices: Notation[] = []
  private ends: Ends | null = null
  /** What happened since the scene began or was opened, and the table before that: for the log. */
  private past: Moment[] = []
  private base: Snapshot

  private constructor(
    readonly game: string,
    readonly script: TutorialScript,
    private readonly learner: string,
    private told: LessonTold,
    choices: Notation[],
    step: number,
  ) {
    this.choices = choices
    this.step = step
    this.base = this.shownAt(step)
  }

  /** A tutorial where it was left. */
  static async open(game: string, name: string, learner: string): Promise<Lesson> {
    const script = await api.script(game, name)
    const { choices, step } = keptLesson(game, name)
    const told = await api.lesson(game, name, choices).catch((problem) => {
      if (problem instanceof ApiError && problem.status === 422) return null // the tutorial is another one by now
      throw problem
    })
    const asked = script.steps.findIndex(({ moves }, at) => moves.length && countAsked(script, at) === choices.length)
    const last = asked < 0 ? script.steps.length - 1 : asked
    if (told && told.moments[0].step <= step && step <= last)
      return new Lesson(game, script, learner, told, choices, step)
    return new Lesson(game, script, learner, await api.lesson(game, name, []), [], 0)
  }

  /** The table where the lesson was opened. */
  get first(): Snapshot {
    return this.base
  }

  /** What the step says and wants. */
  get now(): TutorialScript['steps'][number] {
    return this.script.steps[this.step]
  }

  get last(): boolean {
    return this.step === this.script.steps.length - 1
  }

  /** Whether a move is the right one; if not, a kind word says so and nothing changes. */
  takes(move: Notation): boolean {
    const { moves, otherwise, others } = this.now
    if (moves.includes(move)) return true
    const known = Object.keys(others)
      .filter((each) => move === each || move.startsWith(`${each} `))
      .sort((one, other) => other.length - one.length)[0]
    const said = known ? others[known] : otherwise
    this.word = () => (said ? inWords(said) : say(moves.length ? 'lesson.otherwise' : 'lesson.read-first'))
    return false
  }

  /** The next step, where nothing is to be done but to read. */
  next(): void {
    if (this.now.moves.length) return
    if (this.last) this.finish()
    else this.go(this.step + 1)
  }

  /** The step before, as it was. */
  async back(): Promise<void> {
    const step = this.step - 1
    if (step < 0) return
    const choices = this.choices.slice(0, countAsked(this.script, step))
    if (choices.length < this.choices.length) {
      const told = await api.lesson(this.game, this.script.name, choices).catch(() => null)
      if (!told) return this.trouble()
      this.told = told
      this.choices = choices
    }
    this.step = step
    this.word = () => ''
    this.tell(this.shownAt(step))
    this.keep()
  }

  // what a table asks of its host

  talk(ends: Ends): Talk {
    this.ends = ends
    queueMicrotask(() => this.tell(this.base)) // a greeting, as a server sends it: previews and reasons follow from it
    return {
      online: true,
      send: (message) => {
        const { type, id, move } = message as { type: string; id: string; move: Notation }
        if (type === 'move') void this.choose(id, move)
      },
      close: () => (this.ends = null),
    }
  }

  async at(ply?: number): Promise<Snapshot> {
    if (ply === undefined) return this.shownAt(this.step)
    const known = this.past.find((moment) => moment.snapshot.ply === ply)
    if (!known && this.base.ply !== ply) throw new Error(`nothing is known of ply ${ply}`)
    return known ? this.named(known.snapshot) : this.base
  }

  async made(): Promise<{ moves: MoveMade[] }> {
    return { moves: this.past.flatMap((moment) => moment.made) }
  }

  async previews(ply: number): Promise<Previews> {
    const { previews } = this.told
    if (previews.ply === ply && this.told.moments.at(-1)!.step <= this.step) return previews as Previews
    return { ply, previews: [], reasons: [], otherwise: this.shownAt(this.step).question?.key ?? '' }
  }

  private async choose(id: string, move: Notation): Promise<void> {
    const choices = [...this.choices, move]
    try {
      this.told = await api.lesson(this.game, this.script.name, choices)
    } catch {
      this.ends?.heard({ type: 'refused', id, code: 'no_server', message: say('table.no-server'), ply: 0 })
      return
    }
    this.choices = choices
    this.go(this.step + 1)
  }

  /** Lets happen what comes before a step is explained. */
  private go(step: number): void {
    this.step = step
    this.word = () => ''
    for (const moment of this.told.moments.filter((each) => each.step === step)) {
      if (moment.made.length) {
        this.past.push(moment)
        this.ends?.heard({ type: 'update', snapshot: this.named(moment.snapshot), made: moment.made })
      } else this.tell(this.named(moment.snapshot))
    }
    this.keep()
  }

  /** Shows a table at once, without telling how it came about. */
  private tell(snapshot: Snapshot): void {
    this.past = []
    this.base = snapshot
    this.ends?.heard({ type: 'welcome', protocol: PROTOCOL, snapshot, made: [] })
  }

  private shownAt(step: number): Snapshot {
    return this.named(this.told.moments.filter((moment) => moment.step <= step).at(-1)!.snapshot)
  }

  /** With the learner's own name. */
  private named(snapshot: Snapshot): Snapshot {
    const { seats, ...rest } = withNames(snapshot)
    return { ...rest, seats: seats.map((seat) => (seat.yours ? { ...seat, name: this.learner } : seat)) }
  }

  private trouble(): void {
    this.word = () => say('table.no-server')
  }

  private finish(): void {
    this.finished = true
    keepLesson(this.game, this.script.name, { choices: [], step: 0, done: true })
  }

  private keep(): void {
    const { done } = keptLesson(this.game, this.script.name)
    keepLesson(this.game, this.script.name, { choices: this.choices, step: this.step, done })
  }
}

/** How many moves are made before a step. */
const countAsked = (script: TutorialScript, step: number): number =>
  script.steps.slice(0, step).filter(({ moves }) => moves.length).length
