/** One table as this browser knows it: the newest snapshot, what the board shows of it, and the moves on their way. */
import type { Component } from 'svelte'
import { pace } from '../shell/settings.svelte'
import { shownName, withNames } from '../words/names'
import type { Talk } from './end'
import { tableHost, type Host } from './host'
import { share } from './share'
import { newId } from './sharing'
import type { Around, Change, GameEvent, MoveMade, Notation, Preview, ServerMessage, Snapshot } from './wire'

const PROTOCOL = 2
const REST = 3.2 // how many motions long a move of others stays before the next one comes
const SOON = 250 // milliseconds in which an answer is awaited without a word
const PAUSES = [300, 1000, 3000, 9000] // milliseconds before a request that failed is tried again

interface Pending {
  id: string
  ply: number
  type: 'move' | 'undo'
  move?: Notation
}
interface Step {
  snapshot: Snapshot
  made: MoveMade[]
}
/** A moment that is shown for so many motions, before the view that follows on it. */
interface Between {
  key: string
  view: Snapshot['view']
  beats: number
  events: GameEvent[]
}

/** A table that is shown in the place of another for a while, with something to say above what is asked. */
export interface Aside {
  table: LiveTable
  Above: Component<Record<string, unknown>>
  about: Record<string, unknown>
}

export class LiveTable {
  latest = $state.raw<Snapshot | null>(null)
  shown = $state.raw<Snapshot | null>(null)
  log = $state.raw<MoveMade[]>([])
  previews = $state.raw<Record<Notation, Preview>>({})
  /** Why moves that are not offered are not possible, and what is asked instead of all others. */
  reasons = $state.raw<Record<Notation, GameEvent>>({})
  otherwise = $state.raw<GameEvent | null>(null)
  pending = $state.raw<Pending | null>(null)
  /** Whether the pending move takes longer than usual, so that it is said and nothing else is offered. */
  slow = $state(false)
  refused = $state('')
  /** The moves that are being shown, and those whose outcome is on the board already. */
  happening = $state.raw<MoveMade[]>([])
  landed = $state.raw<MoveMade[]>([])
  /** The ply that one looks back at, if one does. */
  looking = $state<number | null>(null)
  aside = $state.raw<Aside | null>(null)
  /** What lies between two views, where a game has that to show: dice that roll before anybody collects. */
  stages: (before: Snapshot['view'], after: Snapshot['view'], made: MoveMade[]) => Between[] = () => []
  /** Which of these moments is shown. */
  stage = $state<string | null>(null)
  private steps = $state.raw<Step[]>([])
  private playing = $state(false)
  private line: Talk
  private wake: (() => void) | null = null
  private skipped = false
  private past = new Map<number, Promise<Snapshot>>()
  closed = false
  private dropped = false
  private asking = 0

  constructor(
    readonly id: string,
    first: Snapshot,
    readonly invite: string | null,
    private readonly host: Host = tableHost(id, invite),
  ) {
    this.latest = this.shown = first
    void this.readLog()
    this.line = host.talk({
      opened: () =>
        this.line.send({
          type: 'hello',
          protocol: PROTOCOL,
          after: this.latest?.ply ?? null,
          visible: !document.hidden,
        }),
      heard: (message) => this.receive(message),
      lost: () => (this.slow = true),
    })
    document.addEventListener('visibilitychange', this.tellSight)
  }

  close(): void {
    this.closed = true
    document.removeEventListener('visibilitychange', this.tellSight)
    this.line.close()
    this.steps = []
  }

  get online(): boolean {
    return this.line.online
  }

  /** Whether nobody else is at the table, as in a tutorial. */
  get alone(): boolean {
    return this.host.alone
  }

  /** Says whether anybody can see this: who has the table in hidden tabs only is away. */
  private tellSight = (): void => this.line.send({ type: 'look', visible: !document.hidden })

  /** Whether moves of others are still being shown. */
  get busy(): boolean {
    return this.playing || this.steps.length > 0
  }

  /** The seat of this browser that is asked, if its answer is awaited. */
  get asked(): number | null {
    const question = this.latest?.question
    return question && this.latest!.you.seats.includes(question.seat) ? question.seat : null
  }

  /** Whether one looks at the past of a game that goes on. */
  get elsewhen(): boolean {
    return this.looking !== null && this.latest?.table.status !== 'over'
  }

  /** The moves that can be made now from this browser. They stay in sight while one of them is on its way. */
  get offered(): Notation[] {
    if (this.asked === null || this.busy || this.elsewhen || (this.pending && this.slow)) return []
    return this.latest!.moves.map((move) => move.notation)
  }

