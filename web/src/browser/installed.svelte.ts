/** The page as an app: kept for times without a network, renewed when somebody wishes it, put among other apps. */

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

export const installed = $state({
  /** Whether the page opens without a network from now on. */
  offline: false,
  /** Whether a newer page is here and waits. */
  fresh: false,
  /** Whether the browser offers to install it. */
  offer: false,
})
let prompt: InstallPrompt | null = null
let waiting: ServiceWorker | null = null

/** Has the page kept by the browser. A newer one never takes the place of this one by itself. */
export function keepPage(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
    installed.offer = true
  })
  if (!('serviceWorker' in navigator)) return
  void navigator.storage?.persist?.()
  navigator.serviceWorker
    .register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' })
    .then(watch, (error) => console.info('This page is not kept for times without a network:', error))
  void navigator.serviceWorker.ready.then(() => (installed.offline = true))
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = (worker: ServiceWorker | null): void => {
    if (worker?.state !== 'installed' || !navigator.serviceWorker.controller) return
    waiting = worker
    installed.fresh = true
  }
  look(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => look(installing))
  })
}

/** Takes the newer page. */
export function renew(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting?.postMessage('take over')
}

export async function install(): Promise<void> {
  installed.offer = false
  await prompt?.prompt()
}
