/** What the page and the worker with the tables say to each other. */

export type ToTables =
  | { type: 'request'; id: number; method: string; path: string; body: string | null }
  | { type: 'open'; line: number; table: string }
  | { type: 'hear'; line: number; message: string }
  | { type: 'close'; line: number }
  | { type: 'save'; id: number }
  | { type: 'add'; id: number; text: string }

export type FromTables =
  | { type: 'progress'; part: number }
  | { type: 'ready' }
  | { type: 'failed'; why: Failure; message: string }
  | { type: 'answer'; id: number; text: string }
  | { type: 'said'; line: number; message: string }
  | { type: 'hung-up'; line: number }

/** Why there are no tables: what the browser lacks, does not keep, or has not got. */
export type Failure = 'browser' | 'storage' | 'download' | 'start'
