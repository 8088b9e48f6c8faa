import { afterEach, describe, expect, it } from 'vitest'
import { walk } from '../../src/shell/arrows'

/** A piece of ten by ten at a place. */
function piece(name: string, x: number, y: number, visible = true): HTMLElement {
  const made = document.createElement('button')
  made.dataset.move = name
  made.getBoundingClientRect = () => new DOMRect(x, y, 10, 10)
  made.checkVisibility = () => visible
  document.body.append(made)
  return made
}
const press = (key: string) => walk(new KeyboardEvent('keydown', { key }))
const focused = () => (document.activeElement as HTMLElement).dataset.move

describe('arrow keys', () => {
  afterEach(() => document.body.replaceChildren())

  it('go to the nearest piece in their direction', () => {
    piece('here', 50, 50).focus()
    piece('far', 150, 50)
    piece('near', 90, 50)
    piece('left', 10, 50)
    press('ArrowRight')
    expect(focused()).toBe('near')
  })

  it('prefer what lies ahead to what is nearer but aside', () => {
    piece('here', 0, 0).focus()
    piece('aside', 20, 40)
    piece('ahead', 60, 0)
    press('ArrowRight')
    expect(focused()).toBe('ahead')
  })

  it('stay where nothing lies in that direction, and pass by what is hidden', () => {
    piece('here', 0, 50).focus()
    piece('hidden', 0, 20, false)
    press('ArrowUp')
    expect(focused()).toBe('here')
  })

  it('come to pieces whose move is not possible', () => {
    piece('here', 0, 0).focus()
    const wish = piece('', 0, 40)
    delete wish.dataset.move
    wish.dataset.wish = 'sell fish'
    press('ArrowDown')
    expect(document.activeElement).toBe(wish)
  })

  it('do nothing before a piece has the focus', () => {
    piece('there', 0, 0)
    press('ArrowDown')
    expect(document.activeElement).toBe(document.body)
  })
})
