import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveTable } from '../../src/connection/table.svelte'
import type { MoveMade, Snapshot } from '../../src/connection/wire'
import GameLog from '../../src/shell/GameLog.svelte'

const event = (key: string, values: Record<string, unknown>) => ({ key, values })
const log: MoveMade[] = [
  [0, 1, event('customer', { seat: 0, place: 'temple' })],
  [0, 1, event('die', { seat: 0, die: 'd6' })],
  [
    1,
    1,
    event('customer', { seat: 1, place: 'hut' }),
    event('roll', { total: 9 }),
    event('coins-beside', { seat: 0, coins: 2, place: '9-13' }),
  ],
  [1, 2, event('customer', { seat: 1, place: 'market' })],
].map(([seat, round, ...events], index) => ({
  ...({ seat, round, events } as Pick<MoveMade, 'seat' | 'round' | 'events'>),
  ply: index + 1,
  move: '',
  by: 'person',
  at: 0,
}))

function table(status: 'playing' | 'over'): LiveTable {
  const seats = ['Ann', 'Bo'].map((name, seat) => ({ seat, name, kind: 'bot', yours: !seat, returns: false }))
  const latest = {
    table: { id: 't', game: 'floating-market', status, absence: { decide: 'nobody' } },
    seats,
    you: { seats: [0], spectator: false },
    ply: 4,
    question: null,
    undo: { allowed: false, barrier: false, back: [null, null], request: null },
  } as Partial<Record<keyof Snapshot, unknown>>
  const known = {
    id: 't',
    invite: null,
    latest,
    shown: latest,
    log,
    looking: null,
    busy: false,
    look: vi.fn(),
    replay: vi.fn(),
  }
  return known as Partial<Record<keyof LiveTable, unknown>> as LiveTable
}

describe('the log', () => {
  let app: object
  let shown: LiveTable
  const open = (status: 'playing' | 'over' = 'playing') => {
    shown = table(status)
    app = mount(GameLog, { target: document.body, props: { table: shown } })
    flushSync()
  }
  beforeEach(() => open())
  afterEach(() => {
    void unmount(app)
    document.body.replaceChildren()
  })
  const turns = () => [...document.querySelectorAll('.log ol > li:not(.mark)')]
  const sails = (within: Element) =>
    [...within.querySelectorAll('path[fill^="url(#sail"]')].map((path) => path.getAttribute('fill'))

  it('is grouped by turn and round, the latest first', () => {
    expect(turns().map((turn) => turn.querySelector('b')!.textContent)).toEqual(['Bo', 'Bo', 'Ann'])
    const rounds = [...document.querySelectorAll('.round')].map((mark) => mark.textContent.trim())
    expect(rounds).toEqual(['Round 2', 'Round 1'])
  })

  it('has the sail of whom a sentence is about, and none where it is about nobody', () => {
    const turn = turns()[1]
    const [own, roll, coins] = turn.querySelectorAll('p')
    expect(sails(turn.querySelector('.who')!)).toEqual(['url(#sail-1)'])
    expect([sails(own), sails(roll)]).toEqual([[], []])
    expect([coins.textContent.trim(), ...sails(coins)]).toEqual([
      'Ann gets 2 coins beside it, at 9–13.',
      'url(#sail-0)',
    ])
  })

  it('leads to the moment after a turn, while the game goes on too', () => {
    const [, , first] = turns()
    first.querySelector('button')!.click()
    expect(shown.look).toHaveBeenCalledWith(2)
  })

  it('says what the others did since my last turn, each to be seen once more', () => {
    const since = document.querySelector<HTMLButtonElement>('.since button')!
    expect(since.textContent).toContain('Bo places a customer: Artist')
    since.click()
    expect(shown.replay).toHaveBeenCalledWith(2, 4)
  })
})
