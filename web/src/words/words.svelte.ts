/** Messages in the reader's language. Every sentence of the page comes through `say`. */
import { IntlMessageFormat } from 'intl-messageformat'
import en from './en.json'

export type Language = 'en' | 'ja' | 'th'
export type Key = keyof typeof en
type Compiled = Record<string, string | object[]>
type Values = Record<string, string | number | boolean | undefined>

export const LANGUAGES: { code: Language; name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'ja', name: '日本語' },
  { code: 'th', name: 'ไทย' },
]

const loaders: Record<Language, () => Promise<Compiled>> = {
  en: async () => en as unknown as Compiled,
  ja: async () => {
    const [words] = await Promise.all([import('./ja.json'), import('@fontsource-variable/noto-sans-jp/wght.css')])
    return words.default as unknown as Compiled
  },
  th: async () => {
    const [words] = await Promise.all([import('./th.json'), import('@fontsource-variable/noto-sans-thai/wght.css')])
    return words.default as unknown as Compiled
  },
}

let spoken = $state.raw<{ code: Language; words: Compiled }>({ code: 'en', words: en as unknown as Compiled })
const formats = new Map<string, IntlMessageFormat>()
/** Sentences as they were last put together: a table says most of them again with every move. */
const said = new Map<string, string>()
const MOST_SAID = 5000

export async function speak(code: Language): Promise<void> {
  const words = await loaders[code]()
  formats.clear()
  said.clear()
  spoken = { code, words }
  formatters = formattersFor(code)
  document.documentElement.lang = code
}

export const language = (): Language => spoken.code

/** A message by its key. Keys that come from games are put together, so any string is taken. */
export function say(key: Key | (string & {}), values?: Values): string {
  const message = spoken.words[key]
  if (message === undefined) return missing(key)
  if (typeof message === 'string') return message
  const whole = values ? key + JSON.stringify(values) : key
  const before = said.get(whole)
  if (before !== undefined) return before
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new IntlMessageFormat(message as never, spoken.code)))
  const sentence = String(format.format(values as Record<string, string>))
  if (said.size >= MOST_SAID) said.clear()
  said.set(whole, sentence)
  return sentence
}

export const has = (key: string): boolean => key in spoken.words

/** Tests look for these marks: no screen may show one. */
function missing(key: string): string {
  console.error(`no words for ${key}`)
  return `⟦${key}⟧`
}

/** Made once for a language: each takes longer to make than to use a thousand times. */
const formattersFor = (code: Language) => ({
  percent: new Intl.NumberFormat(code, { style: 'percent', maximumFractionDigits: 0 }),
  permille: new Intl.NumberFormat(code, { style: 'percent', maximumFractionDigits: 1 }),
  list: new Intl.ListFormat(code, { type: 'conjunction' }),
})
let formatters = $state.raw(formattersFor('en'))

export const percent = (share: number): string =>
  (share > 0 && share < 0.01 ? formatters.permille : formatters.percent).format(share)

export const listed = (items: string[]): string => formatters.list.format(items)