  play(move: Notation): void {
    if (this.pending || !this.offered.includes(move)) return
    this.submit({ id: newId(), ply: this.latest!.ply, type: 'move', move })
  }

  undo(): void {
    if (this.pending || !this.latest?.undo.allowed) return
    this.submit({ id: newId(), ply: this.latest.ply, type: 'undo' })
  }

  /** Shows at once what is still waiting to be shown. */
  skip(): void {
    const last = this.steps.at(-1)
    this.steps = []
    if (last) this.shown = last.snapshot
    this.skipped = this.playing
    this.wake?.()
  }

  /** Shows nothing more of what waits to be shown. */
  private drop(): void {
    this.steps = []
    this.dropped = this.playing
    this.wake?.()
  }

  /** Shows what happened after a ply once more, to the present or up to another ply. */
  async replay(after: number, upTo = Infinity): Promise<void> {
    const now = this.latest
    if (!now || this.busy || after >= now.ply) return
    this.goOn()
    const plies = this.log.filter((made) => made.ply > after && made.ply <= upTo)
    const past = await Promise.all([after, ...plies.map((made) => made.ply)].map((ply) => this.at(ply)))
    if (this.latest !== now || this.busy) return // the game went on, and shows itself
    const then = ({ view, score }: Snapshot): Snapshot => ({ ...now, view, score })
    this.shown = then(past[0])
    this.steps = plies.map((made, index) => ({ snapshot: then(past[index + 1]), made: [made] }))
    void this.run()
  }

  /** Back from the past of a game that goes on. */
  goOn(): void {
    if (!this.elsewhen) return
    this.looking = null
    this.happening = []
    this.shown = this.latest
  }

  /** Shows the game as it was after so many moves; the next view is fetched ahead. */
  async look(ply: number): Promise<void> {
    const last = this.latest!.ply
    const over = this.latest!.table.status === 'over'
    if (!over) this.drop()
    if (!over && ply >= last) return this.goOn()
    const step = ply === (this.looking ?? last) + 1
    this.looking = Math.min(Math.max(ply, 0), last)
    const snapshot = await this.at(this.looking).catch(() => null)
    if (!snapshot || this.looking !== snapshot.ply) return
    this.shown = snapshot
    this.happening = this.log.filter((made) => made.ply === snapshot.ply)
    if (step) this.landed = this.happening
    if (snapshot.ply < last) void this.at(snapshot.ply + 1).catch(() => undefined)
  }

  private at(ply: number): Promise<Snapshot> {
    let known = this.past.get(ply)
    if (!known) {
      this.past.set(ply, (known = this.host.at(ply)))
      known.catch(() => this.past.delete(ply))
    }
    return known
  }

