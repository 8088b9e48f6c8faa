/** What is heard at the table, made on the spot: no recordings, so nothing has to be loaded. */
import { settings } from './settings.svelte'

export type Sound = 'dice' | 'die' | 'coins' | 'card' | 'piece' | 'chime'

const BEFORE_REST = 2000 // milliseconds until the audio is given back
let audio: AudioContext | null = null
let rest: ReturnType<typeof setTimeout> | undefined

/** Sounds a thing some seconds from now, as loud as is wished. */
export function sound(what: Sound, after = 0): void {
  if (!settings.volume) return
  audio ??= new AudioContext()
  const out = audio.createGain()
  out.gain.value = settings.volume
  out.connect(audio.destination)
  MADE[what](audio, out, audio.currentTime + after)
  clearTimeout(rest)
  rest = setTimeout(() => {
    void audio?.close()
    audio = null
  }, BEFORE_REST)
}

type Make = (audio: AudioContext, out: AudioNode, at: number) => void

const MADE: Record<Sound, Make> = {
  chime: (audio, out, at) => {
    tone(audio, out, at, 587, 0.24, 0.5)
    tone(audio, out, at + 0.16, 880, 0.24, 0.5)
  },
  coins: (audio, out, at) => {
    for (const after of [0, 0.09])
      for (const pitch of [4180, 5630, 7340]) tone(audio, out, at + after, pitch, 0.07, 0.16)
  },
  card: (audio, out, at) => hiss(audio, out, at, 'highpass', 2600, 0.35, 0.13),
  piece: (audio, out, at) => hiss(audio, out, at, 'bandpass', 820, 1.6, 0.06),
  die: (audio, out, at) => {
    for (const [after, pitch] of [
      [0, 2300],
      [0.08, 1900],
    ])
      hiss(audio, out, at + after, 'bandpass', pitch, 1.2, 0.05)
  },
  dice: (audio, out, at) => {
    for (let fall = 0; fall < 9; fall++)
      hiss(audio, out, at + fall * 0.06 + Math.random() * 0.04, 'bandpass', 1500 + Math.random() * 1500, 1.2, 0.05)
  },
}

/** A tone that dies away. */
function tone(audio: AudioContext, out: AudioNode, at: number, pitch: number, loudness: number, length: number): void {
  const source = audio.createOscillator()
  source.frequency.value = pitch
  source.connect(dying(audio, out, at, loudness, length))
  source.start(at)
  source.stop(at + length)
}

/** A noise of a certain colour that dies away. */
function hiss(
  audio: AudioContext,
  out: AudioNode,
  at: number,
  type: BiquadFilterType,
  pitch: number,
  loudness: number,
  length: number,
): void {
  const noise = audio.createBuffer(1, Math.ceil(length * audio.sampleRate), audio.sampleRate)
  noise.getChannelData(0).forEach((_, index, samples) => (samples[index] = Math.random() * 2 - 1))
  const source = audio.createBufferSource()
  source.buffer = noise
  const filter = audio.createBiquadFilter()
  filter.type = type
  filter.frequency.value = pitch
  filter.Q.value = 2
  source.connect(filter).connect(dying(audio, out, at, loudness, length))
  source.start(at)
}

function dying(audio: AudioContext, out: AudioNode, at: number, loudness: number, length: number): GainNode {
  const volume = audio.createGain()
  volume.gain.setValueAtTime(loudness, at)
  volume.gain.exponentialRampToValueAtTime(0.001, at + length)
  volume.connect(out)
  return volume
}
