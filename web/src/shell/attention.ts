/** Calls a player back to the table: the title, a soft sound, a notification. */
import { say } from '../words/words.svelte'
import { settings } from './settings.svelte'
import { sound } from './sounds'

export function callPlayer(title: string): void {
  if (settings.sound) sound('chime')
  if (settings.notify && document.hidden && 'Notification' in window && Notification.permission === 'granted') {
    try {
      const notice = new Notification(say('notify.turn'), { body: title, icon: '/boat.svg', tag: title })
      notice.onclick = () => window.focus()
    } catch {
      // some phones leave this to installed pages
    }
  }
}
