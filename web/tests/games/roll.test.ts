import { describe, expect, it } from 'vitest'
import type { MoveMade } from '../../src/connection/wire'
import { fit } from '../../src/games/floating-market/layout'
import { lastRoll, ofSeats } from '../../src/games/floating-market/result'
import { stages } from '../../src/games/floating-market/stages'
import type { Event, EventValues, View } from '../../src/games/floating-market/types'

const seat = (coins: number, fruit: string[] = []) => ({ coins, fruit, customers: 1, hand: [], pool: [], out: [] })
const boat = { fruit: 'mango', side: 'west' as const, in_play: true, ama: false, stand: null }
const ROLL = { total: 15, activated: '14-16', dice: [], board: {}, ama: [], tiles: [] }
const known: Partial<View> = {
  boats: [
    { ...boat, location: '9-13', customers: [0, 1] },
    { ...boat, location: '14-16', customers: [0, 0] },
  ],
  places: [{ place: 'tailor', cost: 1, numbers: {}, in_play: true, room: 1, free: true, customers: [0, 0] }],
  seats: [seat(3), seat(1)],
  last_roll: null,
  ending: null,
}
const before = known as View
const after: View = {
  ...before,
  boats: before.boats.map((each) => ({ ...each, customers: [0, 0] })),
  seats: [seat(2, ['mango']), seat(3)],
  last_roll: ROLL,
}

const event = (key: string, values: EventValues = {}): Event => ({ key, values })
const EVENTS = [
  event('customer-paid', { seat: 0, place: 'tailor', coins: 1 }),
  event('roll', ROLL as EventValues),
  event('activated', { place: '14-16', fruit: 'mango' }),
  event('fruit', { seat: 0, fruit: 'mango' }),
  event('coins-beside', { seat: 1, coins: 2, place: '9-13' }),
]
const made = (ply: number, who: number, events: Event[]): MoveMade<EventValues> => ({
  ply,
  seat: who,
  move: '',
  events,
  by: 'person',
  at: 0,
  round: 1,
})

describe('a roll, moment by moment', () => {
  const shown = stages(before, after, [made(7, 0, EVENTS)])

  it('shows dice, total and boat before anybody collects, and customers until then', () => {
    expect(shown.map(({ key }) => key)).toEqual(['dice', 'total', 'boat', 'collect', 'leave'])
    for (const { view } of shown.slice(0, 4)) {
      expect(view.last_roll).toBe(ROLL)
      expect(view.boats[0].customers).toEqual([0, 1])
      expect(view.places[0].customers).toEqual([1, 0])
    }
    expect(shown[4].view).toBe(after)
  })

  it('gives nobody anything before that, but takes what the last customer paid', () => {
    const purses = shown.map(({ view }) => view.seats.map(({ coins, fruit }) => [coins, fruit.length]))
    const poor = [[2, 0], [1, 0]] // prettier-ignore
    const rich = [[2, 1], [3, 0]] // prettier-ignore
    expect(purses).toEqual([poor, poor, poor, rich, rich])
  })

  it('lets fruit and coins fly when they are collected, and customers when they leave', () => {
    expect(shown[3].events.map(({ key }) => key)).toEqual(['fruit', 'coins-beside'])
    expect(shown[4].events).toEqual([
      event('customers-leave', { customers: [{ place: '9-13', seat: 1 }, { place: 'tailor', seat: 0 }] }), // prettier-ignore
    ])
  })

  it('lets customers stay where they are when the game is over', () => {
    const end = stages(before, { ...after, ending: 'in-collect' }, [made(7, 0, EVENTS)])
    expect(end.at(-1)!.events).toEqual([])
  })

  it('is nothing where nothing was rolled', () => {
    expect(stages(before, after, [made(7, 0, EVENTS.slice(0, 1))])).toEqual([])
  })
})

describe('what the last roll brought', () => {
  const log = [made(6, 1, []), made(7, 1, EVENTS), made(8, 1, [event('swap')])] as MoveMade[]

  it('stays until one of these seats has moved', () => {
    expect(lastRoll(log, 8, [0])).toMatchObject({ ply: 7, fruit: 'mango', roll: { total: 15 } })
    expect(lastRoll([...log, made(9, 0, []) as MoveMade], 9, [0])).toBe(null)
    expect(lastRoll([...log, made(9, 0, []) as MoveMade], 8, [0])).toMatchObject({ ply: 7 })
    expect(lastRoll(log, 6, [0])).toBe(null)
    expect(lastRoll(log, 8, [])).toMatchObject({ ply: 7 })
  })

  it('tells each seat apart, and only those to whom something happened', () => {
    const gains = ofSeats(lastRoll(log, 8, [0])!.events)
    expect(gains.map(({ seat, events }) => [seat, events.map(({ key }) => key)])).toEqual([
      [0, ['fruit']],
      [1, ['coins-beside']],
    ])
  })
})

describe('the pool on its raft', () => {
  it('fits any number of dice at any width', () => {
    for (let count = 1; count <= 20; count++)
      for (const [width, height] of [
        [110, 40],
        [130, 70],
        [240, 110],
      ]) {
        // prettier-ignore
        const size = fit(count, width, height, 3, 40)
        const columns = Math.floor((width + 3) / (size + 3))
        expect(size).toBeGreaterThanOrEqual(8)
        expect(Math.ceil(count / columns) * (size + 3) - 3).toBeLessThanOrEqual(height)
      }
  })
})
