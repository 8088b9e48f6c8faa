/** A table for a game that the page knows nothing of: its view in tidy tables, its moves as buttons. */
import type { GameTable } from '../games/game'
import Act from './Act.svelte'
import Board from './Board.svelte'
import Progress from './Progress.svelte'
import Seat from './Seat.svelte'
import { chips, moveLabel } from './words'

const plain: GameTable = {
  Board,
  panels: [{ key: 'act', icon: 'person', Panel: Act }],
  panelFor: {},
  Seat,
  Progress,
  rules: [],
  sounds: {},
  touches: () => [],
  moveLabel,
  chips,
  stages: () => [],
  flights: () => [],
  explain: () => ({ words: '', anchors: [] }),
}
export default plain
