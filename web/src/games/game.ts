/** What the shell needs to know of a game to show it. */
import type { Component } from 'svelte'
import type { GameEvent, MoveMade, Notation, Preview, ScoreLine, Snapshot } from '../connection/wire'

export interface Chip {
  icon: string
  text: string
  /** `end`: it ends the game, or is about to. */
  tone: 'gain' | 'cost' | 'plain' | 'end'
  seat?: number
}

export interface TableProps {
  snapshot: Snapshot
}

/** Something that flies over the table: from one anchor to another. */
export interface Flight {
  icon: string
  from: string
  to: string
}

/** A chapter of the rules: its points, each with a picture. The words are `<game>.rules.<key>` and `….<key>.<item>`. */
export interface RuleSection {
  key: string
  items: { key: string; icon: string }[]
}

export interface GameTable {
  /** The part of the table that is the hero: the board. */
  Board: Component<TableProps>
  /** Panels beside the board; on a phone they are tabs. The first one holds what is needed to act. */
  panels: { key: string; Panel: Component<TableProps> }[]
  /** Questions whose answers lie in another panel than the first. */
  panelFor: Record<string, string>
  /** One seat at a glance, inside a plate with the name. */
  Seat: Component<TableProps & { seat: number }>
  /** What is shown all the time below everything: how near the end is. */
  Progress: Component<TableProps>
  rules: RuleSection[]
  endsTurn: (move: Notation) => boolean
  moveLabel: (move: Notation, snapshot: Snapshot) => string
  chips: (preview: Preview, snapshot: Snapshot) => Chip[]
  /** What lies between two views and is worth seeing, if anything. */
  halfway: (before: any, after: any, made: MoveMade[]) => any
  flights: (event: GameEvent, snapshot: Snapshot) => Flight[]
  /** The pieces that make up a line of the score, as anchors to light up, and in words. */
  explain: (line: ScoreLine, seat: number, snapshot: Snapshot) => { words: string; anchors: string[] }
}

export const loadGame: Record<string, () => Promise<GameTable>> = {
  phraya: async () => (await import('./phraya')).default,
  'floating-market': async () => (await import('./floating-market')).default,
}