  private submit(pending: Pending): void {
    this.refused = ''
    this.pending = pending
    this.slow = !this.online
    setTimeout(() => (this.slow ||= this.pending === pending), SOON)
    this.line.send(pending)
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'welcome') this.welcome(withNames(message.snapshot), message.made)
    else if (message.type === 'update' && this.latest)
      this.update(message.snapshot, message.made, message.around && withNames(message.around))
    else if (message.type === 'refused') this.refuse(message)
    else if (message.type === 'ack' && message.id === this.pending?.id && (this.latest?.ply ?? 0) >= message.ply)
      this.pending = null
    else if (message.type === 'seats' && this.latest) this.seat(withNames(message))
    else if (message.type === 'chat' && this.latest)
      this.latest = { ...this.latest, chat: [...this.latest.chat, { ...message, name: shownName(message) }] }
  }

  private welcome(snapshot: Snapshot, made: MoveMade[]): void {
    const before = this.latest
    this.take(snapshot)
    if (snapshot.ply < (this.log.at(-1)?.ply ?? 0)) {
      this.log = [] // what was taken back meanwhile is not to be told
      this.past.clear()
    }
    const next = (this.log.at(-1)?.ply ?? 0) + 1
    if (before && this.log.length && snapshot.ply > before.ply && made[0]?.ply === next) {
      this.log = [...this.log, ...made]
      this.queue(made)
    } else {
      this.steps = []
      this.settle()
      void this.readLog()
    }
    if (this.pending?.ply === snapshot.ply)
      this.line.send(this.pending) // it may have been lost on the way
    else this.pending = null
  }

  private update(change: Change, made: MoveMade[], around?: Around): void {
    const latest = this.latest!
    const snapshot: Snapshot = { ...latest, ...change, ...around, view: { ...latest.view, ...change.view } }
    const own = this.pending !== null && snapshot.ply !== this.pending.ply
    const before = latest.ply
    this.take(snapshot)
    if (own) this.pending = null
    if (snapshot.ply < before) {
      this.log = this.log.filter((entry) => entry.ply <= snapshot.ply)
      this.past.clear()
      this.drop()
      if ((this.looking ?? 0) >= snapshot.ply) this.goOn()
      if (this.looking === null) this.shown = this.latest
    } else if (snapshot.ply === before) {
      this.settle()
    } else {
      const fresh = made.filter((entry) => entry.ply > (this.log.at(-1)?.ply ?? 0))
      this.log = [...this.log, ...fresh]
      if (fresh.length && fresh[0].ply !== before + 1) void this.readLog() // something was missed
      this.queue(fresh)
    }
  }

  /** What has just been made is shown in its turn; whoever looks at the past sees it in the log alone. */
  private queue(made: MoveMade[]): void {
    if (this.elsewhen) return
    this.steps = [...this.steps, { snapshot: this.latest!, made }]
    void this.run()
  }

  private take(snapshot: Snapshot): void {
    const same = this.latest?.ply === snapshot.ply && this.latest.table.status === snapshot.table.status
    this.latest = share(this.latest, snapshot)
    if (!same) [this.previews, this.reasons, this.otherwise] = [{}, {}, null]
    if (snapshot.moves.length && this.asked !== null) void this.readPreviews(snapshot.ply)
  }

  private async run(): Promise<void> {
    if (this.playing) return
    this.playing = true
    while (this.steps.length) {
      const [step, ...rest] = this.steps
      this.steps = rest
      const time = document.hidden ? 0 : pace()
      const stages = time && this.shown ? this.stages(this.shown.view, step.snapshot.view, step.made) : []
      this.happening = step.made
      for (const { key, view, beats, events } of stages) {
        if (this.skipped || this.dropped) break
        this.stage = key
        this.shown = { ...step.snapshot, view }
        if (events.length) this.landed = [{ ...step.made[0], events }]
        await this.rest(time * beats)
      }
      this.stage = null
      if (this.dropped) break
      this.shown = step.snapshot
      if (!stages.length) this.landed = step.made
      const own = step.made.every((made) => step.snapshot.you.seats.includes(made.seat))
      if (time && !own && !this.skipped) await this.rest(time * REST)
      this.skipped = false
    }
    this.playing = this.dropped = false
    this.settle()
  }

  private rest(time: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake?.(), time)
      this.wake = () => {
        clearTimeout(timer)
        this.wake = null
        resolve()
      }
    })
  }

  private refuse(message: { id: string | null; message: string }): void {
    if (message.id && message.id !== this.pending?.id) return
    this.pending = null
    this.refused = message.message
    void this.host.at().then(
      (snapshot) => this.welcome(snapshot, []),
      () => undefined,
    )
  }

  private seat({ table, seats, you }: Around): void {
    this.latest = share(this.latest, { ...this.latest!, table, seats, you })
    this.settle()
  }

  /** Shows the newest, unless something else is being shown or looked at. */
  private settle(): void {
    if (!this.busy && this.looking === null) this.shown = this.latest
  }

  private async readLog(): Promise<void> {
    const told = await this.keepAsking(
      () => this.host.made(),
      () => true,
    )
    if (!told) return
    const last = told.moves.at(-1)?.ply ?? 0
    this.log = [...told.moves, ...this.log.filter((made) => made.ply > last)]
  }

  /** Moves can be made without previews, so nothing waits for them. Only the newest wish for them counts. */
  protected async readPreviews(ply: number): Promise<void> {
    const asking = ++this.asking
    const told = await this.keepAsking(
      () => this.host.previews(ply),
      () => this.asking === asking && this.latest?.ply === ply,
    )
    if (!told) return
    this.previews = Object.fromEntries(told.previews.map((preview) => [preview.move, preview]))
    this.reasons = Object.fromEntries(told.reasons.flatMap((reason) => reason.moves.map((move) => [move, reason])))
    this.otherwise = { key: 'other-question', values: { ask: told.otherwise } }
  }

  /** Tries a request a few times, ever later, while its answer is wanted. */
  private async keepAsking<T>(ask: () => Promise<T>, wanted: () => boolean): Promise<T | null> {
    for (const pause of [0, ...PAUSES]) {
      if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
      if (this.closed || !wanted()) return null
      const told = await ask().catch(() => null)
      if (told !== null) return wanted() ? told : null
    }
    return null
  }
}
