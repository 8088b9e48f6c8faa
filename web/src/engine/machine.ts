/** Calls the compiled rules of a game: `src/khlong/engine/wasm` says how they are made. */

/** How an argument is handed over: a number, a record by its address, an array of so many dimensions, or several. */
type Kind = 'i64' | 'i32' | 'record' | { array: number } | Kind[]

/** How records lie in memory: for each field where it begins, and what it is. */
export interface Layout {
  size: number
  fields: Record<string, [offset: number, kind: string]>
}

/** What is written beside a module. */
export interface About {
  game: string
  entries: Record<string, { arguments: Kind[]; result: string | null }>
  search: {
    players: number
    states: number
    state: number
    mask: string[]
    node: Layout
    scratch: Layout
    own: number
    settings: string
  }
}

/** An array in the memory of a module. */
export interface Room {
  address: number
  shape: number[]
  itemsize: number
}

export type Given = number | bigint | Room | Given[]

const ALIGNMENT = 64
const PAGE = 1 << 16
const product = (shape: number[]): number => shape.reduce((one, other) => one * other, 1)

/** A module that is ready to run, with memory of its own. */
export class Machine {
  readonly about: About
  private readonly calls: Record<string, (...numbers: (number | bigint)[]) => number>
  private readonly memory: WebAssembly.Memory
  private readonly result: number
  private top: number

  constructor(module: WebAssembly.Module, about: About) {
    this.about = about
    const { exports } = new WebAssembly.Instance(module)
    this.calls = exports as typeof this.calls
    this.memory = exports.memory as WebAssembly.Memory
    this.top = (exports.__heap_base as WebAssembly.Global).value as number
    this.result = this.take(16)
  }

  /** Room for an array, for as long as the machine lives. */
  room(itemsize: number, ...shape: number[]): Room {
    return { address: this.take(itemsize * product(shape)), shape, itemsize }
  }

  private take(size: number): number {
    const address = Math.ceil(this.top / ALIGNMENT) * ALIGNMENT
    this.top = address + size
    const missing = this.top - this.memory.buffer.byteLength
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE))
    return address
  }

  /** What is in a room, until more room is taken. */
  bytes(room: Room): Uint8Array {
    return new Uint8Array(this.memory.buffer, room.address, room.itemsize * product(room.shape))
  }

  view(room: Room): DataView {
    return new DataView(this.memory.buffer, room.address, room.itemsize * product(room.shape))
  }

  /** Calls an entry, with numbers and rooms. */
  call(name: string, ...given: Given[]): number | bigint {
    const { arguments: kinds, result } = this.about.entries[name]
    const status = this.calls[name](this.result, this.result + 8, ...given.flatMap((each, at) => flat(each, kinds[at])))
    if (status) throw new Error(`${name} stopped with status ${status}.`)
    const found = new DataView(this.memory.buffer, this.result)
    return result === 'i64' ? found.getBigInt64(0, true) : result ? found.getInt32(0, true) : 0
  }
}

/** An argument as the numbers that compiled code takes for it. */
function flat(given: Given, kind: Kind): (number | bigint)[] {
  if (Array.isArray(kind)) return kind.flatMap((inner, at) => flat((given as Given[])[at], inner))
  if (kind === 'i64') return [BigInt(given as number)]
  if (kind === 'i32') return [Number(given)]
  const { address, shape, itemsize } = given as Room
  if (kind === 'record') return [address]
  const strides = shape.map((_, axis) => BigInt(itemsize * product(shape.slice(axis + 1))))
  return [0, 0, BigInt(product(shape)), BigInt(itemsize), address, ...shape.map(BigInt), ...strides]
}
