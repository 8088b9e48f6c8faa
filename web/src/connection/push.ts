/** Notices that reach a browser while no tab of it is open, by its maker's push service. */
import type { Device } from './wire'

const WORKER = '/push.js'

/** Whether this browser can be told so. Phones of one maker can once the page is on their home screen. */
export const canPush = (): boolean => isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window

function deviceOf(subscription: PushSubscription): Device {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint!, p256dh: keys!.p256dh, auth: keys!.auth }
}

/** What this browser subscribed to before, if it did. */
export async function subscribed(): Promise<Device | null> {
  const worker = await navigator.serviceWorker.getRegistration(WORKER)
  const subscription = await worker?.pushManager.getSubscription()
  return subscription ? deviceOf(subscription) : null
}

/** Subscribes this browser, with its owner's consent; null without it. */
export async function subscribe(key: string): Promise<Device | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register(WORKER)
  const worker = await navigator.serviceWorker.ready
  const before = await worker.pushManager.getSubscription()
  if (before && keyOf(before) !== key) await before.unsubscribe() // the server has another key since
  return deviceOf(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
}

export async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration(WORKER)
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
}

/** The key that a subscription was made with, as servers write it. */
function keyOf(subscription: PushSubscription): string {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
