/** One table as this browser knows it: the newest snapshot, what the board shows of it, and the moves on their way. */
import LastingSocket from 'partysocket/ws'
import { pace } from '../shell/settings.svelte'
import { api } from './api'
import { share } from './share'
import type { Around, Change, GameEvent, MoveMade, Notation, Preview, ServerMessage, Snapshot } from './wire'

const PROTOCOL = 2
const REST = 3.2 // how many motions long a move of others stays before the next one comes
const HALFWAY = 6
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
  online = $state(false)
  refused = $state('')
  /** The moves that are being shown, and those whose outcome is on the board already. */
  happening = $state.raw<MoveMade[]>([])
  landed = $state.raw<MoveMade[]>([])
  /** The ply that one looks back at, if one does. */
  looking = $state<number | null>(null)
  /** A view between two others, where a game has one to show: dice that roll before anybody collects. */
  halfway: (before: Snapshot['view'], after: Snapshot['view'], made: MoveMade[]) => Snapshot['view'] | null = () => null
  private steps = $state.raw<Step[]>([])
  private playing = $state(false)
  private socket: LastingSocket
  private wake: (() => void) | null = null
  private past = new Map<number, Promise<Snapshot>>()
  private closed = false
  private asking = 0

  constructor(
    readonly id: string,
    first: Snapshot,
    readonly invite: string | null,
  ) {
    this.latest = this.shown = first
    const key = invite ? `?invite=${encodeURIComponent(invite)}` : ''
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${id}/socket${key}`
    void this.readLog()
    this.socket = new LastingSocket(address, [], {
      maxReconnectionDelay: 5000,
      minReconnectionDelay: 300,
      connectionTimeout: 5000,
    })
    this.socket.addEventListener('open', () =>
      this.send({ type: 'hello', protocol: PROTOCOL, after: this.latest?.ply ?? null }),
    )
    this.socket.addEventListener('close', () => {
      this.online = false
      this.slow = true
    })
    this.socket.addEventListener('message', (message) =>
      this.receive(JSON.parse(message.data as string) as ServerMessage),
    )
  }

  close(): void {
    this.closed = true
    this.socket.close()
    this.steps = []
  }

  /** Whether moves of others are still being shown. */
  get busy(): boolean {
    return this.playing || this.steps.length > 0
  }

  /** The seat of this browser that is asked, if its answer is awaited. */
  get asked(): number | null {
    const question = this.latest?.question
    return question && this.latest!.you.seats.includes(question.seat) ? question.seat : null
  }

  /** The moves that can be made now from this browser. They stay in sight while one of them is on its way. */
  get offered(): Notation[] {
    if (this.asked === null || this.busy || (this.pending && this.slow)) return []
    return this.latest!.moves.map((move) => move.notation)
  }

  play(move: Notation): void {
    if (this.pending || !this.offered.includes(move)) return
    this.submit({ id: crypto.randomUUID(), ply: this.latest!.ply, type: 'move', move })
  }

  undo(): void {
    if (this.pending || !this.latest?.undo.allowed) return
    this.submit({ id: crypto.randomUUID(), ply: this.latest.ply, type: 'undo' })
  }

  /** Shows at once what is still waiting to be shown. */
  skip(): void {
    const last = this.steps.at(-1)
    this.steps = []
    if (last) this.shown = last.snapshot
    this.wake?.()
  }

  /** Shows everything since a ply once more. */
  async replay(after: number): Promise<void> {
    const now = this.latest
    if (!now || this.busy || after >= now.ply) return
    const plies = this.log.filter((made) => made.ply > after)
    const past = await Promise.all(
      [after, ...plies.map((made) => made.ply)].map((ply) => api.table(this.id, ply, this.invite)),
    )
    this.shown = { ...now, view: past[0].view, score: past[0].score }
    this.steps = plies.map((made, index) => ({
      snapshot: index === plies.length - 1 ? now : { ...now, view: past[index + 1].view, score: past[index + 1].score },
      made: [made],
    }))
    void this.run()
  }

  /** Shows a game that is over as it was after so many moves; the next view is fetched ahead. */
  async look(ply: number): Promise<void> {
    const last = this.latest!.ply
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
      this.past.set(ply, (known = api.table(this.id, ply, this.invite)))
      known.catch(() => this.past.delete(ply))
    }
    return known
  }

  private submit(pending: Pending): void {
    this.refused = ''
    this.pending = pending
    this.slow = !this.online
    setTimeout(() => (this.slow ||= this.pending === pending), SOON)
    this.send(pending)
  }

  private send(message: object): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(message))
  }

  private receive(message: ServerMessage): void {
    this.online = true
    if (message.type === 'welcome') this.welcome(message.snapshot, message.made)
    else if (message.type === 'update' && this.latest) this.update(message.snapshot, message.made, message.around)
    else if (message.type === 'refused') this.refuse(message)
    else if (message.type === 'ack' && message.id === this.pending?.id && (this.latest?.ply ?? 0) >= message.ply)
      this.pending = null
    else if (message.type === 'seats' && this.latest) this.seat(message)
    else if (message.type === 'chat' && this.latest)
      this.latest = { ...this.latest, chat: [...this.latest.chat, message] }
  }

  private welcome(snapshot: Snapshot, made: MoveMade[]): void {
    const before = this.latest
    this.take(snapshot)
    const next = (this.log.at(-1)?.ply ?? 0) + 1
    if (before && this.log.length && snapshot.ply > before.ply && made[0]?.ply === next) {
      this.log = [...this.log, ...made]
      this.steps = [...this.steps, { snapshot: this.latest!, made }]
      void this.run()
    } else {
      this.steps = []
      this.settle()
      void this.readLog()
    }
    if (this.pending?.ply === snapshot.ply)
      this.send(this.pending) // it may have been lost on the way
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
      this.steps = []
      this.shown = this.latest
    } else if (snapshot.ply === before) {
      this.settle()
    } else {
      const fresh = made.filter((entry) => entry.ply > (this.log.at(-1)?.ply ?? 0))
      this.log = [...this.log, ...fresh]
      if (fresh.length && fresh[0].ply !== before + 1) void this.readLog() // something was missed
      this.steps = [...this.steps, { snapshot: this.latest!, made: fresh }]
      void this.run()
    }
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
      const middle = time && this.shown ? this.halfway(this.shown.view, step.snapshot.view, step.made) : null
      this.happening = step.made
      if (middle) {
        this.shown = { ...step.snapshot, view: middle }
        await this.rest(time * HALFWAY)
      }
      this.shown = step.snapshot
      this.landed = step.made
      const own = step.made.every((made) => step.snapshot.you.seats.includes(made.seat))
      if (time && (middle || !own)) await this.rest(time * REST)
    }
    this.playing = false
    this.shown = this.latest
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
    void api.table(this.id, undefined, this.invite).then(
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
      () => api.made(this.id, 0, this.invite),
      () => true,
    )
    if (!told) return
    const last = told.moves.at(-1)?.ply ?? 0
    this.log = [...told.moves, ...this.log.filter((made) => made.ply > last)]
  }

  /** Moves can be made without previews, so nothing waits for them. Only the newest wish for them counts. */
  private async readPreviews(ply: number): Promise<void> {
    const asking = ++this.asking
    const told = await this.keepAsking(
      () => api.previews(this.id, ply),
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
