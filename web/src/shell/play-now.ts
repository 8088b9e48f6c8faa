/** One click: a table with all at its default, against bots. Whoever clicked begins, while the bots get ready. */
import { api } from '../connection/api'
import { usualBot, usualPlayers } from '../connection/bots'
import type { GameInfo } from '../connection/wire'
import { botName } from '../words/names'
import { go } from './router.svelte'

/** Goes to the new table; answers what went wrong, if anything did. */
export async function playNow(game: GameInfo): Promise<string> {
  const players = usualPlayers(game)
  const bot = usualBot(game)
  const options: Record<string, string> = game.options.some((option) => option.key === 'begins') ? { begins: '0' } : {}
  const table = {
    game: game.name,
    players,
    options,
    public: false,
    pace: { kind: 'none' as const },
    start: true,
    seats: Array.from({ length: players }, (_, seat) =>
      seat ? { kind: 'bot' as const, bot, name: botName(seat) } : { kind: 'me' as const },
    ),
  }
  try {
    go(`/t/${(await api.create(table)).table.id}`)
    return ''
  } catch (problem) {
    return (problem as Error).message
  }
}
