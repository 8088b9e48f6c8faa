import type { GameTable } from '../game'
import Act from './Act.svelte'
import Bowls from './Bowls.svelte'
import Progress from './Progress.svelte'
import River from './River.svelte'
import Seat from './Seat.svelte'
import { halfway } from './halfway'
import { rules } from './rules'
import type { EventValues, Line, View } from './types'
import { chips, explain, flights, moveLabel } from './words'

const floatingMarket: GameTable<View, EventValues, Line['parts'][number]> = {
  Board: River,
  panels: [
    { key: 'act', icon: 'customer', Panel: Act },
    { key: 'bowls', icon: 'fruit-stand', Panel: Bowls },
  ],
  panelFor: { customer: 'bowls', fishmonger: 'bowls', 'fruit-stand': 'bowls' },
  Seat,
  Progress,
  rules,
  endsTurn: () => false,
  moveLabel,
  chips,
  halfway,
  flights,
  explain,
}
export default floatingMarket
