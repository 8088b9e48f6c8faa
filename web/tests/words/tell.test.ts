import { describe, expect, it } from 'vitest'
import examples from '../../../tests/golden/told.json'
import type { Snapshot } from '../../src/connection/wire'
import { readable, tell } from '../../src/words/tell'
import { speak, type Language } from '../../src/words/words.svelte'

describe('tell', () => {
  it.each(examples)('tells $key in $language as terminals do', async ({ game, language, key, values, names, said }) => {
    await speak(language as Language)
    const seats = names.map((name) => ({ name })) as Snapshot['seats']
    const snapshot = { table: { game } as Snapshot['table'], seats }
    expect(tell({ key, values }, snapshot)).toBe(said)
  })

  it('makes names without words readable', () => {
    expect(['fish-barrow', 'a2-left', '14-16', '36-8', '-2'].map(readable)).toEqual([
      'fish barrow',
      'a2-left',
      '14–16',
      '8− · 36+',
      '−2',
    ])
  })
})
