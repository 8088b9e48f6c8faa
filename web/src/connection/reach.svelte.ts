/** Where others find this server: links that are handed on begin there. */
import { origin } from '../shell/router.svelte'
import { api } from './api'
import type { Reach } from './wire'

let found = $state.raw<Reach | null>(null)
let asked: Promise<void> | null = null

export const reach = {
  /** What links for others begin with. */
  get origin(): string {
    return found?.url ?? origin
  },
  /** Whether nobody else could open a link of this page. */
  get alone(): boolean {
    return found !== null && found.alone && found.url === null
  },
  /** Whether links lead to another address than the one above, so that it is said. */
  get elsewhere(): boolean {
    return found !== null && found.alone && found.url !== null
  },
  /** Asks the server, once. */
  ask(): void {
    asked ??= api.reach().then(
      (told) => {
        found = told
      },
      () => {
        asked = null
      },
    )
  },
}
