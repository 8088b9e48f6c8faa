/** The line to a table: kept up, and watched, so that one that is cut without a word is noticed too. */
import LastingSocket from 'partysocket/ws'
import type { ServerMessage } from './wire'

const PULSE = 3000 // milliseconds between two looks whether the line still carries
const SILENCE = 4000 // milliseconds without any word after which it does not

export interface Ends {
  opened: () => void
  heard: (message: ServerMessage) => void
  lost: () => void
}

export class Line {
  online = $state(false)
  private socket: LastingSocket
  private pulse: ReturnType<typeof setInterval>
  private silence: ReturnType<typeof setTimeout> | undefined

  constructor(
    address: string,
    private readonly ends: Ends,
  ) {
    this.socket = new LastingSocket(address, [], {
      maxReconnectionDelay: 5000,
      minReconnectionDelay: 300,
      connectionTimeout: 5000,
    })
    this.socket.addEventListener('open', () => ends.opened())
    this.socket.addEventListener('close', () => this.lose())
    this.socket.addEventListener('message', (message) => {
      this.online = true
      this.rest()
      ends.heard(JSON.parse(message.data as string) as ServerMessage)
    })
    this.pulse = setInterval(() => this.ask(), PULSE)
    window.addEventListener('offline', this.doubt)
    window.addEventListener('online', this.reconnect)
  }

  close(): void {
    clearInterval(this.pulse)
    this.rest()
    window.removeEventListener('offline', this.doubt)
    window.removeEventListener('online', this.reconnect)
    this.socket.close()
  }

  send(message: object): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(message))
  }

  /** The server answers, or there is no line. */
  private ask(): void {
    if (this.silence !== undefined || this.socket.readyState !== this.socket.OPEN) return
    this.send({ type: 'ping' })
    this.silence = setTimeout(this.reconnect, SILENCE)
  }

  private rest(): void {
    clearTimeout(this.silence)
    this.silence = undefined
  }

  private lose(): void {
    this.online = false
    this.rest()
    this.ends.lost()
  }

  /** The browser says that there is no network. A server on the same machine may answer all the same. */
  private doubt = (): void => {
    this.lose()
    this.ask()
  }

  private reconnect = (): void => {
    this.lose()
    this.socket.reconnect()
  }
}
