/** Floating Market's view, as the server gives it. */
export interface BoatView {
  location: string
  fruit: string
  side: 'west' | 'east'
  in_play: boolean
  ama: boolean
  customers: number[]
  stand: number | null
}
export interface PlaceView {
  place: string
  cost: number
  in_play: boolean
  free: boolean
  customers: number[]
}
export interface SeatView {
  coins: number
  fruit: string[]
  customers: number
  hand: string[]
  pool: string[]
  out: string[]
}
export interface Roll {
  total: number
  activated: string | null
  dice: { seat: number; die: string; face: number }[]
  ama: number[]
  tiles: string[]
  board: Record<string, number>
}
export interface View {
  round: number
  start: number
  decider: number | null
  asked: string | null
  goal: number
  boats: BoatView[]
  /** The chance of each boat, in their order. */
  odds: number[]
  places: PlaceView[]
  seats: SeatView[]
  pool: { ama: number; tiles: string[]; board: string[]; d12_blocked: boolean }
  last_roll: Roll | null
}
export const FRUIT = ['mango', 'banana', 'papaya', 'guava', 'grapefruit', 'rambutan', 'starfruit']
export const DICE = ['d4', 'd6', 'd10', 'd12', 'white']
