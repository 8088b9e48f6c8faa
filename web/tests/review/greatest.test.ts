import { expect, test } from 'vitest'
import type { KeyMoment } from '../../src/connection/wire'
import { greatest } from '../../src/review/greatest'

const moment = (ply: number, change: number): KeyMoment =>
  ({ ply, kind: 'luck', seat: 0, whom: 0, change, before: [], after: [], label: null }) as KeyMoment

test('the greatest moments are those that changed most, up or down, in the order of the game', () => {
  const moments = [moment(1, 0.06), moment(2, -0.3), moment(3, 0.07), moment(4, 0.2)]
  expect(greatest(moments, 2).map(({ ply }) => ply)).toEqual([2, 4])
  expect(greatest(moments, 9)).toEqual(moments)
})
