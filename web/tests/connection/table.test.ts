import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MoveMade, Snapshot } from '../../src/connection/wire'

/** A socket that keeps what was sent, and says what it is told to say. */
class Line extends EventTarget {
  static last: Line
  readonly OPEN = 1
  readyState = 1
  sent: { type: string; id?: string; move?: string }[] = []
  constructor() {
    super()
    Line.last = this
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.readyState = 3
  }
  says(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
}
vi.mock('partysocket/ws', () => ({ default: Line }))
vi.mock('../../src/connection/api', () => ({
  api: {
    made: async () => ({ ply: 0, moves: [] }),
    previews: async () => ({ previews: [], reasons: [], otherwise: 'card' }),
    table: async () => snapshot(0),
  },
}))
vi.mock('../../src/shell/settings.svelte', () => ({ pace: () => 100 }))
const { LiveTable } = await import('../../src/connection/table.svelte')

const snapshot = (ply: number, seat = 0): Snapshot =>
  ({
    table: { id: 't', status: 'playing' } as Snapshot['table'],
    seats: [],
    you: { seats: [0], spectator: false },
    ply,
    view: { stones: 20 - ply },
    question: { seat, key: 'take' },
    moves: seat ? [] : [{ number: 1, notation: 'take 1' }],
    undo: { allowed: true, barrier: false },
    chat: [],
  }) as Partial<Snapshot> as Snapshot
const made = (ply: number, seat: number): MoveMade => ({ ply, seat, move: 'take 1', events: [], by: 'person', at: 0 })
const update = (ply: number, seat: number, mover: number) => {
  const { view, question, moves, undo } = snapshot(ply, seat)
  return { type: 'update', snapshot: { ply, view, question, moves, undo }, made: [made(ply, mover)] }
}

describe('a table as a browser knows it', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  async function sit(seat = 0) {
    const table = new LiveTable('t', snapshot(0, seat), null)
    await vi.advanceTimersByTimeAsync(0)
    return { table, line: Line.last }
  }

  it('sends a move once, and keeps it in sight until it is answered', async () => {
    const { table, line } = await sit()
    table.play('take 1')
    table.play('take 1')
    expect(line.sent.filter((message) => message.type === 'move')).toHaveLength(1)
    expect(table.pending?.move).toBe('take 1')
    line.says(update(1, 1, 0))
    expect(table.pending).toBeNull()
  })

  it('sends nothing that is not offered', async () => {
    const { table, line } = await sit()
    table.play('take 9')
    expect(line.sent).toEqual([])
  })

  it("shows one's own move at once", async () => {
    const { table, line } = await sit()
    table.play('take 1')
    line.says(update(1, 1, 0))
    expect(table.shown?.ply).toBe(1)
  })

  it("shows others' moves one by one, and offers nothing until the last is shown", async () => {
    const { table, line } = await sit(1)
    line.says(update(1, 1, 1))
    line.says(update(2, 0, 1))
    expect([table.latest?.ply, table.shown?.ply, table.busy]).toEqual([2, 1, true])
    expect(table.offered).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect([table.shown?.ply, table.busy]).toEqual([2, false])
    expect(table.offered).toEqual(['take 1'])
  })

  it('shows the newest at once when it is told to skip', async () => {
    const { table, line } = await sit(1)
    line.says(update(1, 1, 1))
    line.says(update(2, 1, 1))
    line.says(update(3, 0, 1))
    table.skip()
    await vi.advanceTimersByTimeAsync(0)
    expect([table.shown?.ply, table.busy]).toEqual([3, false])
  })

  it('goes back without a show when a move is taken back', async () => {
    const { table, line } = await sit()
    line.says(update(1, 0, 0))
    await vi.advanceTimersByTimeAsync(1000)
    line.says({ ...update(0, 0, 0), made: [] })
    expect([table.shown?.ply, table.log.length]).toEqual([0, 0])
  })

  it('says a refusal, and forgets the move', async () => {
    const { table, line } = await sit()
    table.play('take 1')
    line.says({
      type: 'refused',
      id: table.pending?.id,
      code: 'not-your-turn',
      message: 'It is not your turn.',
      ply: 0,
    })
    expect([table.refused, table.pending]).toEqual(['It is not your turn.', null])
  })

  it('sends a move again after the line was cut, if it has not arrived', async () => {
    const { table, line } = await sit()
    table.play('take 1')
    line.says({ type: 'welcome', protocol: 2, snapshot: snapshot(0), made: [] })
    expect(line.sent.filter((message) => message.type === 'move')).toHaveLength(2)
    line.says({ type: 'welcome', protocol: 2, snapshot: snapshot(1, 1), made: [made(1, 0)] })
    expect(table.pending).toBeNull()
  })
})
