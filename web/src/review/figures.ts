/** Shares of the win as figures in the reader's language. */
import { language, percent } from '../words/words.svelte'

const formats = new Map<string, Intl.NumberFormat>()

function format(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const whole = language() + key
  let known = formats.get(whole)
  if (!known) formats.set(whole, (known = new Intl.NumberFormat(language(), options)))
  return known
}

/** A share from 0 to 1; whoever has nearly lost is not told more than that. */
export const share = (value: number): string => percent(Math.round(value * 100) / 100)

/** How much a share grew or shrank, with its sign. */
export const change = (value: number): string =>
  format('change', { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 }).format(
    Math.round(value * 100) / 100,
  )

/** The same with one more digit, for sums that are to add up. */
export const exactly = (value: number): string =>
  format('exactly', {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(Math.round(value * 1000) / 1000)

export const number = (value: number, digits = 0): string =>
  format(`number${digits}`, { maximumFractionDigits: digits }).format(value)
