import type { RuleSection } from '../game'

export const rules: RuleSection[] = [
  {
    key: 'aim',
    items: [
      { key: 'points', icon: 'points' },
      { key: 'end', icon: 'flag' },
      { key: 'stop', icon: 'wait' },
    ],
  },
  {
    key: 'setup',
    items: [
      { key: 'board', icon: 'barge' },
      { key: 'offers', icon: 'cards' },
      { key: 'pieces', icon: 'stalls' },
      { key: 'boats', icon: 'boat' },
      { key: 'asymmetric', icon: 'baskets' },
    ],
  },
  {
    key: 'turn',
    items: [
      { key: 'card', icon: 'cards' },
      { key: 'sail', icon: 'rowers' },
      { key: 'blocked', icon: 'lock' },
      { key: 'act', icon: 'stalls' },
      { key: 'recover', icon: 'undo' },
    ],
  },
  {
    key: 'cards',
    items: [
      { key: 'merchant', icon: 'merchant' },
      { key: 'prices', icon: 'coins' },
      { key: 'barge', icon: 'barge' },
      { key: 'more', icon: 'flowers' },
      { key: 'turn', icon: 'star' },
    ],
  },
  {
    key: 'stalls',
    items: [
      { key: 'goods', icon: 'fish' },
      { key: 'owner', icon: 'flowers' },
      { key: 'basket', icon: 'basket' },
      { key: 'restaurant', icon: 'restaurant' },
      { key: 'temple', icon: 'temple' },
      { key: 'scribe', icon: 'scribe' },
      { key: 'administration', icon: 'administration' },
      { key: 'king', icon: 'barge' },
    ],
  },
  {
    key: 'things',
    items: [
      { key: 'boat', icon: 'baskets' },
      { key: 'stalls', icon: 'stalls' },
      { key: 'favor', icon: 'favors' },
      { key: 'disks', icon: 'disks' },
      { key: 'open', icon: 'person' },
    ],
  },
  {
    key: 'score',
    items: [
      { key: 'coins', icon: 'coins' },
      { key: 'temple', icon: 'temple' },
      { key: 'king', icon: 'king' },
      { key: 'stalls', icon: 'stalls' },
      { key: 'ties', icon: 'disks' },
      { key: 'orders', icon: 'restaurant' },
      { key: 'cards', icon: 'cards' },
      { key: 'tie', icon: 'favors' },
    ],
  },
  {
    key: 'editions',
    items: [
      { key: 'prototype', icon: 'cards' },
      { key: 'asymmetric', icon: 'basket' },
    ],
  },
]

/** The point that tells of a question. */
export const asks: Record<string, string> = {
  'first-section': 'setup.boats',
  'first-stall': 'setup.boats',
  card: 'turn.card',
  barge: 'cards.barge',
  merchant: 'cards.merchant',
  prices: 'cards.prices',
  goods: 'cards.more',
  flowers: 'cards.more',
  'bonus-move': 'cards.more',
  move: 'turn.sail',
  action: 'turn.act',
  refresh: 'turn.recover',
}
