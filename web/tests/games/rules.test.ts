import { describe, expect, it } from 'vitest'
import { pointOf, rules as market } from '../../src/games/floating-market/rules'
import type { RuleSection } from '../../src/games/game'

const RULES = import.meta.glob<RuleSection[]>('../../src/games/*/rules.ts', { import: 'rules', eager: true })
const SOURCES = import.meta.glob<string>('../../src/games/*/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const points = (rules: RuleSection[]): string[] =>
  rules.flatMap(({ key, items }) => [key, ...items.map((item) => `${key}.${item.key}`)])

describe('links into the rules', () => {
  for (const [path, rules] of Object.entries(RULES)) {
    const folder = path.replace('rules.ts', '')
    it(`lead somewhere in ${folder.split('/').at(-2)}`, () => {
      const links = Object.entries(SOURCES)
        .filter(([source]) => source.startsWith(folder))
        .flatMap(([, text]) => [...text.matchAll(/\b(?:at|data-rules)="([\w.-]+)"/g)].map(([, at]) => at))
      expect(links.filter((at) => !points(rules).includes(at))).toEqual([])
    })
  }

  it('are there for every place of the market', () => {
    for (const place of ['temple', 'market', 'north-trader', 'west-dock'])
      expect(points(market)).toContain(pointOf(place))
  })
})
