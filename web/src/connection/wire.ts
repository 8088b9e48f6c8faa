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
export type NewGame<View = AnyView> = Omit<Schemas['NewGame'], 'view'> & { view: View }
/** A text in every language. */
export type Said = Schemas['SaidInfo']
export type TutorialInfo = Schemas['TutorialInfo']
export type TutorialStep = Schemas['TutorialStep']
export type TutorialScript = Schemas['TutorialScript']
/** The table at one point of a tutorial, and the move that led there. */
export type Moment = Omit<Schemas['LessonMoment'], 'snapshot' | 'made'> & { snapshot: Snapshot; made: MoveMade[] }
export type LessonTold = { moments: Moment[]; previews: Previews }
export type TableLine = Schemas['TableLine']
export type Me = Schemas['Me']
export type Holidays = Schemas['Holidays']
export type Device = Schemas['Device']
export type Notices = Schemas['Notices']
export type NoticeWishes = Schemas['NoticeWishes']
export type Reach = Schemas['Reach']
export type OwnComponents = Schemas['OwnComponents']
/** Which games there are is the server's to say, so any name may be asked for. */
export type NewTable = Omit<Schemas['NewTable'], 'game'> & { game: string }
export type SeatWish = Schemas['SeatWish']
export type Hint = Schemas['Hint']
/** A game's rules in full: chapters, our rulings, and what is in the box. */
export type WholeRules = Schemas['WholeRules']
/** A position with all that can be done in it, and without a table behind it. */
export type Scene = Omit<Schemas['Scene'], 'snapshot' | 'previews'> & { snapshot: Snapshot; previews: Previews }
export type PositionSeen = Omit<Schemas['PositionSeen'], 'scene'> & { scene: Scene | null }
export type PositionThen = Schemas['PositionThen']
export type PuzzleLine = Schemas['PuzzleLine']
export type PuzzleSeen = Omit<Schemas['PuzzleSeen'], 'scene'> & { scene: Scene }
export interface PositionWish {
  players: number
  options: Record<string, string>
  position: Values | null
}
/** A game on file: what the page needs to know of it to open it again. */
export type GameRecord = { game: string; seats: { name: string; bot: string | null }[]; result: object | null } & Values
export type ReviewState = Schemas['ReviewState']
export type Review = Schemas['Review']
export type Decision = Schemas['Decision']
export type KeyMoment = Review['moments'][number]
export type MoveWorth = Schemas['MoveWorth']
export type DiceLine = Schemas['DiceLine']
export type SeatReview = Schemas['SeatReview']
export type Again = Schemas['Again']
export type Statistics = Schemas['Statistics']
export type GameStatistics = Schemas['GameStatistics']
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
