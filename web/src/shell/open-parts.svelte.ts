/** What lies open around the board: a drawer beside it, or on a phone a tab below it; and a dialog over all. */
import { has, say } from '../words/words.svelte'

export type Drawer = 'log' | 'score' | 'chat' | 'hint'
export const DRAWER_ICONS: Record<string, string> = {
  log: 'scribe',
  score: 'points',
  chat: 'chat',
  hint: 'bulb',
  more: 'more',
}
/** What is read rather than played from gets more room on a phone. */
const READING = ['log', 'score', 'chat', 'hint', 'more']

export class OpenParts {
  wide = $state(true)
  tab = $state('act')
  drawer = $state<Drawer | null>(null)
  dialog = $state<'keys' | 'rules' | null>(null)
  chatRead = $state(0)

  constructor(
    readonly game: string,
    chatRead: number,
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

  ask(which: 'keys' | 'rules'): void {
    this.dialog = this.dialog === which ? null : which
  }

  /** What a panel, a drawer or a tab is called. */
  name(key: string): string {
    const own = `${this.game}.panel.${key}`
    return say(has(own) ? own : `tab.${key}`)
  }
}

export const chatLabel = (unread: number): string => (unread ? say('chat.unread', { count: unread }) : say('tab.chat'))
