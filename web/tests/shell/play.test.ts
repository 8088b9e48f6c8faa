import { beforeEach, describe, expect, it } from 'vitest'
import { Play, type Offers } from '../../src/shell/play.svelte'
import type { Preview } from '../../src/connection/wire'
import { settings } from '../../src/shell/settings.svelte'

const preview = (move: string, { chance = false, ends_turn = false }): Preview => ({
  move,
  changes: {},
  events: [],
  chance,
  ends_turn,
})
function table(offered: string[]): Offers & { played: string[] } {
  const played: string[] = []
  return {
    played,
    offered,
    previews: {
      'roll dice': preview('roll dice', { chance: true }),
      'take 1': preview('take 1', {}),
      done: preview('done', { ends_turn: true }),
    },
    reasons: { 'sell fish': { key: 'no-goods', values: { good: 'fish' } } },
    otherwise: { key: 'other-question', values: {} },
    busy: false,
    happening: [],
    stage: null,
    log: [],
    play: (move) => played.push(move),
  }
}

describe('how moves are offered', () => {
  let offers: ReturnType<typeof table>
  let covered: boolean
  let play: Play
  beforeEach(() => {
    settings.confirm = false
    covered = false
    offers = table(['done', 'roll dice', 'take 1'])
    play = new Play(
      offers,
      () => covered,
      (reason) => `because ${reason.key}`,
    )
  })

  it('makes a move by one click, and by two taps', () => {
    play.choose('take 1')
    expect(offers.played).toEqual(['take 1'])
    play.choose('done', true)
    expect([offers.played.length, play.armed]).toEqual([1, 'done'])
    play.choose('done', true)
    expect([offers.played.at(-1), play.armed]).toEqual(['done', null])
  })

  it('makes no move that is not offered', () => {
    play.choose('sell fish')
    expect(offers.played).toEqual([])
  })

  it('asks first where there is no way back, if that is wished', () => {
    settings.confirm = true
    play.choose('take 1')
    play.choose('done')
    play.choose('roll dice')
    expect([offers.played, play.armed]).toEqual([['take 1'], 'roll dice'])
  })

  it('asks too while it is not known yet what a move leads to', () => {
    settings.confirm = true
    offers.previews = {}
    play.choose('take 1')
    expect([offers.played, play.armed]).toEqual([[], 'take 1'])
  })

  it('marks beforehand what ends a turn, and what chance answers', () => {
    expect(play.button('done')).toMatchObject({ 'data-ends': '', 'data-chance': undefined })
    expect(play.button('roll dice')).toMatchObject({ 'data-ends': undefined, 'data-chance': '' })
  })

  it('says why a move is not possible, by a reason of its own or by what is asked', () => {
    expect(play.whyNot('sell fish')).toBe('because no-goods')
    expect(play.whyNot('buy meat')).toBe('because other-question')
    expect(play.whyNot('take 1')).toBe('')
    expect(play.piece('sell fish', 'Sell')).toMatchObject({
      'aria-disabled': 'true',
      'data-wish': 'sell fish',
      tabindex: -1,
    })
    expect(play.piece('take 1', 'Take')).toMatchObject({ role: 'button', 'data-move': 'take 1', tabindex: 0 })
  })

  it('considers what is pointed at, and before that what waits for a confirmation', () => {
    play.pointed = 'take 1'
    expect(play.considered).toBe('take 1')
    play.armed = 'done'
    expect(play.considered).toBe('done')
    play.forget()
    expect(play.considered).toBeNull()
  })

  it('takes a double click for one move', () => {
    const { onclick } = play.button('take 1') as { onclick: (event: PointerEvent) => void }
    for (const detail of [1, 2]) onclick(new PointerEvent('click', { detail, pointerType: 'mouse' }))
    expect(offers.played).toEqual(['take 1'])
  })

  it('offers nothing behind a curtain', () => {
    covered = true
    expect(play.offered.size).toBe(0)
    expect(play.can('take 1')).toBe(false)
  })
})
