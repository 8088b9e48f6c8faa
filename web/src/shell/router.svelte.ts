/** Which screen is shown: the address bar decides. */
let path = $state(location.pathname)

addEventListener('popstate', () => (path = location.pathname))

export const route = {
  get path(): string {
    return path
  },
}

export function go(to: string): void {
  history.pushState(null, '', to)
  path = location.pathname
  scrollTo(0, 0)
}

/** Lets links inside the page change the screen without loading it anew. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return
  if (link.pathname.startsWith('/api/')) return
  event.preventDefault()
  go(link.pathname + link.search)
}
