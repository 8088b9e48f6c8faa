/** What travels between page and server: the server's own types, with the parts that belong to games left open. */
import type { components } from './schema'

type Schemas = components['schemas']
/** Named values of which only their game knows more. */
export type Values = Record<string, unknown>

export type Notation = string
export type AnyView = Schemas['Snapshot']['view']
/** Something that happened, or why something cannot: a key and parameters. Each game knows those of its own. */
export type GameEvent<Own = Values> = Omit<Schemas['EventInfo'], 'values'> & { values: Own }
export type MoveMade<Own = Values> = Omit<Schemas['MoveMade'], 'events'> & { events: GameEvent<Own>[] }
export type SeatInfo = Schemas['SeatInfo']
export type ScoreLine<Part = Values> = Omit<Schemas['ScoreLine'], 'parts'> & { parts: Part[] }
export type Snapshot<View = AnyView> = Omit<Schemas['Snapshot'], 'view'> & { view: View }
/** What is around a game, and changes seldom. */
export type Around = Schemas['Around']
/** An update leaves out what never changes, even of the view, and what has messages of its own. */
export type Change = Omit<Snapshot, keyof Around | 'chat'>
/** What a move would do: by the path of what changes, how it is and how it would be. */
export type Preview = Omit<Schemas['Preview'], 'changes'> & { changes: Record<string, [unknown, unknown]> }
export type Reason = Schemas['Reason']
export type Previews = Omit<Schemas['Previews'], 'previews'> & { previews: Preview[] }
export type GameInfo = Schemas['GameInfo']
export type TableLine = Schemas['TableLine']
export type Me = Schemas['Me']
/** Which games there are is the server's to say, so any name may be asked for. */
export type NewTable = Omit<Schemas['NewTable'], 'game'> & { game: string }
export type SeatWish = Schemas['SeatWish']
export type Hint = Schemas['Hint']
/** A game on file: what the page needs to know of it to open it again. */
export type GameRecord = { game: string; seats: { name: string; bot: string | null }[]; result: object | null } & Values
export type ChatLine = Schemas['ChatLine']

export type ServerMessage =
  | { type: 'welcome'; protocol: number; snapshot: Snapshot; made: MoveMade[] }
  | { type: 'update'; snapshot: Change; made: MoveMade[]; around?: Around }
  | Schemas['SeatsMessage']
  | Schemas['AckMessage']
  | Schemas['Refused']
  | Schemas['ChatSaid']
  | Schemas['Pong']
  | Schemas['Bye']
