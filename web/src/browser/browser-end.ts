/** This browser as the one that has the tables: they run in a worker, so that the page is never held up. */
import type { Answer, End, Panel, Talk } from '../connection/end'
import type { Ends } from '../connection/line.svelte'
import type { ServerMessage } from '../connection/wire'
import { holdGames, type Added } from './all-games'
import { beginning } from './beginning.svelte'
import BeginningPanel from './Beginning.svelte'
import HerePanel from './Here.svelte'
import { keepPage } from './installed.svelte'
import { has, say } from '../words/words.svelte'
import type { FromTables, ToTables } from './talk'

const NO_TABLES = 503
/** What is the same for everybody, so that the first screen waits for nothing. */
const WRITTEN: Record<string, string> = { '/games': 'answers/games.json' }

/** What is refused for reasons of this browser is said in the reader's language. */
function inWords<T>(told: T): T {
  const { code } = (told ?? {}) as { code?: string }
  const key = `here.refused.${code}`
  return code && has(key) ? { ...told, message: say(key) } : told
}

function heard(text: string): ServerMessage {
  const message = JSON.parse(text) as ServerMessage
  return message.type === 'refused' ? inWords(message) : message
}

class Tables implements End {
  readonly alone = true
  private worker: Worker | null = null
  private count = 0
  private readonly waiting = new Map<number, (text: string) => void>()
  private readonly lines = new Map<number, Ends>()

  /** Has the tables brought in, if they are not there yet. */
  begin(): void {
    if (this.worker || beginning.failed) return
    if (typeof WebAssembly !== 'object' || typeof Worker !== 'function') return this.fail('browser', '')
    this.worker = new Worker(new URL('./tables.worker.ts', import.meta.url), { type: 'module' })
    this.worker.onmessage = ({ data }: MessageEvent<FromTables>) => this.hear(data)
    this.worker.onerror = (error) => {
      if (!beginning.ready) this.fail('browser', error.message)
    }
  }

  private tell(message: ToTables): void {
    this.begin()
    this.worker?.postMessage(message)
  }

  private ask(make: (id: number) => ToTables): Promise<Answer> {
    const id = ++this.count
    return new Promise((resolve) => {
      this.waiting.set(id, (text) => {
        const [status, data] = JSON.parse(text) as [number, unknown]
        resolve({ status, data: status < 400 ? data : inWords(data) })
      })
      this.tell(make(id))
      if (beginning.failed) this.refuse()
    })
  }

  async request(method: string, path: string, body?: string): Promise<Answer> {
    if (method === 'GET' && path in WRITTEN && !beginning.ready) {
      const answer = await fetch(new URL(WRITTEN[path], document.baseURI)).catch(() => null)
      if (answer?.ok) return { status: answer.status, data: await answer.json() }
    }
    return this.ask((id) => ({ type: 'request', id, method, path, body: body ?? null }))
  }

  /** All games that are kept here, to be taken elsewhere. */
  async save(): Promise<unknown> {
    return (await this.ask((id) => ({ type: 'save', id }))).data
  }

  /** Adds the games of a file, and says what came of it. */
  async add(text: string): Promise<Added> {
    return (await this.ask((id) => ({ type: 'add', id, text }))).data as Added
  }

  talk(table: string, _invite: string | null, ends: Ends): Talk {
    const line = ++this.count
    this.lines.set(line, ends)
    this.tell({ type: 'open', line, table })
    queueMicrotask(() => ends.opened())
    return {
      online: true,
      send: (message) => this.tell({ type: 'hear', line, message: JSON.stringify(message) }),
      close: () => {
        this.lines.delete(line)
        this.tell({ type: 'close', line })
      },
    }
  }

  private hear(message: FromTables): void {
    if (message.type === 'answer') {
      this.waiting.get(message.id)?.(message.text)
      this.waiting.delete(message.id)
    } else if (message.type === 'said') this.lines.get(message.line)?.heard(heard(message.message))
    else if (message.type === 'hung-up') this.lines.get(message.line)?.lost()
    else if (message.type === 'progress') beginning.part = message.part
    else if (message.type === 'ready') beginning.ready = true
    else this.fail(message.why, message.message)
  }

  private fail(why: NonNullable<typeof beginning.failed>, message: string): void {
    console.error(`No tables (${why}): ${message}`)
    beginning.failed = why
    this.refuse()
  }

  /** Nobody waits for tables that do not come. */
  private refuse(): void {
    for (const answer of this.waiting.values()) answer(JSON.stringify([NO_TABLES, null]))
    this.waiting.clear()
  }
}

const tables = new Tables()
export const end: End = tables
export const failed = (): boolean => beginning.failed !== null
tables.begin()
Object.assign(globalThis, { khlong: tables }) // for whoever tries things in the console
holdGames(tables)
keepPage()

export const Beginning: Panel = BeginningPanel
export const Here: Panel = HerePanel
