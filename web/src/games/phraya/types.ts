/** Phraya's things, as the server declares them. */
import type * as wire from '../../connection/wire'
import type { components } from './view'

type Schemas = components['schemas']
export type View = Schemas['View']
export type Seat = Schemas['Seat']
export type Stall = Schemas['Stall']
export type Order = Schemas['Order']
export type Tile = Schemas['Tile']
export type CardFace = Schemas['CardFace']
export type Good = Tile['goods'][number]
export type KingRow = 'coins' | 'flowers' | 'goods'
export type Snapshot = wire.Snapshot<View>

/** How much of which things. */
export type Amounts = Record<string, number>
/** What events and reasons tell of, each some of it. */
export interface EventValues {
  seat?: number
  seats?: number[]
  what?: Amounts
  price?: Amounts | number
  missing?: Amounts
  ask?: string
  steps?: number[] | number
  card?: string
  good?: string
  kind?: string
  stall?: string
  space?: string
  goods?: string[]
}
export type Event = wire.GameEvent<EventValues>
/** What makes up a line of the score, each line some of it. */
export interface ScorePart {
  coins?: number
  'goods sold'?: Amounts
  section?: number
  disks?: number[]
  majority?: number
  penalty?: number
  column?: number
  row?: string
  space?: number
  card?: string
  points?: number
  stalls?: string[]
  'stalls of all'?: number[]
}
export type Line = wire.ScoreLine<ScorePart>

export const GOODS: Good[] = ['vegetable', 'fruit', 'fish', 'meat']
export const KING_ROWS: KingRow[] = ['coins', 'flowers', 'goods']
