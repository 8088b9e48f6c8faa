import { afterEach, describe, expect, it } from 'vitest'
import { botName, playerName, shownName, withNames } from '../../src/words/names'
import { speak } from '../../src/words/words.svelte'

afterEach(() => speak('en'))

describe('names that nobody typed', () => {
  it('are the reader’s words, whoever set up the table', async () => {
    const seats = [
      { name: 'Guest 1234', kind: 'person' },
      { name: playerName(2), kind: 'person' },
      { name: botName(1), kind: 'bot' },
      { name: 'easy', kind: 'bot' },
    ]
    const told = async (code: 'en' | 'ja' | 'th') => {
      await speak(code)
      return withNames({ seats }).seats.map(({ name }) => name)
    }
    expect(await told('en')).toEqual(['Guest 1234', 'Player 2', 'Kingfisher', 'Easy'])
    expect(await told('ja')).toEqual(['ゲスト1234', 'プレイヤー2', 'カワセミ', 'やさしい'])
    expect(await told('th')).toEqual(['ผู้มาเยือน 1234', 'ผู้เล่น 2', 'กระเต็น', 'มือใหม่'])
  })

  it('are told in lists, in chat and to oneself too', async () => {
    await speak('ja')
    const line = { seat: null, name: 'Guest 7', text: 'Guest 7' }
    expect(withNames([{ seats: [{ name: 'Guest 7' }], chat: [line] }])).toEqual([
      { seats: [{ name: 'ゲスト7' }], chat: [{ ...line, name: 'ゲスト7' }] },
    ])
    expect(withNames({ id: 'a', name: 'Guest 7' })).toEqual({ id: 'a', name: 'ゲスト7' })
  })

  it('are no names that somebody typed', async () => {
    await speak('th')
    for (const name of ['Ann', 'Guest of honour', 'Turtle', 'easy', ''])
      expect(shownName({ name, kind: 'person' })).toBe(name)
  })
})
