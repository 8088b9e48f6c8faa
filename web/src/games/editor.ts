/** What a game adds to the form that sets up a position: its own names for things, and clicks on its board. A game
 *  brings it as `editor.ts` in its folder; without one, the form has to do. */
import type { AnyView, Notation, Snapshot } from '../connection/wire'
import type { Draft, Names } from '../shell/editor/form'

/** What a click on the board means: it is offered as moves, and each changes the position for the chosen player. */
export interface Tool {
  key: string
  icon: string
  /** The panel beside the board that is clicked, if it is not the board itself. */
  panel?: string
  moves(names: Names): Notation[]
  put(move: Notation, draft: Draft, seat: number): Draft
}

export interface GameEditor<View = AnyView> {
  tools: Tool[]
  /** What a thing is called where its name alone says too little. */
  called(kind: string, name: string, snapshot: Snapshot<View>): string | undefined
}

const editors = import.meta.glob<GameEditor>('./*/editor.ts', { import: 'default' })

export const loadEditor = async (game: string): Promise<GameEditor> =>
  (await editors[`./${game}/editor.ts`]?.()) ?? { tools: [], called: () => undefined }
