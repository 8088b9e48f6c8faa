/* Keeps the page for times without a network. `python -m deploy.site` says what there is: files by what is in them. */
const files = self.KEPT
const CACHE = 'khlong'
const FONTS = 'khlong-fonts'
const base = new URL('./', self.location)
const keyOf = (path) => new URL(`${path}?${files[path]}`, base).href

/** Fetches what is new. What has not changed since the last version is there already. */
async function keep() {
  const cache = await caches.open(CACHE)
  const known = new Set((await cache.keys()).map(({ url }) => url))
  const missing = Object.keys(files).filter((path) => !known.has(keyOf(path)))
  await Promise.all(
    missing.map(async (path) => {
      const answer = await fetch(new URL(path, base), { cache: 'no-cache' })
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      await cache.put(keyOf(path), answer)
    }),
  )
}

/** Forgets what is old, unless other tabs still show the page before: they may be in mid-game and need more of it. */
async function clear() {
  const cache = await caches.open(CACHE)
  const wanted = new Set(Object.keys(files).map(keyOf))
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (tabs.length < 2) for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url)
  await self.clients.claim()
}

async function answer(request, path) {
  if (path in files) return (await (await caches.open(CACHE)).match(keyOf(path))) ?? fetch(request)
  const old = await (await caches.open(CACHE)).match(request, { ignoreSearch: true })
  if (old) return old
  const fonts = await caches.open(FONTS)
  const known = await fonts.match(request)
  if (known) return known
  const found = await fetch(request)
  if (found.ok && /\.woff2?$/.test(path)) {
    await fonts.put(request, found.clone()).catch(() => undefined) // without room for it, it comes again next time
  }
  return found
}

self.addEventListener('install', (event) => event.waitUntil(keep()))
self.addEventListener('activate', (event) => event.waitUntil(clear()))
self.addEventListener('message', ({ data }) => data === 'take over' && self.skipWaiting())
self.addEventListener('fetch', (event) => {
  const { href } = new URL(event.request.url)
  if (event.request.method !== 'GET' || !href.startsWith(base.href)) return
  const path = href.slice(base.href.length).split(/[?#]/)[0] || 'index.html'
  if (path.startsWith('docs/')) return
  event.respondWith(answer(event.request, path))
})
