/** Requests to the server. What goes wrong is an ApiError that says it in words. */
import type {
  GameInfo,
  GameRecord,
  Hint,
  Me,
  MoveMade,
  NewTable,
  Previews,
  SeatWish,
  Snapshot,
  TableLine,
} from './wire'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const data = await answer.json().catch(() => null)
  if (!answer.ok) {
    throw new ApiError(answer.status, data?.code ?? String(answer.status), data?.message ?? answer.statusText)
  }
  return data as T
}

function query(values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : ''
}

export const api = {
  games: () => request<GameInfo[]>('GET', '/games'),
  me: () => request<Me>('GET', '/me'),
  rename: (name: string) => request<Me>('PATCH', '/me', { name }),
  tables: (which: 'open' | 'mine' | 'watch') => request<TableLine[]>('GET', `/tables?which=${which}`),
  create: (table: Partial<NewTable> & { game: string }) => request<Snapshot>('POST', '/tables', table),
  table: (id: string, ply?: number, invite?: string | null) =>
    request<Snapshot>('GET', `/tables/${id}${query({ ply, invite })}`),
  join: (id: string, invite: string | null) =>
    request<Snapshot>('POST', `/tables/${id}/join`, invite ? { invite } : {}),
  leave: (id: string) => request<Snapshot>('POST', `/tables/${id}/leave`, {}),
  start: (id: string) => request<Snapshot>('POST', `/tables/${id}/start`, {}),
  seat: (id: string, seat: number, bot: string | null) =>
    request<Snapshot>('POST', `/tables/${id}/seats/${seat}`, { bot }),
  vote: (id: string, seat: number) => request<Snapshot>('POST', `/tables/${id}/vote`, { seat }),
  chat: (id: string, text: string, invite: string | null) =>
    request<unknown>('POST', `/tables/${id}/chat${query({ invite })}`, { id: crypto.randomUUID(), text }),
  hint: (id: string, seconds: number, invite: string | null) =>
    request<Hint>('GET', `/tables/${id}/hint${query({ seconds, invite })}`),
  upload: (record: GameRecord, mode: 'watch' | 'continue', seats: SeatWish[]) =>
    request<Snapshot>('POST', '/records', { record, mode, seats }),
  record: (id: string, invite: string | null) => `/api/tables/${id}/record${query({ invite })}`,
  rematch: (id: string) => request<{ table: string }>('POST', `/tables/${id}/rematch`, {}),
  made: (id: string, after: number, invite: string | null) =>
    request<{ ply: number; moves: MoveMade[] }>('GET', `/tables/${id}/events${query({ after, invite })}`),
  previews: (id: string, ply: number) => request<Previews>('GET', `/tables/${id}/previews?ply=${ply}`),
}
