/** How far tutorials have been gone through, kept in this browser. */
import type { Notation } from './wire'

export interface Kept {
  choices: Notation[]
  step: number
  done: boolean
}
const KEY = 'khlong-lessons'
const NEVER: Kept = { choices: [], step: 0, done: false }

function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Kept>
  } catch {
    return {} // a browser without storage simply forgets
  }
}

export const keptLesson = (game: string, name: string): Kept => ({ ...NEVER, ...all()[`${game}/${name}`] })

export function keepLesson(game: string, name: string, kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [`${game}/${name}`]: kept }))
  } catch {
    // a browser without storage simply forgets
  }
}
