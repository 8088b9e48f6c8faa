/* Shows notices of turns, also when no tab is open, and leads to their table. */
self.addEventListener('push', (event) => {
  const { title, text, link } = event.data.json()
  const where = link ?? '/'
  event.waitUntil(self.registration.showNotification(title, { body: text, icon: '/boat.svg', tag: where, data: where }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const to = new URL(event.notification.data, self.location.origin)
  const lead = async () => {
    const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const open = tabs.find((tab) => new URL(tab.url).pathname === to.pathname)
    await (open ? open.focus() : self.clients.openWindow(to.href))
  }
  event.waitUntil(lead())
})
