/** Floating Market's things, as the server declares them. */
import type * as wire from '../../connection/wire'
import type { components } from './view'

type Schemas = components['schemas']
export type View = Schemas['View']
export type Boat = Schemas['Boat']
export type Place = Schemas['Place']
export type Roll = Schemas['Roll']
export type Snapshot = wire.Snapshot<View>

/** What events and reasons tell of, each some of it. */
export interface EventValues {
  seat?: number
  seats?: number[]
  ask?: string
  price?: { coins: number }
  missing?: { coins: number }
  coins?: number
  place?: string
  other_place?: string
  places?: string[]
  fruit?: string
  other_fruit?: string
  die?: string
  dice?: string[] | Roll['dice']
  tile?: string
  customers?: { place: string; seat: number }[]
}
export type Event = wire.GameEvent<EventValues>
export type Line = wire.ScoreLine<{ fruit: string }>

export const FRUIT = ['mango', 'banana', 'papaya', 'guava', 'grapefruit', 'rambutan', 'starfruit']
export const DICE = ['d4', 'd6', 'd10', 'd12', 'white']
