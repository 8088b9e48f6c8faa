import type { RuleSection } from '../game'

export const rules: RuleSection[] = [
  {
    key: 'aim',
    items: [
      { key: 'points', icon: 'points' },
      { key: 'end', icon: 'king' },
    ],
  },
  {
    key: 'turn',
    items: [
      { key: 'card', icon: 'cards' },
      { key: 'sail', icon: 'rowers' },
      { key: 'act', icon: 'stalls' },
      { key: 'recover', icon: 'undo' },
    ],
  },
  {
    key: 'cards',
    items: [
      { key: 'merchant', icon: 'merchant' },
      { key: 'barge', icon: 'barge' },
      { key: 'special', icon: 'star' },
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
      { key: 'favor', icon: 'favors' },
      { key: 'disks', icon: 'disks' },
    ],
  },
  {
    key: 'score',
    items: [
      { key: 'coins', icon: 'coins' },
      { key: 'temple', icon: 'temple' },
      { key: 'king', icon: 'king' },
      { key: 'orders', icon: 'restaurant' },
      { key: 'stalls', icon: 'stalls' },
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
