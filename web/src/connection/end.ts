/** Where requests are answered and tables are: at a server, or in this browser. Nobody else knows which. */
import type { Component } from 'svelte'
import type { Ends } from './line.svelte'

/** A line to a table, over which messages go both ways. */
export interface Talk {
  readonly online: boolean
  send(message: object): void
  close(): void
}

export interface Answer {
  status: number
  data: unknown
}

/** What an end has to say for itself: how far it is, and what lies with it. */
export type Panel = Component | null

export interface End {
  /** Whether only whoever has this page open can come to its tables. */
  readonly alone: boolean
  request(method: string, path: string, body?: string): Promise<Answer>
  talk(table: string, invite: string | null, ends: Ends): Talk
}
