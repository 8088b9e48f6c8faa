/** Which screen is shown: the address bar decides. */
let path = $state(location.pathname)
let search = $state(location.search)
let turn = $state(0)

function read(): void {
  path = location.pathname
  search = location.search
  turn += 1
}

addEventListener('popstate', read)

export const route = {
  get path(): string {
    return path
  },
  get search(): string {
    return search
  },
  /** Counts up whenever somebody goes somewhere, be it to where they are. */
  get turn(): number {
    return turn
  },
}

/** Shows another screen; `instead` if one should not come back to this one. */
export function go(to: string, instead = false): void {
  if (instead) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  read()
  scrollTo(0, 0)
}

/** Lets links inside the page change the screen without loading it anew. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return
  if (link.pathname.startsWith('/api/')) return
  if (link.hash && link.pathname === location.pathname) return // the browser goes to that place of the page
  event.preventDefault()
  go(link.pathname + link.search + link.hash)
}
