import { describe, expect, it } from 'vitest'
import { fieldOf, roundOf, seatRows, tableFields } from '../../src/plain/fields'

describe('a view of which nothing is known', () => {
  it('is shown without what the table around it tells already', () => {
    const view = { ply: 3, players: 2, decider: 0, winners: 0, stones: 12, seat: [{ taken: 1 }, { taken: 2 }] }
    expect(tableFields(view)).toEqual([{ name: 'stones', kind: 'value', value: 12 }])
  })

  it('gives a row for each thing that players have, for those who play', () => {
    const view = {
      seat: [
        { taken: 1, stars: [1, 2] },
        { taken: 2, stars: [] },
        { taken: 0, stars: [] },
      ],
    }
    expect(seatRows(view, 2)).toEqual([
      { name: 'taken', values: [1, 2] },
      { name: 'stars', values: ['1, 2', ''] },
    ])
    expect(seatRows({ stones: 1 }, 2)).toEqual([])
  })

  it('shows lists as rows, and lists of lists as a grid', () => {
    expect(fieldOf('heaps', [1, 3, 5])).toEqual({ name: 'heaps', kind: 'list', items: [1, 3, 5] })
    const rows = [
      ['x', null],
      [null, 'o'],
    ]
    expect(fieldOf('board', rows)).toEqual({ name: 'board', kind: 'grid', columns: [], rows })
  })

  it('shows a list of things as a table with a column for each name', () => {
    const boats = [
      { fruit: 'mango', at: 2 },
      { fruit: 'papaya', ama: true },
    ]
    expect(fieldOf('boats', boats)).toEqual({
      name: 'boats',
      kind: 'grid',
      columns: ['fruit', 'at', 'ama'],
      rows: [
        ['mango', 2, null],
        ['papaya', null, true],
      ],
    })
  })

  it('shows what is nested deeper in short', () => {
    expect(fieldOf('pool', { dice: ['d4', 'd6'], roll: { total: 7 } })).toEqual({
      name: 'pool',
      kind: 'grid',
      columns: [],
      rows: [
        ['dice', 'd4, d6'],
        ['roll', 'total 7'],
      ],
    })
  })

  it('counts rounds where the game does', () => {
    expect(roundOf({ round: 2 })).toBe(2)
    expect(roundOf({ round_number: 3 })).toBe(3)
    expect(roundOf({})).toBeNull()
  })
})
