/**
 * Messages in the reader's language. Every sentence of the page comes through `say`.
 *
 * The shell's own are in this folder. What a game says stands in its folder, for terminals, servers and pages alike:
 * here its keys begin with the game's name. A few sentences do for any game.
 */
import { IntlMessageFormat } from 'intl-messageformat'
import { end } from 'the-end'
import anyEnglish from '../../../src/khlong/games/words/en.json'
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

type Files = Record<string, () => Promise<Compiled>>
const english = import.meta.glob<Compiled>('../../../src/khlong/games/*/words/en.json', {
  eager: true,
  import: 'default',
})
const japanese: Files = import.meta.glob<Compiled>('../../../src/khlong/games/*/words/ja.json', { import: 'default' })
const thai: Files = import.meta.glob<Compiled>('../../../src/khlong/games/*/words/th.json', { import: 'default' })
/** The games that the page was built with; words of others are asked of the server. */
const built = new Set(Object.keys(english).map(gameOf))
/** Games whose words came from the server. */
const learnt = new Set<string>()

function gameOf(path: string): string {
  return /games\/(\w+)\/words/.exec(path)![1].replaceAll('_', '-')
}

function named(game: string, words: Compiled): Compiled {
  return Object.fromEntries(Object.entries(words).map(([key, message]) => [`${game}.${key}`, message]))
}

async function opened(files: Files): Promise<Compiled[]> {
  return Promise.all(Object.entries(files).map(async ([path, open]) => named(gameOf(path), await open())))
}

const allEnglish: Compiled = Object.assign(
  {},
  en,
  anyEnglish,
  ...Object.entries(english).map(([path, words]) => named(gameOf(path), words)),
)

const loaders: Record<Language, () => Promise<Compiled>> = {
  en: async () => allEnglish,
  ja: async () => {
    const [own, any, games] = await Promise.all([
      import('./ja.json'),
      import('../../../src/khlong/games/words/ja.json'),
      opened(japanese),
      import('@fontsource-variable/noto-sans-jp/wght.css'),
    ])
    return Object.assign({}, own.default, any.default, ...games)
  },
  th: async () => {
    const [own, any, games] = await Promise.all([
      import('./th.json'),
      import('../../../src/khlong/games/words/th.json'),
      opened(thai),
      import('@fontsource-variable/noto-sans-thai/wght.css'),
    ])
    return Object.assign({}, own.default, any.default, ...games)
  },
}

let spoken = $state.raw<{ code: Language; words: Compiled }>({ code: 'en', words: allEnglish })
const formats = new Map<string, IntlMessageFormat>()
/** Sentences as they were last put together: a table says most of them again with every move. */
const said = new Map<string, string>()
const MOST_SAID = 5000

export async function speak(code: Language): Promise<void> {
  const [words, ...others] = await Promise.all([loaders[code](), ...[...learnt].map((game) => fetchWords(game, code))])
  use(code, Object.assign({}, words, ...others))
  formatters = formattersFor(code)
  document.documentElement.lang = code
}

function use(code: Language, words: Compiled): void {
  formats.clear()
  said.clear()
  spoken = { code, words }
}

/** Sees to it that there are words for a game, though the page was built without it. */
export async function learn(game: string): Promise<void> {
  if (built.has(game) || learnt.has(game)) return
  for (let code: Language | null = null; code !== spoken.code;) {
    code = spoken.code
    const words = await fetchWords(game, code)
    if (code === spoken.code) use(code, { ...spoken.words, ...words })
  }
  learnt.add(game)
}

async function fetchWords(game: string, code: Language): Promise<Compiled> {
  const [answer, { parse }] = await Promise.all([
    end.request('GET', `/games/${game}/words/${code}`),
    import('icu-parser'),
  ])
  if (answer.status >= 400) return {} // its keys are shown, made readable
  const messages = Object.entries(answer.data as Record<string, string>)
  return named(game, Object.fromEntries(messages.map(([key, text]) => [key, parse(text)])))
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
  hour: new Intl.NumberFormat(code, { style: 'unit', unit: 'hour', unitDisplay: 'long', maximumFractionDigits: 1 }),
  minute: new Intl.NumberFormat(code, { style: 'unit', unit: 'minute', unitDisplay: 'long', maximumFractionDigits: 1 }),
  second: new Intl.NumberFormat(code, { style: 'unit', unit: 'second', unitDisplay: 'long', maximumFractionDigits: 0 }),
  list: new Intl.ListFormat(code, { type: 'conjunction' }),
  either: new Intl.ListFormat(code, { type: 'disjunction' }),
})
let formatters = $state.raw(formattersFor('en'))

export const percent = (share: number): string =>
  (share > 0 && share < 0.01 ? formatters.permille : formatters.percent).format(share)

/** So many seconds, in the unit that fits. */
/** A day by the reader's calendar, from seconds since 1970. */
export const day = (seconds: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(seconds * 1000)

export function duration(seconds: number): string {
  if (seconds >= 3600) return formatters.hour.format(seconds / 3600)
  return seconds >= 60 ? formatters.minute.format(seconds / 60) : formatters.second.format(seconds)
}

/** Thai words run on; numbers and names in other letters keep their spaces. */
const AND_BESIDE_ANOTHER_SCRIPT = /(?<=[^\s\u0e00-\u0e7f]) ?และ ?| ?และ ?(?=[^\s\u0e00-\u0e7f])/g

export function listed(items: string[]): string {
  const joined = formatters.list.format(items)
  return spoken.code === 'th' ? joined.replace(AND_BESIDE_ANOTHER_SCRIPT, ' และ ') : joined
}

export const either = (items: string[]): string => formatters.either.format(items)
