import { describe, expect, it } from 'vitest'
import { share } from '../../src/connection/share'

describe('share', () => {
  it('gives back the very object it had when nothing has changed', () => {
    const before = { coins: 3, hand: ['barge', 'merchant'], seat: { name: 'Mali' } }
    expect(share(before, structuredClone(before))).toBe(before)
  })

  it('keeps every part that has not changed', () => {
    const before = { stalls: [{ owner: 1 }, { owner: null }], prices: { fish: 3 } }
    const after = share(before, { stalls: [{ owner: 1 }, { owner: 2 }], prices: { fish: 3 } })
    expect(after).toEqual({ stalls: [{ owner: 1 }, { owner: 2 }], prices: { fish: 3 } })
    expect(after).not.toBe(before)
    expect(after.prices).toBe(before.prices)
    expect(after.stalls[0]).toBe(before.stalls[0])
    expect(after.stalls[1]).not.toBe(before.stalls[1])
  })

  it('sees that something was added', () => {
    const before = { used: ['left'] }
    expect(share(before, { used: ['left', 'king'] })).toEqual({ used: ['left', 'king'] })
    expect(share<object>(before, { used: ['left'], card: 'barge' })).toEqual({ used: ['left'], card: 'barge' })
  })

  it('sees that something was taken away', () => {
    const before = { used: ['left', 'king'], card: 'barge' }
    expect(share<object>(before, { used: ['left'] })).toEqual({ used: ['left'] })
    expect(share(before.used, ['left'])).toEqual(['left'])
  })

  it('does not take a list for a mapping, nor nothing for something', () => {
    expect(share([], {})).toEqual({})
    expect(share({}, [])).toEqual([])
    expect(share(null, { coins: 1 })).toEqual({ coins: 1 })
    expect(share({ coins: 1 }, null)).toBeNull()
  })

  it('takes plain values as they are', () => {
    expect(share(1, 2)).toBe(2)
    expect(share('a', 'a')).toBe('a')
  })
})
