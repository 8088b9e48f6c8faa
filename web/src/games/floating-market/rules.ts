import type { RuleSection } from '../game'

export const rules: RuleSection[] = [
  {
    key: 'aim',
    items: [
      { key: 'fruit', icon: 'mango' },
      { key: 'tie', icon: 'coins' },
      { key: 'stop', icon: 'wait' },
    ],
  },
  {
    key: 'setup',
    items: [
      { key: 'boats', icon: 'rambutan' },
      { key: 'pieces', icon: 'customer' },
      { key: 'coins', icon: 'coins' },
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
      { key: 'boats', icon: 'starfruit' },
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
      { key: 'board', icon: 'dice' },
    ],
  },
  {
    key: 'few',
    items: [
      { key: 'ama', icon: 'customer' },
      { key: 'dice', icon: 'dice' },
      { key: 'two', icon: 'person' },
    ],
  },
]

/** The point of the rules that tells of a building or a dock. */
export const pointOf = (place: string): string =>
  place.endsWith('dock') ? 'river.docks' : place.endsWith('trader') ? 'places.traders' : `places.${place}`

/** The point that tells of a question: buildings ask for what they do. */
export const asks: Record<string, string> = {
  customer: 'round.place',
  die: 'round.die',
  swap: 'round.end',
  ...Object.fromEntries(
    ['temple', 'woodworker', 'hut', 'market', 'fruit-stand', 'fishmonger'].map((place) => [place, pointOf(place)]),
  ),
}
