import { expect, test } from 'vitest'
import { changed, draftOf, formOf, plainValue, valueAt, withValue } from '../../src/shell/editor/form'

const list = (more: object) => ({ anyOf: [{ type: 'array', items: { type: 'string' }, ...more }, { type: 'null' }] })
const SCHEMA = {
  properties: {
    seats_from: { type: 'integer' },
    market: list({ kind: 'card', once: 'cards', own: 'basic', ordered: true }),
    deck: list({ kind: 'card', once: 'cards', own: 'basic', follows: true }),
    stalls: { anyOf: [{ type: 'object', additionalProperties: { type: 'string' }, kind: 'place' }, { type: 'null' }] },
    seats: { anyOf: [{ type: 'array', items: { $ref: '#/$defs/Seat' } }, { type: 'null' }] },
  },
  $defs: {
    Seat: {
      properties: { coins: { type: 'integer', minimum: 2 }, hand: list({ kind: 'card', once: 'cards', own: 'basic' }) },
    },
  },
}
const NAMES = { card: ['trade', 'monk', 'cook'], basic: ['trade'], place: ['north'] }
const DRAFT = { market: ['monk'], seats: [{ hand: ['trade'] }, { hand: ['trade', 'cook'] }] }
const form = formOf(SCHEMA)
const shape = (name: string) => form.fields!.find(([field]) => field === name)![1]
const hand = shape('seats').inner!.fields![1][1]

test('a form is read from the schema of a position', () => {
  expect(form.fields!.map(([name]) => name)).toEqual(['market', 'deck', 'stalls', 'seats'])
  expect(shape('market')).toMatchObject({ type: 'array', nullable: true, kind: 'card', ordered: true })
  expect(shape('stalls')).toMatchObject({ type: 'table', kind: 'place' })
  expect(plainValue(shape('seats').inner!, NAMES)).toEqual({ coins: 2, hand: null })
})

test('what stands in one place only leaves where it was', () => {
  const next = changed(form, DRAFT, ['seats', 0, 'hand'], hand, ['trade', 'monk', 'cook'], NAMES)
  expect(next).toEqual({ market: [], seats: [{ hand: ['trade', 'monk', 'cook'] }, { hand: ['trade'] }] })
})

test('what everybody has once stays with the others', () => {
  const none = withValue(DRAFT, ['seats', 0, 'hand'], [])
  expect(changed(form, none, ['seats', 0, 'hand'], hand, ['trade'], NAMES).seats).toEqual(DRAFT.seats)
})

test('what follows from the rest is not said, and takes things from where they were', () => {
  expect(draftOf(form, { ...DRAFT, deck: ['cook'] })).toEqual(DRAFT)
  const next = changed(form, DRAFT, ['deck'], shape('deck'), ['cook', 'monk'], NAMES)
  expect(next).toEqual({ market: [], seats: [{ hand: ['trade'] }, { hand: ['trade'] }] })
})

test('a value is put anywhere, and nothing that was there before is changed', () => {
  const next = withValue(DRAFT, ['seats', 1, 'coins'], 7)
  expect(valueAt(next, ['seats', 1, 'coins'])).toBe(7)
  expect(valueAt(DRAFT, ['seats', 1, 'coins'])).toBe(undefined)
  expect(withValue(next, ['seats', 1, 'coins'], undefined)).toEqual(DRAFT)
})
