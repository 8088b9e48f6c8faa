/** A view of which only the names are known, as things to show: what each player has, and what lies on the table. */
import type { Values } from '../connection/wire'

/** What the table around the board tells already. */
const TOLD = ['ply', 'round', 'round_number', 'players', 'first', 'decider', 'decision', 'asked', 'ending', 'winners']
const SEATS = ['seats', 'seat']

export type Plain = string | number | boolean | null
export type Field =
  | { name: string; kind: 'value'; value: Plain }
  | { name: string; kind: 'list'; items: Plain[] }
  | { name: string; kind: 'grid'; columns: string[]; rows: Plain[][] }

const isPlain = (value: unknown): value is Plain => value === null || typeof value !== 'object'
const isRecord = (value: unknown): value is Values => !isPlain(value) && !Array.isArray(value)

/** Something nested deeper than a table can show, in short. */
const shortly = (value: unknown): Plain => {
  if (isPlain(value)) return value
  if (Array.isArray(value)) return value.map(shortly).join(', ')
  return Object.entries(value as Values)
    .map(([name, each]) => `${name} ${shortly(each)}`)
    .join(', ')
}

/** A value by its form: one thing, a row of things, or a table of them. */
export function fieldOf(name: string, value: unknown): Field {
  if (isPlain(value)) return { name, kind: 'value', value }
  if (isRecord(value)) {
    const rows = Object.entries(value).map(([key, each]) => [key, shortly(each)])
    return { name, kind: 'grid', columns: [], rows }
  }
  const items = value as unknown[]
  if (items.every(isPlain)) return { name, kind: 'list', items }
  if (items.every(isRecord)) {
    const columns = [...new Set(items.flatMap((item) => Object.keys(item)))]
    return { name, kind: 'grid', columns, rows: items.map((item) => columns.map((key) => shortly(item[key] ?? null))) }
  }
  const rows = items.map((item) => (Array.isArray(item) ? item.map(shortly) : [shortly(item)]))
  return { name, kind: 'grid', columns: [], rows }
}

/** What lies on the table for all to see. */
export const tableFields = (view: Values): Field[] =>
  Object.entries(view)
    .filter(([name]) => !TOLD.includes(name) && !SEATS.includes(name))
    .map(([name, value]) => fieldOf(name, value))

/** What each of the players has: a row for each name, with a value for each player. */
export function seatRows(view: Values, players: number): { name: string; values: Plain[] }[] {
  const seats = SEATS.map((name) => view[name]).find(Array.isArray)
  if (!seats || !seats.slice(0, players).every(isRecord)) return []
  const own: Values[] = seats.slice(0, players)
  return Object.keys(own[0] ?? {}).map((name) => ({ name, values: own.map((seat) => shortly(seat[name] ?? null)) }))
}

/** How many rounds have begun, where a game counts them. */
export function roundOf(view: Values): number | null {
  const round = view.round ?? view.round_number
  return typeof round === 'number' ? round : null
}
