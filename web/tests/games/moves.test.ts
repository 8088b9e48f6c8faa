import { describe, expect, test } from 'vitest'
import { ofVerbs, partsOf, verbOf } from '../../src/games/moves'

describe('a notation', () => {
  test('is a verb and its parts', () => {
    expect([verbOf('buy left 2'), partsOf('buy left 2')]).toEqual(['buy', ['left', '2']])
    expect([verbOf('done'), partsOf('done')]).toEqual(['done', []])
  })

  test('is found by its whole verb among others', () => {
    const moves = new Set(['place temple', 'placed nowhere', 'die d6', 'die d8'])
    expect(ofVerbs(moves, 'place')).toEqual(['place temple'])
    expect(ofVerbs(moves, 'die', 'place')).toEqual(['place temple', 'die d6', 'die d8'])
    expect(ofVerbs(moves)).toEqual([])
  })
})
