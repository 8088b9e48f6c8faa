/** How a game in a list stands, in words: the result, whose turn it is, or what it waits for. */
import type { TableLine } from '../connection/wire'
import { listed, say } from '../words/words.svelte'

export const isYourTurn = (table: TableLine): boolean => table.turn !== null && table.yours.includes(table.turn)

/** Whether one plays there still, in person or by a bot that stands in. */
export const isPlaying = (table: TableLine): boolean =>
  table.status === 'playing' && table.seats.some((seat) => seat.yours && seat.given !== 'resigned')

export function standing(table: TableLine): string {
  if (table.status === 'open') return say(table.seats.some((seat) => seat.kept === 'you') ? 'list.kept' : 'list.open')
  if (table.status === 'playing') {
    if (table.yours.length && !isPlaying(table)) return say('list.resigned')
    if (isYourTurn(table)) return say('list.your-turn')
    return table.turn === null ? say('list.going') : say('list.turn-of', { player: table.seats[table.turn].name })
  }
  const winners = table.seats.filter((seat) => table.ranks?.[seat.seat] === 1)
  if (!winners.length) return say('list.over')
  return winners.every((seat) => seat.yours)
    ? say('list.you-won')
    : say('list.won', { players: listed(winners.map((seat) => seat.name)) })
}
