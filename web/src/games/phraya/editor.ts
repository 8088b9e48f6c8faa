/** Setting up a position of Phraya by clicks: boats, stalls, barge and merchant, disks on the charts. */
import { listed, say } from '../../words/words.svelte'
import { valueAt, withValue, type Draft, type Json, type Names } from '../../shell/editor/form'
import type { GameEditor } from '../editor'
import type { View } from './types'
import { goodName, kindName, orderWords } from './words'

const moves = (verb: string, kind: string) => (names: Names) => (names[kind] ?? []).map((name) => `${verb} ${name}`)
const KING_SPACES = 7 // at most, in any edition; those that are not there are not on the chart

/** One's own again is taken away. */
const toggled = (now: Json | undefined, seat: number): Json => (now === seat ? null : seat)

function owner(draft: Draft, stall: string, seat: number): Draft {
  const path = ['owners', stall]
  return withValue(draft, path, toggled(valueAt(draft, path), seat) ?? undefined)
}

const editor: GameEditor<View> = {
  tools: [
    {
      key: 'boat',
      icon: 'boat',
      moves: moves('boat', 'section'),
      put: (move, draft, seat) => withValue(draft, ['seats', seat, 'section'], move.slice('boat '.length)),
    },
    {
      key: 'stall',
      icon: 'stalls',
      moves: moves('stall', 'stall'),
      put: (move, draft, seat) => owner(draft, move.slice('stall '.length), seat),
    },
    {
      key: 'barge',
      icon: 'barge',
      moves: moves('barge', 'crossing'),
      put: (move, draft) => withValue(draft, ['barge'], move.slice('barge '.length)),
    },
    {
      key: 'merchant',
      icon: 'merchant',
      panel: 'charts',
      moves: moves('merchant', 'route'),
      put: (move, draft) => withValue(draft, ['merchant'], move.slice('merchant '.length)),
    },
    {
      key: 'king',
      icon: 'king',
      panel: 'charts',
      moves: (names) =>
        (names['king-row'] ?? []).flatMap((row) =>
          Array.from({ length: KING_SPACES }, (_, column) => `king ${row} ${column + 1}`),
        ),
      put: (move, draft, seat) => {
        const [, row, column] = move.split(' ')
        const path = ['king', row, Number(column) - 1]
        return withValue(draft, path, toggled(valueAt(draft, path), seat))
      },
    },
    {
      key: 'temple',
      icon: 'temple',
      panel: 'charts',
      moves: moves('offer', 'good'),
      put: (move, draft, seat) => {
        const path = ['temple', move.slice('offer '.length)]
        return withValue(draft, path, [...((valueAt(draft, path) as Json[] | undefined) ?? []), seat])
      },
    },
  ],
  called(kind, name, snapshot) {
    const { view } = snapshot
    if (kind === 'route') return listed(name.split('-').map(goodName))
    if (kind === 'order') {
      const order = view.printed.orders.find((each) => each.order === name)
      return order && `${name} · ${orderWords(order)}`
    }
    if (kind === 'tile') {
      const [one, other, price] = name.replace('*', '').split('-')
      const goods = listed([one, other].map(goodName))
      return say('phraya.basket-tile', { goods, price: Number(price) }) + (name.endsWith('*') ? ' *' : '')
    }
    const stall = kind === 'stall' && view.stalls.find((each) => each.stall === name)
    return stall ? `${name.replace('-left', '').replace('-right', '')} · ${kindName(stall.kind)}` : undefined
  },
}
export default editor
