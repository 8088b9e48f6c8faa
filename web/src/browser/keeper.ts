/** What lasts: headers, logs and notes in the browser's own database. See `khlong.browser.outside`. */

const DATABASE = 'khlong'
const VERSION = 1
const STORES = ['tables', 'entries', 'notes'] as const
type Store = (typeof STORES)[number]
type Row = Record<string, unknown>
type Change =
  { add: Store; row: Row } | { put: Store; row: Row } | { change: Store; id: string; row: Row } | { remove: string } // a table, with its log
type Outcome = 'done' | 'conflict' | 'full' | 'failed'

/** All that is kept, as a file that can be taken elsewhere. */
export interface Everything {
  khlong: 'games'
  version: 1
  tables: Row[]
  entries: Row[]
}

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error!)
  })

/** The rows of a table's log after some number. */
const logOf = (table: string, after = 0): IDBKeyRange => IDBKeyRange.bound([table, after], [table, Infinity], true)

function outcomeOf(error: DOMException | null): Outcome {
  if (error?.name === 'ConstraintError') return 'conflict'
  return error?.name === 'QuotaExceededError' ? 'full' : 'failed'
}

function make(work: IDBTransaction, change: Change): void {
  if ('add' in change) work.objectStore(change.add).add(change.row)
  else if ('put' in change) work.objectStore(change.put).put(change.row)
  else if ('remove' in change) {
    work.objectStore('tables').delete(change.remove)
    work.objectStore('entries').delete(logOf(change.remove))
  } else {
    const store = work.objectStore(change.change)
    const found = store.get(change.id) as IDBRequest<Row>
    found.onsuccess = () => store.put({ ...found.result, ...change.row })
  }
}

export class Keeper {
  private constructor(private readonly database: IDBDatabase) {}

  static open(): Promise<Keeper> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(DATABASE, VERSION)
      request.onupgradeneeded = () => {
        const database = request.result
        database.createObjectStore('tables', { keyPath: 'id' }).createIndex('changed', 'changed')
        database.createObjectStore('entries', { keyPath: ['table', 'number'] })
        database.createObjectStore('notes', { keyPath: 'name' })
      }
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close() // a newer page wants to change it
        resolve(new Keeper(request.result))
      }
      request.onerror = () => reject(request.error!)
    })
  }

  /** All changes or none, on the disk before this is answered. */
  write(written: string): Promise<Outcome> {
    return this.change(JSON.parse(written) as Change[])
  }

  private change(changes: Change[]): Promise<Outcome> {
    return new Promise((resolve) => {
      let work: IDBTransaction
      try {
        work = this.database.transaction(STORES, 'readwrite', { durability: 'strict' })
      } catch {
        return resolve('failed')
      }
      work.oncomplete = () => resolve('done')
      work.onabort = () => resolve(outcomeOf(work.error))
      try {
        for (const change of changes) make(work, change)
      } catch {
        work.abort() // what cannot be written at all; nothing of it is
        resolve('failed')
      }
    })
  }

  private read(store: Store): IDBObjectStore {
    return this.database.transaction(store).objectStore(store)
  }

  async header(table: string): Promise<string | null> {
    const row = (await asked(this.read('tables').get(table))) as { header: string } | undefined
    return row?.header ?? null
  }

  async entries(table: string, after: number): Promise<string> {
    const rows = (await asked(this.read('entries').getAll(logOf(table, after)))) as { text: string }[]
    return JSON.stringify(rows.map(({ text }) => text))
  }

  async versions(tables: string): Promise<string> {
    const last = async (table: string): Promise<[string, number]> => {
      const found = await asked(this.read('entries').openKeyCursor(logOf(table), 'prev'))
      return [table, found ? (found.key as [string, number])[1] : 0]
    }
    return JSON.stringify(Object.fromEntries(await Promise.all((JSON.parse(tables) as string[]).map(last))))
  }

  async tables(): Promise<string> {
    const rows = (await asked(this.read('tables').index('changed').getAll())) as Row[]
    return JSON.stringify(rows.reverse().map(({ header, summary }) => ({ header, summary })))
  }

  async note(name: string): Promise<string | null> {
    const row = (await asked(this.read('notes').get(name))) as { text: string } | undefined
    return row?.text ?? null
  }

  // all of it at once

  async everything(): Promise<Everything> {
    const [tables, entries] = await Promise.all(
      (['tables', 'entries'] as const).map((store) => asked(this.read(store).getAll()) as Promise<Row[]>),
    )
    return { khlong: 'games', version: 1, tables, entries }
  }
}
