/** Writes the types that the page shares with the server anew: the server's own, and each game's view. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const games = '../src/khlong/games'
const made = [['../src/khlong/server/openapi.json', 'src/connection/schema.d.ts']]
for (const folder of readdirSync(games)) {
  const view = join(games, folder, 'view.json')
  const home = join('src/games', folder.replaceAll('_', '-'))
  if (existsSync(view) && existsSync(home)) made.push([view, join(home, 'view.d.ts')])
}
const into = process.argv[2] ?? '.'
for (const [from, to] of made) execFileSync('node_modules/.bin/openapi-typescript', [from, '-o', join(into, to)])
