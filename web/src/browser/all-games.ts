/** All games of this browser as one file, to be taken elsewhere or to be safe. */
import { say } from '../words/words.svelte'

interface Holder {
  save(): Promise<unknown>
  add(file: unknown): Promise<{ added: number; outcome: string }>
}
let holder: Holder

/** Says who has the games. */
export const holdGames = (who: Holder): void => void (holder = who)

export async function saveGames(): Promise<{ name: string; text: string }> {
  const day = new Date().toISOString().slice(0, 10)
  return { name: `khlong-games-${day}.json`, text: JSON.stringify(await holder.save()) }
}

/** Adds the games of a file to those that are here, and says what came of it. */
export async function addGames(text: string): Promise<string> {
  try {
    const file = JSON.parse(text) as { khlong?: string; version?: number; tables?: unknown; entries?: unknown }
    if (file.khlong !== 'games' || !isRows(file.tables, 'id') || !isRows(file.entries, 'table')) throw new Error()
    if (file.version !== 1) return say('here.newer')
    const { added, outcome } = await holder.add(file)
    return outcome === 'done' ? say('here.added', { count: added }) : say(`here.not-added.${outcome}`)
  } catch {
    return say('here.not-games')
  }
}

const isRows = (rows: unknown, key: string): boolean =>
  Array.isArray(rows) && rows.every((row) => typeof row === 'object' && row !== null && typeof row[key] === 'string')
