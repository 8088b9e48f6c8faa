/** Phraya's view, as the server gives it. */
export type Good = 'vegetable' | 'fruit' | 'fish' | 'meat'
export const GOODS: Good[] = ['vegetable', 'fruit', 'fish', 'meat']
export type KingRow = 'coins' | 'flowers' | 'goods'
export const KING_ROWS: KingRow[] = ['coins', 'flowers', 'goods']

export interface Order {
  order: string
  goods: Partial<Record<Good, number>>
  coins: number
  vp: number
}
export interface Basket {
  goods: [Good, Good]
  price: number
}
export interface StallView {
  stall: string
  kind: string
  owner: number | null
  basket: Basket | null
  order: Order | null
}
export interface CardFace {
  recover?: true
  merchant?: { steps: number[]; changes: number[] }
  barge?: { steps: number; blessing: 'flower' | 'coins' | 'favor'; coins: number }
  coins?: number
  flowers?: number
  boat?: 1
  goods_for_flowers?: 1
  flowers_for_coins?: 1
  special?: string
  good?: Good
}
export interface SeatView {
  coins: number
  flowers: number
  favors: number
  section: string | null
  rowers: number
  goods: Record<Good, number>
  room: Record<Good, number>
  baskets: number
  tiles: Basket[]
  stalls_left: number
  disks_left: number
  hand: string[]
  discard: string[]
  orders: Order[]
  score: number
}
export interface View {
  edition: string
  board: string
  round: number
  first: number
  decider: number | null
  asked: string | null
  card: string | null
  used: ('left' | 'right' | 'king')[]
  barge: string
  merchant: string
  route: string[]
  prices: Record<Good, { box: number; price: number; row: number[] }>
  stalls: StallView[]
  market: { card: string; coins: number; flowers: number }[]
  deck: number
  under: string[]
  baskets_left: number
  orders_left: number[]
  temple: Record<Good, { flowers: number; section: number; seat: number | null }[]>
  king: Record<KingRow, { coins?: number; flowers?: number; goods?: [Good, Good]; seat: number | null }[]>
  conditions: Record<'tithe' | 'worship' | 'supremacy', boolean>
  seats: SeatView[]
  printed: {
    cards: Record<string, CardFace>
    stalls: { price: number; first: Record<Good, number>; second: Record<Good, number> }
    temple: { points: Record<Good, number>; majorities: number[]; penalties: number[] }
    king: { first: number; second: number; set: number }
    boat: { rowers: number; baskets: number }
    disks: number
  }
}
