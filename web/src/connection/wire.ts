/** What travels between page and server: the server's own types, with the parts opened up that belong to games. */
import type { components } from './schema'

type Schemas = components['schemas']
type Open = Record<string, any> // each game gives these its own types

export type Notation = string
export type GameEvent = Omit<Schemas['EventInfo'], 'values'> & { values: Open }
export type MoveMade = Omit<Schemas['MoveMade'], 'events'> & { events: GameEvent[] }
export type SeatInfo = Schemas['SeatInfo']
export type ScoreLine = Omit<Schemas['ScoreLine'], 'parts'> & { parts: Open[] }
export type Snapshot = Omit<Schemas['Snapshot'], 'view' | 'score'> & { view: Open; score: ScoreLine[][] }
/** An update leaves out the chat, which comes by messages of its own. */
export type Update = Omit<Snapshot, 'chat'> & { chat?: Snapshot['chat'] }
export type Preview = Omit<Schemas['Preview'], 'changes' | 'events'> & {
  changes: Record<string, [any, any]>
  events: GameEvent[]
}
/** Why some moves are not possible: a key and parameters, like an event's. */
export type Reason = Omit<Schemas['Reason'], 'values'> & { values: Open }
export type Previews = Omit<Schemas['Previews'], 'previews' | 'reasons'> & { previews: Preview[]; reasons: Reason[] }
export type GameInfo = Schemas['GameInfo']
export type TableLine = Schemas['TableLine']
export type Me = Schemas['Me']
/** Which games there are is the server's to say, so any name may be asked for. */
export type NewTable = Omit<Schemas['NewTable'], 'game'> & { game: string }
export type SeatWish = Schemas['SeatWish']
export type Hint = Omit<Schemas['Hint'], 'story'> & { story: GameEvent[] }
/** A game on file: what the page needs to know of it to open it again. */
export type GameRecord = { game: string; seats: { name: string; bot: string | null }[]; result: object | null } & Open
export type ChatLine = Schemas['ChatLine']

export type ServerMessage =
  | { type: 'welcome'; protocol: number; snapshot: Snapshot; made: MoveMade[] }
  | { type: 'update'; snapshot: Update; made: MoveMade[] }
  | { type: 'seats'; seats: SeatInfo[] }
  | Schemas['AckMessage']
  | Schemas['Refused']
  | Schemas['ChatSaid']
  | Schemas['Pong']
  | Schemas['Bye']
