import type { GameTable } from '../game'
import Act from './Act.svelte'
import Canal from './Canal.svelte'
import Charts from './Charts.svelte'
import Details from './Details.svelte'
import Hand from './Hand.svelte'
import Market from './Market.svelte'
import Picture from './Picture.svelte'
import Progress from './Progress.svelte'
import Seat from './Seat.svelte'
import { asks, rules } from './rules'
import type { EventValues, ScorePart, View } from './types'
import { chips, explain, flights, moveLabel, slip, touches } from './words'

const phraya: GameTable<View, EventValues, ScorePart> = {
  Board: Canal,
  panels: [
    { key: 'act', icon: 'rowers', Panel: Act },
    { key: 'hand', icon: 'cards', stays: true, Panel: Hand },
    { key: 'market', icon: 'stalls', Panel: Market },
    { key: 'charts', icon: 'temple', Panel: Charts },
  ],
  asks,
  panelFor: {
    card: 'hand',
    move: 'hand',
    'bonus-move': 'hand',
    barge: 'hand',
    'first-section': 'hand',
    'first-stall': 'hand',
  },
  Seat,
  Details,
  Progress,
  rules,
  Picture,
  sounds: { card: 'card', take: 'card', refresh: 'card', king: 'piece', offer: 'piece', stall: 'piece' },
  slip,
  moveLabel,
  chips,
  stages: () => [],
  flights,
  touches,
  explain,
}
export default phraya
