import { ApiError } from '../connection/api'
import { say } from '../words/words.svelte'

const PROBLEMS: Record<number, string> = { 429: 'hint.quota', 503: 'hint.busy' }

/** Why there is no hint now, in words. */
export function whyNoHint(problem: unknown): string {
  const status = problem instanceof ApiError ? problem.status : 0
  return status in PROBLEMS ? say(PROBLEMS[status]) : (problem as Error).message
}
