/** Any game in words: its own where it has some, else its names made readable. */
import type { Notation, Preview, Snapshot } from '../connection/wire'
import { inGame, nameOf, readable } from '../words/tell'
import { say } from '../words/words.svelte'
import type { Chip } from '../games/game'
import { partsOf, verbOf } from '../games/moves'
import { signed } from '../games/numbers'
import type { Plain } from './fields'

export const fieldName = (name: string, snapshot: Snapshot): string =>
  nameOf(snapshot.table.game, 'field', name.replaceAll('_', '-'))

export function valueWords(name: string, value: Plain, snapshot: Snapshot): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return say(value ? 'plain.yes' : 'plain.no')
  return typeof value === 'string' ? nameOf(snapshot.table.game, name, value) : signedMinus(value)
}
const signedMinus = (value: number): string => (value < 0 ? signed(value) : String(value))

/** A move as the game's words say it, by its notation; else the notation itself. */
export const moveLabel = (move: Notation, { table }: Snapshot): string =>
  inGame(table.game, `move.${move.replaceAll(' ', '-')}`, [verbOf(move), ...partsOf(move)].map(readable).join(' '))

/** What each player would gain or lose, as far as it can be counted, and whether the game would end. */
export function chips(preview: Preview, snapshot: Snapshot): Chip[] {
  const found: Chip[] = []
  for (const [path, [before, after]] of Object.entries(preview.changes)) {
    const [, seat, name] = /^seats?\/(\d+)\/([^/]+)$/.exec(path) ?? []
    if (path === 'ending' && after) found.unshift({ icon: 'flag', text: say('table.ends-game'), tone: 'end' })
    if (!name || typeof before !== 'number' || typeof after !== 'number') continue
    const text = `${fieldName(name, snapshot)} ${signed(after - before)}`
    found.push({ icon: 'star', text, tone: after > before ? 'gain' : 'cost', seat: Number(seat) })
  }
  return found
}
