import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MoveMade } from '../../src/connection/wire'
import { loadGame, type GameTable } from '../../src/games/game'
import { soundsOf } from '../../src/shell/hear.svelte'
import { settings } from '../../src/shell/settings.svelte'
import { sound, type Sound } from '../../src/shell/sounds'

const happened = (...events: [string, Record<string, unknown>][]): MoveMade[] => [
  {
    ply: 1,
    seat: 0,
    move: '',
    round: 1,
    by: 'person',
    at: 0,
    events: events.map(([key, values]) => ({ key, values })),
  },
]

describe('what is heard of a move', () => {
  let game: GameTable
  beforeEach(async () => {
    game = await loadGame('floating-market')
  })
  const heard = (made: MoveMade[], rolling: boolean): Sound[] =>
    soundsOf(made, game, { shown: null } as Parameters<typeof soundsOf>[2], rolling)

  it('is dice as they roll, and what they bring when it is there', () => {
    const made = happened(
      ['roll', { total: 9 }],
      ['coins-on-dock', { seat: 0, place: 'west-dock', coins: 2 }],
      ['coins-on-dock', { seat: 1, place: 'west-dock', coins: 1 }],
    )
    expect(heard(made, true)).toEqual(['dice'])
    expect(heard(made, false)).toEqual(['coins'])
  })

  it('is nothing where nothing sounds', () => {
    expect(heard(happened(['round', { round: 2 }]), false)).toEqual([])
  })
})

describe('how loud it is', () => {
  let gains: { value: number }[]
  beforeEach(() => {
    vi.useFakeTimers()
    gains = []
    const part = () => ({ connect: (to: unknown) => to, start: vi.fn(), stop: vi.fn() })
    const param = () => ({ value: 0, setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() })
    class Audio {
      currentTime = 0
      sampleRate = 100
      createGain() {
        const gain = param()
        gains.push(gain)
        return { ...part(), gain }
      }
      createOscillator = () => ({ ...part(), frequency: param() })
      createBufferSource = () => ({ ...part(), buffer: null })
      createBiquadFilter = () => ({ ...part(), frequency: param(), Q: param() })
      createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) })
      close = vi.fn()
    }
    vi.stubGlobal('AudioContext', Audio)
  })
  afterEach(() => {
    settings.volume = 0.5
    vi.runAllTimers()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it.each<Sound>(['dice', 'die', 'coins', 'card', 'piece', 'chime'])('is what is wished, for %s too', (what) => {
    settings.volume = 0.8
    sound(what)
    expect(gains[0].value).toBe(0.8)
  })

  it('is nothing at all without a volume', () => {
    settings.volume = 0
    sound('dice')
    expect(gains).toEqual([])
  })
})
