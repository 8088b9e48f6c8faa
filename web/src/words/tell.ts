/**
 * What happened, and why a thing is not possible, in words: without code of the game's own.
 *
 * Events and reasons carry plain values; each is put into words by its name. `card: banker` is said as the message
 * `card.banker` says, amounts like `{ coins: 2, fish: 1 }` as `amount.coins` and `amount.fish`, listed. A seat is
 * `{player}`, seats are `{players}`. Terminals do the same (`src/khlong/words/`).
 */
import type { GameEvent, Snapshot, Values } from '../connection/wire'
import { either, has, listed, say } from './words.svelte'

type Said = string | number
const SINGULAR: Record<string, string> = { dice: 'die' }

/** An event, or else a reason or a merit of that key, or that message of the game, at a table. */
export function tell({ key, values }: GameEvent, snapshot: Pick<Snapshot, 'table' | 'seats'>): string {
  const { game } = snapshot.table
  const kinds = key.includes('.') ? [''] : ['event.', 'reason.', 'merit.']
  const message = [game + '.', ''].flatMap((whose) => kinds.map((kind) => `${whose}${kind}${key}`)).find(has)
  return message === undefined ? readable(key) : say(message, inWords(values, snapshot))
}

/** A thing's name by its kind, e.g. a `card`. */
export function nameOf(game: string, kind: string, name: string): string {
  const key = `${game}.${kind}.${name}`
  return has(key) ? say(key) : readable(name)
}

/** A message of a game, where it has that one. */
export const inGame = (game: string, key: string, otherwise: string, values?: Record<string, Said>): string =>
  has(`${game}.${key}`) ? say(`${game}.${key}`, values) : otherwise

/** So much of each thing. */
export const amounts = (game: string, numbers: Record<string, number>): string =>
  listed(Object.entries(numbers).map(([what, count]) => say(`${game}.amount.${what}`, { count }))) ||
  say('amount.nothing')

function inWords(values: Values, { table: { game }, seats }: Pick<Snapshot, 'table' | 'seats'>): Record<string, Said> {
  const words: Record<string, Said> = {}
  for (const [name, value] of Object.entries(values)) {
    const said = inWord(game, name, value, values)
    if (said !== undefined) words[name] = said
  }
  const { seat, seats: several } = values
  if (typeof seat === 'number') words.player = seats[seat].name
  if (Array.isArray(several)) words.players = listed(several.map((each: number) => seats[each].name))
  return words
}

const isPlain = (value: unknown): value is Said => typeof value === 'string' || typeof value === 'number'
const plain = (values: Values): Record<string, Said> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (isPlain(value) ? [[name, value]] : [])))

function inWord(game: string, name: string, value: unknown, beside: Values): Said | undefined {
  const thing = name.split('_').at(-1)!
  if (typeof value === 'number') return value
  if (typeof value === 'string') {
    const key = `${game}.${thing}.${value}`
    return has(key) ? say(key, plain(beside)) : readable(value)
  }
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'number')) return either(value.map(String))
    const one = SINGULAR[thing] ?? thing.replace(/s$/, '')
    return listed(value.flatMap((item) => inWord(game, one, item, beside) ?? []).map(String))
  }
  if (value && typeof value === 'object' && Object.keys(value).every((what) => has(`${game}.amount.${what}`)))
    return amounts(game, value as Record<string, number>)
  return undefined
}

/** A name that has no message, as people write it: a range of numbers that goes round has two ends. */
export function readable(name: string): string {
  const [, low, high] = /^(\d+)-(\d+)$/.exec(name) ?? []
  if (low) return Number(low) <= Number(high) ? `${low}–${high}` : `${high}− · ${low}+`
  return name.replace(/(?<=[a-z])[-_](?=[a-z])/g, ' ').replace(/^-(?=\d)/, '−')
}
