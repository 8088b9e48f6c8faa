/** Lets what happens at a table be heard, by whoever wishes that. */
import type { LiveTable } from '../connection/table.svelte'
import type { MoveMade } from '../connection/wire'
import type { GameTable } from '../games/game'
import { settings } from './settings.svelte'
import { sound, type Sound } from './sounds'

/** What things that fly sound like, by their picture. */
const FLYING: Record<string, Sound> = { coins: 'coins', cards: 'card', dice: 'die' }
const ROLLING: Sound[] = ['dice', 'die']
const APART = 0.12 // seconds between two sounds of one move
const MOST = 3

/** The sounds of some moves, each once: those of dice as they begin to roll, all others when things are in place. */
export function soundsOf(made: MoveMade[], game: GameTable, table: LiveTable, rolling: boolean): Sound[] {
  const found = new Set<Sound>()
  for (const event of made.flatMap((each) => each.events)) {
    const own = game.sounds[event.key]
    if (own) found.add(own)
    for (const { icon } of game.flights(event, table.shown!)) if (FLYING[icon]) found.add(FLYING[icon])
  }
  return [...found].filter((each) => ROLLING.includes(each) === rolling).slice(0, MOST)
}

/** Listens for as long as the component that calls it is there. */
export function hear(table: LiveTable, game: GameTable): void {
  const play = (made: MoveMade[], rolling: boolean): void => {
    if (!settings.effects || document.hidden || !made.length) return
    soundsOf(made, game, table, rolling).forEach((each, index) => sound(each, index * APART))
  }
  $effect(() => play(table.happening, true))
  $effect(() => play(table.landed, false))
}
