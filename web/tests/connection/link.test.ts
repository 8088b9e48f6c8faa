import { expect, test } from 'vitest'
import { pathOf } from '../../src/connection/link'
import type { Snapshot } from '../../src/connection/wire'

function at(table: Partial<Snapshot['table']>): Snapshot {
  return { table: { id: 'abc', public: false, invite: null, ...table } } as Snapshot
}

test('a link to a private table carries the key that its people are given', () => {
  expect(pathOf(at({ invite: 'key' }), null)).toBe('/t/abc?invite=key')
  expect(pathOf(at({ invite: 'key' }), null, 7)).toBe('/t/abc?invite=key&ply=7')
})

test('whoever came by a link passes on its key', () => {
  expect(pathOf(at({}), 'given', 0)).toBe('/t/abc?invite=given&ply=0')
})

test('a public table needs no key', () => {
  expect(pathOf(at({ public: true, invite: 'key' }), 'given', 7)).toBe('/t/abc?ply=7')
  expect(pathOf(at({ public: true }), null)).toBe('/t/abc')
})
