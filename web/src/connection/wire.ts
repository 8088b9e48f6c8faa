/** What travels between page and server. */
export type Notation = string
export interface GameEvent {
  key: string
  values: Record<string, any>
}
export interface MoveMade {
  ply: number
  seat: number
  move: Notation
  events: GameEvent[]
  by: 'person' | 'bot'
  at: number
}
export interface SeatInfo {
  seat: number
  name: string
  kind: 'person' | 'bot' | 'open'
  bot?: string | null
  online: boolean
  yours: boolean
}
export interface ScoreLine {
  key: string
  points: number
  parts: Record<string, any>[]
}
export interface Result {
  scores: number[][]
  ranks: number[]
  winners: number[]
  ending: string
}
export interface ChatLine {
  seat: number | null
  name: string
  text: string
  at: number
}
export interface Snapshot {
  table: {
    id: string
    game: string
    title: string
    options: Record<string, string>
    status: 'open' | 'playing' | 'over'
    public: boolean
    host: boolean
    invite?: string | null
    pace: { kind: string; seconds?: number | null }
    commitment?: string | null
    seed?: string | null
  }
  seats: SeatInfo[]
  you: { seats: number[]; spectator: boolean }
  ply: number
  view: any
  question: { seat: number; key: string } | null
  moves: { number: number; notation: Notation }[]
  undo: { allowed: boolean; barrier: boolean }
  clock: { seat: number; left: number } | null
  score: ScoreLine[][]
  result: Result | null
  chat?: ChatLine[]
  rematch?: string | null
}
export type Changes = Record<string, [any, any]>
export interface Preview {
  move: Notation
  events: GameEvent[]
  changes: Changes
  chance: boolean
}
export interface GameInfo {
  name: string
  title: string
  about: string
  players: number[]
  options: { key: string; choices: string[]; default: string; help: string }[]
  bots: string[]
}
export interface TableLine {
  id: string
  game: string
  options: Record<string, string>
  status: 'open' | 'playing' | 'over'
  seats: SeatInfo[]
  ply: number
  turn: number | null
  yours: number[]
  created: number
}
export interface Me {
  id: string
  name: string
  account: boolean
}
