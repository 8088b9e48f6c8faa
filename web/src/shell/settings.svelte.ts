/** What a player prefers, kept in this browser. */
import { speak, type Language } from '../words/words.svelte'

export type Speed = 'none' | 'fast' | 'normal' | 'slow'
export interface Settings {
  language: Language
  theme: 'system' | 'light' | 'dark'
  speed: Speed
  sound: boolean
  effects: boolean
  /** From 0 to 1. */
  volume: number
  notify: boolean
  confirm: boolean
  slips: boolean
  autoplay: boolean
  curtain: boolean
}

const KEY = 'khlong-settings'
export const PACE: Record<Speed, number> = { none: 0, fast: 120, normal: 250, slow: 500 }

function preferredLanguage(): Language {
  const found = navigator.languages.map((code) => code.slice(0, 2)).find((code) => ['en', 'ja', 'th'].includes(code))
  return (found as Language | undefined) ?? 'en'
}

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {} // a browser without storage simply forgets
  }
}

export const settings = $state<Settings>({
  language: preferredLanguage(),
  theme: 'system',
  speed: 'normal',
  sound: false,
  effects: false,
  volume: 0.5,
  notify: false,
  confirm: false,
  slips: true,
  autoplay: false,
  curtain: false,
  ...stored(),
})

const stillness = matchMedia('(prefers-reduced-motion: reduce)')

/** How long one piece of motion takes, in milliseconds. */
export const pace = (): number => (stillness.matches ? 0 : PACE[settings.speed])

export async function applySettings(): Promise<void> {
  const root = document.documentElement
  if (settings.theme === 'system') delete root.dataset.theme
  else root.dataset.theme = settings.theme
  root.dataset.motion = settings.speed
  root.style.setProperty('--pace', `${pace()}ms`)
  await speak(settings.language)
}

export function keepSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // a browser without storage simply forgets
  }
}
