import { api } from './api'
import type { GameInfo } from './wire'

/** The bot that plays where nobody chose one. */
export const usualBot = (game: GameInfo): string => (game.bots.includes('medium') ? 'medium' : game.bots[0])

/** How many play where nobody said it. */
export const usualPlayers = (game: GameInfo): number => (game.players.includes(3) ? 3 : game.players[0])

export async function usualBotOf(name: string): Promise<string> {
  return usualBot((await api.games()).find((game) => game.name === name)!)
}
