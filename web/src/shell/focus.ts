/** After each move the focus is on the next question's first choice, wherever it was lost or had been used to move. */
import { tick } from 'svelte'

const ELSEWHERE =
  'input, select, textarea, [contenteditable], dialog *, [role=dialog] *, .drawer *, [role=tab], .since *'

export class Focus {
  private question = ''

  /** Whether something can be chosen now is asked anew each time. */
  constructor(private readonly offers: () => boolean) {}

  /** A new question takes the focus to its first choice; one that was there when the page was opened does not. */
  follow(question: string): void {
    const fresh = question !== this.question
    if (!fresh || !question || !this.offers()) return
    const first = !this.question
    this.question = question
    if (!first) void tick().then(() => this.move())
  }

  private move(): void {
    if (document.activeElement?.matches(ELSEWHERE)) return // nobody is torn away from reading or writing
    firstChoice()?.focus({ preventScroll: true })
  }
}

/** The first choice that is in sight. */
export const firstChoice = (): HTMLElement | SVGElement | undefined =>
  [...document.querySelectorAll<HTMLElement | SVGElement>('[data-move]')].find((piece) => piece.checkVisibility())
