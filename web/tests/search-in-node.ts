/** What the page's search finds in some positions: reads a task from standard input, writes the findings. */
import { readFileSync } from 'node:fs'
import { Machine } from '../src/engine/machine.ts'
import { Search } from '../src/engine/search.ts'

const { module, nodes, seed, playouts, keep, positions } = JSON.parse(readFileSync(0, 'utf8'))
const code = new WebAssembly.Module(readFileSync(`${module}.wasm`))
const search = new Search(new Machine(code, JSON.parse(readFileSync(`${module}.json`, 'utf8'))), nodes)
const found = positions.map(({ state, moves }: { state: string; moves: number[] }) => {
  search.setOut(Buffer.from(state, 'hex'), moves, seed, 0, keep)
  const made = search.grow(Infinity, playouts)
  const rank = () => search.moves().sort((one, other) => other.visits - one.visits || other.prior - one.prior)
  const ranked = rank()
  const line = search.line(ranked[0].move, 5)
  const about = ranked.at(-1)!.move
  search.grow(Infinity, playouts, about)
  return { made, ranked, line, asked: rank().find(({ move }) => move === about) }
})
console.log(JSON.stringify(found))
