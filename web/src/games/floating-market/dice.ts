/** The dice of the pool, as they wait there or as they fell. */
import type { Roll, View } from './types'

export interface PoolDie {
  die: string
  seat: number | 'ama' | 'board'
  face?: number
}

export const waiting = ({ seats, pool }: View): PoolDie[] => [
  ...seats.flatMap((seat, number) => seat.pool.map((die) => ({ die, seat: number }))),
  ...pool.board.map((die) => ({ die, seat: 'board' as const })),
  ...Array.from({ length: pool.ama }, () => ({ die: 'd6', seat: 'ama' as const })),
]

export const fallen = ({ dice, board, ama }: Roll): PoolDie[] => [
  ...dice.map(({ die, seat, face }) => ({ die, seat, face })),
  ...Object.entries(board).map(([die, face]) => ({ die, seat: 'board' as const, face })),
  ...ama.map((face) => ({ die: 'd6', seat: 'ama' as const, face })),
]
