import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Focus } from '../../src/shell/focus'

const focused = (): string | undefined => (document.activeElement as HTMLElement | null)?.dataset.move

describe('the focus', () => {
  let focus: Focus
  let offered: boolean
  beforeEach(() => {
    document.body.innerHTML = `
      <input /><div role="dialog"><button id="close"></button></div>
      <button data-move="hidden" style="display: none"></button>
      <button data-move="take 1"></button><button data-move="take 2"></button>`
    const hidden = document.querySelector<HTMLElement>('[data-move=hidden]')!
    for (const piece of document.querySelectorAll<HTMLElement>('[data-move]'))
      piece.checkVisibility = () => piece !== hidden // nothing is laid out here
    offered = true
    focus = new Focus(() => offered)
  })
  afterEach(() => document.body.replaceChildren())
  const ask = async (question: string) => {
    focus.follow(question)
    await tick()
    await tick()
  }

  it('stays where it is when the table is opened, and comes to the first choice with the next question', async () => {
    await ask('0-0-take')
    expect(focused()).toBeUndefined()
    await ask('1-0-take')
    expect(focused()).toBe('take 1')
  })

  it('comes when something can be chosen, not while others are asked', async () => {
    await ask('0-0-take')
    offered = false
    await ask('1-1-take')
    expect(focused()).toBeUndefined()
    offered = true
    await ask('2-0-take')
    expect(focused()).toBe('take 1')
  })

  it.each(['input', '#close'])('is not taken from %s', async (place) => {
    await ask('0-0-take')
    document.querySelector<HTMLElement>(place)!.focus()
    await ask('1-0-take')
    expect(document.activeElement).toBe(document.querySelector(place))
  })

  it('is not moved again while the same is asked', async () => {
    await ask('0-0-take')
    await ask('1-0-take')
    document.querySelector<HTMLElement>('[data-move="take 2"]')!.focus()
    await ask('1-0-take')
    expect(focused()).toBe('take 2')
  })
})
