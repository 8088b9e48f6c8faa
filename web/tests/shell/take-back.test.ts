import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveTable } from '../../src/connection/table.svelte'
import type { Snapshot } from '../../src/connection/wire'

const api = { askBack: vi.fn(async () => null), answerBack: vi.fn(async () => null) }
vi.mock('../../src/connection/api', () => ({ api }))
const { default: TakeBack } = await import('../../src/shell/TakeBack.svelte')

type Undo = Partial<Snapshot['undo']>

describe('taking a move back', () => {
  let app: object | null = null
  beforeEach(() => vi.clearAllMocks())
  afterEach(() => {
    if (app) void unmount(app)
    document.body.replaceChildren()
  })
  function open(undo: Undo, others: 'bot' | 'person', mine = false): HTMLButtonElement[] {
    const seats = ['Ann', 'Bo'].map((name, seat) => ({ seat, name, kind: seat ? others : 'person', yours: !seat }))
    const latest = {
      seats,
      you: { seats: [0], spectator: false },
      ply: 7,
      undo: { allowed: false, barrier: false, back: [null, null], request: null, ...undo },
    } as Partial<Record<keyof Snapshot, unknown>>
    const table = { id: 't', latest } as Partial<Record<keyof LiveTable, unknown>> as LiveTable
    app = mount(TakeBack, { target: document.body, props: { table, mine } })
    flushSync()
    return [...document.querySelectorAll('button')]
  }
  const names = (buttons: HTMLButtonElement[]) =>
    buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent.trim())

  it('is done at once among bots, and asked of people', () => {
    for (const [others, name] of [
      ['bot', 'Take back'],
      ['person', 'Ask to take back'],
    ] as const) {
      const buttons = open({ back: [5, 3] }, others)
      expect(names(buttons)).toEqual([name])
      buttons[0].click()
      expect(api.askBack).toHaveBeenLastCalledWith('t', 7)
      void unmount(app!)
    }
    app = null
  })

  it('is not offered past a roll, and a sign says why', () => {
    expect(open({ back: [null, 5], barrier: true }, 'bot', true)).toEqual([])
    expect(document.querySelector('[data-tip]')!.getAttribute('data-tip')).toContain('dice')
  })

  it('is allowed or not by whoever is asked', () => {
    const buttons = open({ back: [null, 5], request: { seat: 1, ply: 5, awaited: [0] } }, 'person')
    expect(document.body.textContent).toContain('Bo asks to take the last move back.')
    expect(names(buttons)).toEqual(['Let it stand', 'Allow it'])
    buttons[1].click()
    expect(api.answerBack).toHaveBeenLastCalledWith('t', true)
  })

  it('can be withdrawn while an answer is awaited', () => {
    const buttons = open({ back: [5, null], request: { seat: 0, ply: 5, awaited: [1] } }, 'person')
    expect(document.body.textContent).toContain('Bo can still answer')
    expect(names(buttons)).toEqual(['Never mind'])
    buttons[0].click()
    expect(api.answerBack).toHaveBeenLastCalledWith('t', false)
  })
})
