import { describe, expect, it } from 'vitest'
import type { MoveMade, Snapshot } from '../../src/connection/wire'
import { seatsFrom } from '../../src/shell/play-on'
import { sinceMine } from '../../src/shell/since'

const made = (seat: number, index: number): MoveMade => ({
  seat,
  ply: index + 1,
  round: 1,
  move: '',
  events: [],
  by: 'person',
  at: 0,
})
const table = (seats: number[], mine: number[]) => ({
  latest: { you: { seats: mine, spectator: !mine.length } } as Partial<Snapshot> as Snapshot,
  log: seats.map(made),
})

describe('what happened since my last turn', () => {
  it('is a line for each other player, with the plies to be seen once more', () => {
    const since = sinceMine(table([0, 0, 1, 1, 2], [0]))
    expect(since.map(({ seat, after, last }) => [seat, after, last])).toEqual([
      [1, 2, 4],
      [2, 4, 5],
    ])
  })

  it('is over with my next move, and nothing before my first or for those who watch', () => {
    expect(sinceMine(table([0, 1, 0], [0]))).toEqual([])
    expect(sinceMine(table([1, 2], [0]))).toEqual([])
    expect(sinceMine(table([1, 2], []))).toEqual([])
  })
})

describe('playing on from a moment', () => {
  const seats = [
    { seat: 0, name: 'Ann' },
    { seat: 1, name: 'Otter' },
  ]
  const snapshot = (mine: number[]) =>
    ({
      seats: seats as Snapshot['seats'],
      you: { seats: mine, spectator: false },
      table: { absence: { bot: 'medium' } } as Snapshot['table'],
      question: null,
    }) as Partial<Snapshot> as Snapshot

  it('is done in the seat that one had, against bots', () => {
    expect(seatsFrom(1, snapshot([1]), [made(0, 0)])).toEqual([
      { kind: 'bot', bot: 'medium', name: 'Ann' },
      { kind: 'me' },
    ])
  })

  it('is done in the seat that moves next by those who only watched', () => {
    const [first, second] = seatsFrom(1, snapshot([]), [made(0, 0), made(1, 1)])
    expect([first.kind, second.kind]).toEqual(['bot', 'me'])
  })
})
