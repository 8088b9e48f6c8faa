/** What lies open around the board: a drawer beside it, or on a phone a tab below it; and a dialog over all. */
import { getContext, setContext } from 'svelte'
import { has, say } from '../words/words.svelte'

export type Drawer = 'log' | 'score' | 'chat' | 'hint' | 'review'
export const DRAWER_ICONS: Record<string, string> = {
  log: 'scribe',
  score: 'points',
  chat: 'chat',
  hint: 'bulb',
  review: 'star',
  more: 'more',
}
/** A dialog: the keys; what proves the dice; the rules, at a chapter or one of its points (`score`, `score.king`);
 *  a player's things; what a part of the table means, and where the rules tell of it. */
export type Shown =
  | { what: 'keys' | 'dice' }
  | { what: 'rules'; at?: string }
  | { what: 'seat'; seat: number }
  | { what: 'told'; title: string; lines: string[]; at: string }
/** What is read rather than played from gets more room on a phone. */
const SHARED = ['chat', 'hint', 'dice', 'review']
const READING = ['log', 'score', 'chat', 'hint', 'review', 'more']

export class OpenParts {
  wide = $state(true)
  tab = $state('act')
  drawer = $state<Drawer | null>(null)
  dialog = $state<Shown | null>(null)
  chatRead = $state(0)

  constructor(
    readonly game: string,
    chatRead: number,
    /** Whether nobody else is at the table: then there is nobody to talk to, and nobody thinks about hints. */
    private readonly alone = false,
  ) {
    this.chatRead = chatRead
  }

  /** Keeps to the window's width until the answer is called. */
  measure(): () => void {
    const width = matchMedia('(min-width: 960px) and (min-aspect-ratio: 1/1)')
    const measured = () => (this.wide = width.matches)
    measured()
    width.addEventListener('change', measured)
    return () => width.removeEventListener('change', measured)
  }

  /** Whether there is such a thing at this table. */
  has(part: string): boolean {
    return !this.alone || !SHARED.includes(part)
  }

  get part(): string | null {
    return this.wide ? this.drawer : this.tab
  }

  get reading(): boolean {
    return READING.includes(this.tab)
  }

  toggle(which: Drawer): void {
    if (this.wide) this.drawer = this.drawer === which ? null : which
    else this.tab = this.tab === which ? 'act' : which
  }

  show(dialog: Shown): void {
    this.dialog = dialog
  }

  ask(what: 'keys' | 'dice' | 'rules', at?: string): void {
    this.dialog = this.dialog?.what === what ? null : what === 'rules' ? { what, at } : { what }
  }

  /** What a panel, a drawer or a tab is called. */
  name(key: string): string {
    const own = `${this.game}.panel.${key}`
    return say(has(own) ? own : `tab.${key}`)
  }
}

const KEY = Symbol('open parts')
export const provideParts = (parts: OpenParts): OpenParts => setContext(KEY, parts)
export const useParts = (): OpenParts => getContext<OpenParts>(KEY)

export const chatLabel = (unread: number): string => (unread ? say('chat.unread', { count: unread }) : say('tab.chat'))
