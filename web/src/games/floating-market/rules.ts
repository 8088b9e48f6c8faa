import type { RuleSection } from '../game'

export const rules: RuleSection[] = [
  {
    key: 'aim',
    items: [
      { key: 'fruit', icon: 'mango' },
      { key: 'tie', icon: 'coins' },
    ],
  },
  {
    key: 'round',
    items: [
      { key: 'place', icon: 'customer' },
      { key: 'die', icon: 'dice' },
      { key: 'roll', icon: 'points' },
      { key: 'collect', icon: 'papaya' },
      { key: 'end', icon: 'swap' },
    ],
  },
  {
    key: 'river',
    items: [
      { key: 'boats', icon: 'rambutan' },
      { key: 'docks', icon: 'dock' },
      { key: 'odds', icon: 'star' },
    ],
  },
  {
    key: 'places',
    items: [
      { key: 'temple', icon: 'temple' },
      { key: 'woodworker', icon: 'woodworker' },
      { key: 'hut', icon: 'hut' },
      { key: 'market', icon: 'market' },
      { key: 'boatsman', icon: 'boatsman' },
      { key: 'fruit-stand', icon: 'fruit-stand' },
      { key: 'traders', icon: 'north-trader' },
      { key: 'tailor', icon: 'tailor' },
      { key: 'office', icon: 'office' },
      { key: 'fishmonger', icon: 'fishmonger' },
    ],
  },
  {
    key: 'dice',
    items: [
      { key: 'own', icon: 'dice' },
      { key: 'board', icon: 'woodworker' },
      { key: 'coins', icon: 'coins' },
    ],
  },
  {
    key: 'few',
    items: [
      { key: 'ama', icon: 'customer' },
      { key: 'two', icon: 'person' },
    ],
  },
]
