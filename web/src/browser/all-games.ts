/** All games of this browser as one file, to be taken elsewhere or to be safe. */
import { say } from '../words/words.svelte'

export interface Added {
  added: number
  outcome: string
}
interface Holder {
  save(): Promise<unknown>
  add(text: string): Promise<Added>
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
  const { added, outcome } = await holder.add(text)
  return outcome === 'done' ? say('here.added', { count: added }) : say(`here.not-added.${outcome}`)
}
