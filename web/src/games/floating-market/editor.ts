/** Setting up a position of Floating Market by clicks: customers come and go. */
import { valueAt, withValue, type Draft, type Names } from '../../shell/editor/form'
import type { GameEditor } from '../editor'

const places = (names: Names) => (names.place ?? []).map((place) => `place ${place}`)

function customers(draft: Draft, seat: number, move: string, by: number): Draft {
  const path = ['seats', seat, 'customers', move.slice('place '.length)]
  const count = Number(valueAt(draft, path) ?? 0) + by
  return withValue(draft, path, count > 0 ? Math.min(3, count) : undefined)
}

const editor: GameEditor = {
  tools: [
    { key: 'customer', icon: 'customer', moves: places, put: (move, draft, seat) => customers(draft, seat, move, 1) },
    { key: 'take-away', icon: 'cross', moves: places, put: (move, draft, seat) => customers(draft, seat, move, -1) },
  ],
  called: () => undefined,
}
export default editor
