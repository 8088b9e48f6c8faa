/** The server that this page came from. */
import type { Answer, End, Panel } from './end'
import { Line } from './line.svelte'

export const end: End = {
  alone: false,
  async request(method, path, body): Promise<Answer> {
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(`/api${path}`, { method, headers, body })
    return { status: answer.status, data: await answer.json().catch(() => null) }
  },
  talk(table, invite, ends) {
    const key = invite ? `?invite=${encodeURIComponent(invite)}` : ''
    const server = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`
    return new Line(`${server}/api/tables/${table}/socket${key}`, ends)
  },
}

export const failed = (): boolean => false
export const Beginning: Panel = null
export const Here: Panel = null
