import type { GameTable } from '../game'
import Act from './Act.svelte'
import Bowls from './Bowls.svelte'
import Details from './Details.svelte'
import Picture from './Picture.svelte'
import Progress from './Progress.svelte'
import River from './River.svelte'
import Seat from './Seat.svelte'
import { asks, rules } from './rules'
import { stages } from './stages'
import type { EventValues, Line, View } from './types'
import { chips, explain, flights, moveLabel, touches } from './words'

const floatingMarket: GameTable<View, EventValues, Line['parts'][number]> = {
  Board: River,
  panels: [
    { key: 'act', icon: 'customer', Panel: Act },
    { key: 'bowls', icon: 'fruit-stand', Panel: Bowls },
  ],
  panelFor: {},
  asks,
  Seat,
  Details,
  Progress,
  rules,
  Picture,
  sounds: { roll: 'dice', die: 'die', 'board-die': 'die', customer: 'piece', 'customer-paid': 'piece', stand: 'piece' },
  moveLabel,
  chips,
  stages,
  flights,
  touches,
  explain,
}
export default floatingMarket
