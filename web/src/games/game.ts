/** What the shell needs to know of a game to show it. A game is a folder beside this file, found by itself. */
import type { Component } from 'svelte'
import type { Sound } from '../shell/sounds'
import { learn } from '../words/words.svelte'
import type { AnyView, GameEvent, MoveMade, Notation, Preview, ScoreLine, Snapshot, Values } from '../connection/wire'

export interface Chip {
  icon: string
  text: string
  /** `end`: it ends the game, or is about to. */
  tone: 'gain' | 'cost' | 'plain' | 'end'
  seat?: number
  /** Said elsewhere too, so that there is no room for it on a phone. */
  aside?: boolean
}

/** Something that flies over the table: from one anchor to another. */
export interface Flight {
  icon: string
  from: string
  to: string
}

/** A moment between two views that is worth seeing: for so many motions, with pieces that fly as it begins. */
export interface Stage<View = AnyView, Told = Values> {
  key: string
  view: View
  beats: number
  events: GameEvent<Told>[]
}

/** A chapter of the rules: its points, each with a picture. Its words: `<game>.rules.<key>` and `….<key>.<item>`. */
export interface RuleSection {
  key: string
  items: { key: string; icon: string }[]
}

/** A part of the table beside the board, the last one topmost; on a phone a tab, by its icon. */
export interface Panel<View> {
  key: string
  icon: string
  /** Whether it stays in sight, whatever scrolls. */
  stays?: boolean
  Panel: Component<{ snapshot: Snapshot<View> }>
}

export interface GameTable<View = AnyView, Told = Values, Part = Values> {
  /** The part of the table that is the hero: the board. */
  Board: Component<{ snapshot: Snapshot<View> }>
  /** Panels beside the board. The first one holds what is needed to act. */
  panels: Panel<View>[]
  /** Questions whose answers lie in another panel than the first. */
  panelFor: Record<string, string>
  /** The points of the rules that tell of questions. */
  asks?: Record<string, string>
  /** One seat at a glance, inside a plate with the name. */
  Seat: Component<{ snapshot: Snapshot<View>; seat: number }>
  /** All that a seat has, in the dialog that its plate opens. */
  Details?: Component<{ snapshot: Snapshot<View>; seat: number }>
  /** What is shown all the time below everything: how near the end is. */
  Progress: Component<{ snapshot: Snapshot<View> }>
  rules: RuleSection[]
  /** What the rules tell of, drawn by the table's own pieces: by the name of the picture. */
  Picture?: Component<{ snapshot: Snapshot<View>; of: string }>
  /** What is heard when something happens, by its key, beside what the things that fly sound like. */
  sounds: Record<string, Sound>
  /** Why a move is asked for once more: a purchase that may not be meant, say. Empty for all others. */
  slip?(move: Notation, snapshot: Snapshot<View>): string
  moveLabel(move: Notation, snapshot: Snapshot<View>): string
  chips(preview: Preview, snapshot: Snapshot<View>): Chip[]
  /** What lies between two views, one moment after the other; nothing if one simply follows on the other. */
  stages(before: View, after: View, made: MoveMade<Told>[]): Stage<View, Told>[]
  flights(event: GameEvent<Told>, snapshot: Snapshot<View>): Flight[]
  /** The pieces that something changed, as anchors: they are marked when one's turn comes. */
  touches(event: GameEvent<Told>): string[]
  /** The pieces that make up a line of the score, as anchors to light up, and in words. */
  explain(line: ScoreLine<Part>, seat: number, snapshot: Snapshot<View>): { words: string; anchors: string[] }
}

/** What stands for a game where it is not played: in lists and on the first screen. */
export interface Emblem {
  icon: string
  row: string[]
}

const byName = <T>(found: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(found).map(([path, each]) => [path.split('/')[1], each]))

/** Pictures to choose by, for options that a game draws: `options/<option>.svelte` in its folder. */
type Picker = Component<{ value: string; players: number }, object, 'value'>
const pickers = import.meta.glob<Picker>('./*/options/*.svelte', { import: 'default' })

const tables = byName(import.meta.glob<GameTable>('./*/index.ts', { import: 'default' }))
const emblems = byName(import.meta.glob<Emblem>('./*/emblem.ts', { import: 'emblem', eager: true }))
/** The pictures of all games, drawn once and used by name. */
export const pictures = Object.values(
  import.meta.glob<Component>('./*/Pictures.svelte', { import: 'default', eager: true }),
)

/** What games let float on the water of the first screen, within 200 by 110. */
export const afloat = Object.values(
  import.meta.glob<Component>('./*/Afloat.svelte', { import: 'default', eager: true }),
)

const PLAIN: Emblem = { icon: 'cards', row: ['cards', 'person', 'star', 'person', 'cards'] }

export const emblemOf = (game: string): Emblem => emblems[game] ?? PLAIN

/** How an option is chosen by picture, if its game has a picture for it. */
export const pickerOf = (game: string, option: string): (() => Promise<Picker>) | undefined =>
  pickers[`./${game}/options/${option}.svelte`]

/** A game's own table, or a plain one that does for any game. */
export async function loadGame(game: string): Promise<GameTable> {
  await learn(game)
  return tables[game]?.() ?? (await import('../plain')).default
}
