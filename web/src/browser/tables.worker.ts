/** Tables on a thread of their own: the Python of `khlong.browser`, what it keeps, and those who think for it. */
import { Bots } from './bots'
import { Keeper } from './keeper'
import type { Failure, FromTables, ToTables } from './talk'

interface Local {
  open(): Promise<void>
  request(method: string, path: string, body: string | null): Promise<string>
  open_line(line: number, table: string): Promise<void>
  hear(line: number, message: string): Promise<void>
  close_line(line: number): void
  add_games(text: string): Promise<string>
  follow(table: string, version: number): Promise<void>
  on_write(tell: (table: string, version: number) => void): void
}
interface Python {
  registerJsModule(name: string, module: object): void
  runPython(code: string): unknown
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void
}
type LoadPython = (options: Record<string, unknown>) => Promise<Python>

const BEGIN = `
import sys
sys.path.insert(0, "/khlong")
sys.path.insert(0, "/khlong/khlong/browser/standins")
from khlong.browser.local import LocalServer
import outside
LocalServer(outside.keeper, outside.searcher, outside.page)
`

const base = new URL('../', self.location.href) // workers lie among the page's assets
const say = (message: FromTables): void => postMessage(message)

class CannotBegin extends Error {
  constructor(
    readonly why: Failure,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause))
  }
}

/** Does something without which there are no tables. */
async function needed<T>(why: Failure, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new CannotBegin(why, error)
  }
}

async function fetched(path: string): Promise<ArrayBuffer> {
  const answer = await fetch(new URL(path, base))
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.arrayBuffer()
}

/** Does something that fetches, and fails as soon as that does: Pyodide waits for ever for code that breaks off. */
async function whole<T>(work: () => Promise<T>): Promise<T> {
  const plain = self.fetch
  const broken = new Promise<never>((_, fail) => {
    self.fetch = async (...asked) => {
      const answer = await plain(...asked).catch((error) => {
        fail(error)
        throw error
      })
      if (!answer.ok) fail(new Error(`${answer.url}: ${answer.status}`))
      answer.clone().arrayBuffer().catch(fail)
      return answer
    }
  })
  return Promise.race([work(), broken]).finally(() => (self.fetch = plain))
}

async function begin(): Promise<Local> {
  const keeping = needed('storage', () => Keeper.open())
  keeping.catch(() => undefined) // it is told below
  const archive = needed('download', () => fetched('python/khlong.zip'))
  archive.catch(() => undefined)
  const indexURL = new URL('python/', base).href
  const python = await needed('download', async () => {
    const { loadPyodide } = (await import(/* @vite-ignore */ `${indexURL}pyodide.mjs`)) as { loadPyodide: LoadPython }
    return whole(() => loadPyodide({ indexURL, convertNullToNone: true, stdout: console.info, stderr: console.warn }))
  })
  say({ type: 'progress', part: 0.6 })
  const keeper = await keeping
  python.unpackArchive(await archive, 'zip', { extractDir: '/khlong' })
  let bots: Bots | null = null // made when the first one has to think
  const searcher = {
    search: (wish: string): Promise<string> => (bots ??= new Bots(new URL('engine/', base))).search(wish),
  }
  const page = {
    say: (line: number, message: string) => say({ type: 'said', line, message }),
    hang_up: (line: number) => say({ type: 'hung-up', line }),
  }
  python.registerJsModule('outside', { keeper, searcher, page })
  return needed('start', async () => {
    const local = python.runPython(BEGIN) as Local
    await local.open()
    held = keeper
    return local
  })
}

let held: Keeper | null = null
const others = new BroadcastChannel('khlong')
const begun = begin()
begun.then(
  (local) => {
    local.on_write((table, version) => others.postMessage({ table, version }))
    others.onmessage = ({ data }) => void local.follow(data.table, data.version)
    say({ type: 'ready' })
  },
  (error: CannotBegin) => say({ type: 'failed', why: error.why ?? 'start', message: error.message }),
)

onmessage = async ({ data }: MessageEvent<ToTables>) => {
  const local = await begun.catch(() => null)
  if (!local) return
  if (data.type === 'request')
    say({ type: 'answer', id: data.id, text: await local.request(data.method, data.path, data.body) })
  else if (data.type === 'open') void local.open_line(data.line, data.table)
  else if (data.type === 'hear') void local.hear(data.line, data.message)
  else if (data.type === 'close') local.close_line(data.line)
  else if (data.type === 'save')
    say({ type: 'answer', id: data.id, text: JSON.stringify([200, await held!.everything()]) })
  else say({ type: 'answer', id: data.id, text: `[200,${await local.add_games(data.text)}]` })
}
