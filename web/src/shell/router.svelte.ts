/** Which screen is shown: the address bar decides. On a static host, which knows one page only, it is what stands
 *  behind the `#`. */
const BEHIND = import.meta.env.MODE === 'site'

/** Where one is, as a path with what follows it. */
export function here(): URL {
  return new URL(BEHIND ? location.hash.slice(1) || '/' : location.href, location.origin)
}

let at = $state.raw(here())
let turn = $state(0)

function read(): void {
  at = here()
  turn += 1
}

addEventListener('popstate', read)

export const route = {
  get path(): string {
    return at.pathname
  },
  get search(): string {
    return at.search
  },
  /** The place within the screen, if the address names one. */
  get hash(): string {
    return decodeURIComponent(at.hash.slice(1))
  },
  /** Counts up whenever somebody goes somewhere, be it to where they are. */
  get turn(): number {
    return turn
  },
}

/** What stands in the address bar for a path. */
const address = (to: string): string => (BEHIND ? `#${to}` : to)

/** What a link begins with that is handed on. */
export const origin = BEHIND ? `${location.origin}${location.pathname}#` : location.origin

/** Shows another screen; `instead` if one should not come back to this one. */
export function go(to: string, instead = false): void {
  if (instead) history.replaceState(null, '', address(to))
  else history.pushState(null, '', address(to))
  read()
  scrollTo(0, 0)
}

/** Has the address say where one is, without going there. */
export function note(to: string): void {
  history.replaceState(null, '', address(to))
}

/** Lets links inside the page change the screen without loading it anew. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return
  if (link.pathname.startsWith('/api/')) return
  if (!BEHIND && link.hash && link.pathname === location.pathname) return // the browser goes to that place of the page
  const to = BEHIND ? link.getAttribute('href')!.replace(/^#(?=\/)/, '') : link.pathname + link.search + link.hash
  if (!to.startsWith('/')) return
  event.preventDefault()
  go(to)
}
