/**
 * Names that nobody typed, in the reader's language. A server and its records keep them in English; whoever reads sees
 * them in their own words: guests, players at one screen, bots.
 */
import en from './en.json'
import { has, say } from './words.svelte'

interface Named {
  name: string
  kind?: string
}

const NUMBERED = /^(Guest|Player) (\d{1,4})$/
const english: Record<string, unknown> = en
/** What our bots are called, by the seat that they are given: `Turtle` is `bot.name.0`. */
const BOTS = Object.keys(english).filter((key) => key.startsWith('bot.name.'))

/** The name that a bot on a seat is given. */
export const botName = (seat: number): string => english[BOTS[seat % BOTS.length]] as string

/** The name of somebody at this screen who gives none, by the number that the seat is labelled with. */
export const playerName = (number: number): string => `Player ${number}`

/** A name as the reader sees it: one that somebody typed is left alone. */
export function shownName({ name, kind }: Named): string {
  const [, who, number] = NUMBERED.exec(name) ?? []
  if (who) return say(`name.${who.toLowerCase()}`, { number })
  if (kind !== 'bot') return name
  const key = BOTS.find((each) => english[each] === name) ?? `bot.${name}`
  return has(key) ? say(key) : name
}

type WithNames = { seats?: Named[]; chat?: Named[]; name?: string }

/** Whatever a server tells of people, with their names as the reader sees them. */
export function withNames<T>(told: T): T {
  if (Array.isArray(told)) return told.map(withNames) as T
  const { seats, chat, name } = told as WithNames
  return {
    ...told,
    ...(seats && { seats: seats.map((seat) => ({ ...seat, name: shownName(seat) })) }),
    ...(chat && { chat: chat.map((line) => ({ ...line, name: shownName(line) })) }),
    ...(name !== undefined && { name: shownName({ name }) }),
  }
}
