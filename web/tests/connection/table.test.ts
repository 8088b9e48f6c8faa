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
  reconnects = 0
  reconnect(): void {
    this.reconnects++
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
    undo: { allowed: true, barrier: false, back: [null, null], request: null },
    chat: [],
  }) as Partial<Snapshot> as Snapshot
const made = (ply: number, seat: number): MoveMade => ({
  ply,
  seat,
  move: 'take 1',
  events: [],
  by: 'person',
  at: 0,
  round: 1,
})
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
  let opened: InstanceType<typeof LiveTable>[] = []
  afterEach(() => {
    opened.forEach((table) => table.close())
    opened = []
  })
  async function sit(seat = 0) {
    const table = new LiveTable('t', snapshot(0, seat), null)
    opened.push(table)
    await vi.advanceTimersByTimeAsync(0)
    return { table, line: Line.last }
  }
  const welcome = (ply = 0) => ({ type: 'welcome', protocol: 2, snapshot: snapshot(ply), made: [] })

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

  it('shows what lies between two views, one moment after the other, and never holds up what is known', async () => {
    const { table, line } = await sit()
    table.stages = (before, after) => [
      { key: 'dice', view: before, beats: 2, events: [] },
      { key: 'collect', view: after, beats: 3, events: [{ key: 'coins', values: {} }] },
    ]
    line.says(update(1, 0, 0))
    expect([table.latest?.ply, table.stage, table.shown?.view, table.landed]).toEqual([1, 'dice', { stones: 20 }, []])
    await vi.advanceTimersByTimeAsync(200)
    expect([table.stage, table.shown?.view, table.offered]).toEqual(['collect', { stones: 19 }, []])
    expect(table.landed[0].events.map(({ key }) => key)).toEqual(['coins'])
    await vi.advanceTimersByTimeAsync(300)
    expect([table.stage, table.busy, table.offered]).toEqual([null, false, ['take 1']])
    line.says(update(2, 0, 0))
    table.skip()
    await vi.advanceTimersByTimeAsync(0)
    expect([table.stage, table.shown?.ply, table.busy]).toEqual([null, 2, false])
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

  it('notices within ten seconds that nothing comes any more, whoever is asked, and connects anew', async () => {
    const { table, line } = await sit(1)
    line.says(welcome())
    expect(table.online).toBe(true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(line.sent.some((message) => message.type === 'ping')).toBe(true)
    expect([table.online, line.reconnects]).toEqual([false, 1])
  })

  it('takes any word for a sign that the line carries', async () => {
    const { table, line } = await sit(1)
    line.says(welcome())
    for (let times = 0; times < 20; times++) {
      await vi.advanceTimersByTimeAsync(2000)
      line.says({ type: 'pong' })
    }
    expect([table.online, line.reconnects]).toEqual([true, 0])
  })

  it("believes the browser's sign of a lost network at once, until a word comes all the same", async () => {
    const { table, line } = await sit()
    line.says(welcome())
    window.dispatchEvent(new Event('offline'))
    expect(table.online).toBe(false)
    expect(line.sent.at(-1)?.type).toBe('ping')
    line.says({ type: 'pong' })
    expect(table.online).toBe(true)
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
    expect(line.reconnects).toBe(1)
  })

  it('lets a move wait that is made without a network, and sends it when there is one', async () => {
    const { table, line } = await sit()
    line.says(welcome())
    window.dispatchEvent(new Event('offline'))
    line.readyState = 3
    table.play('take 1')
    expect([table.pending?.move, table.slow]).toEqual(['take 1', true])
    line.readyState = 1
    line.says(welcome())
    expect(line.sent.filter((message) => message.type === 'move')).toHaveLength(1)
  })

  it('looks at the past of a game that goes on, offers nothing there, and comes back', async () => {
    const { table, line } = await sit()
    line.says(update(1, 0, 0))
    await vi.advanceTimersByTimeAsync(1000)
    void table.look(0)
    await vi.advanceTimersByTimeAsync(0)
    expect([table.shown?.ply, table.looking, table.offered]).toEqual([0, 0, []])
    line.says(update(2, 0, 1)) // somebody moves meanwhile
    await vi.advanceTimersByTimeAsync(1000)
    expect([table.shown?.ply, table.latest?.ply, table.log.length]).toEqual([0, 2, 2])
    table.goOn()
    expect([table.shown?.ply, table.looking, table.offered]).toEqual([2, null, ['take 1']])
  })

  it('comes back to the present by stepping there', async () => {
    const { table, line } = await sit()
    line.says(update(1, 0, 0))
    await vi.advanceTimersByTimeAsync(1000)
    void table.look(0)
    await vi.advanceTimersByTimeAsync(0)
    void table.look(1)
    expect([table.looking, table.shown?.ply]).toEqual([null, 1])
  })

  it('leaves a past that has been taken back', async () => {
    const { table, line } = await sit()
    line.says(update(1, 0, 0))
    line.says(update(2, 0, 0))
    await vi.advanceTimersByTimeAsync(1000)
    void table.look(1)
    await vi.advanceTimersByTimeAsync(0)
    line.says({ ...update(0, 0, 0), made: [] })
    expect([table.looking, table.shown?.ply]).toEqual([null, 0])
  })

  it('stops showing moves that have been taken back', async () => {
    const { table, line } = await sit(1)
    line.says(update(1, 1, 1))
    line.says(update(2, 1, 1))
    line.says({ ...update(0, 1, 1), made: [] })
    await vi.advanceTimersByTimeAsync(0)
    expect([table.shown?.ply, table.busy]).toEqual([0, false])
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
