/** How far the tables are: they come with the first visit, and from then on out of the browser's own store. */
import type { Failure } from './talk'

export const beginning = $state({
  /** How much of them is here, of 1. */
  part: 0,
  ready: false,
  failed: null as Failure | null,
})
