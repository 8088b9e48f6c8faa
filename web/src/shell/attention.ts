/** Calls a player back to the table: the title, a soft sound, a notification. */
import { say } from '../words/words.svelte'
import { settings } from './settings.svelte'

export function callPlayer(title: string): void {
  if (settings.sound) chime()
  if (settings.notify && document.hidden && 'Notification' in window && Notification.permission === 'granted') {
    try {
      const notice = new Notification(say('notify.turn'), { body: title, icon: '/boat.svg', tag: title })
      notice.onclick = () => window.focus()
    } catch {
      // some phones leave this to installed pages
    }
  }
}

function chime(): void {
  const audio = new AudioContext()
  for (const [pitch, after] of [
    [587, 0],
    [880, 0.16],
  ]) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.12, audio.currentTime + after)
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + after + 0.5)
    tone.connect(volume).connect(audio.destination)
    tone.start(audio.currentTime + after)
    tone.stop(audio.currentTime + after + 0.5)
  }
  setTimeout(() => void audio.close(), 1200)
}
