/** Requests to whoever has the tables. What goes wrong is an ApiError that says it in words. */
import { end } from 'the-end'
import { withNames } from '../words/names'
import type {
  Again,
  GameEvent,
  GameInfo,
  GameRecord,
  Hint,
  Holidays,
  LessonTold,
  Me,
  MoveMade,
  NewGame,
  NewTable,
  Notation,
  Notices,
  NoticeWishes,
  OwnComponents,
  PositionSeen,
  PositionThen,
  PositionWish,
  Previews,
  PuzzleLine,
  PuzzleSeen,
  Reach,
  Scene,
  ReviewState,
  SeatWish,
  Snapshot,
  Statistics,
  TableLine,
  TutorialScript,
  Values,
  WholeRules,
} from './wire'
import { newId } from './sharing'

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
  const { status, data } = await end.request(method, path, body === undefined ? undefined : JSON.stringify(body))
  if (status >= 400) {
    const problem = data as { code?: string; message?: string } | null
    throw new ApiError(status, problem?.code ?? String(status), problem?.message ?? String(status))
  }
  return data as T
}

/** The same, with people's names as the reader sees them. */
const named = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  withNames(await request<T>(method, path, body))

/** The same of a position that is shown without a table. */
const seen = <T extends { scene: Scene | null }>(told: T): T =>
  told.scene ? { ...told, scene: { ...told.scene, snapshot: withNames(told.scene.snapshot) } } : told

/** A position without what the address says already. */
const asked = ({ players, options, position }: PositionWish): PositionWish => ({ players, options, position })

function query(values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : ''
}

export const api = {
  holidays: () => request<Holidays>('GET', '/me/holidays'),
  goAway: (begins: number, ends: number) => request<Holidays>('POST', '/me/holidays', { begins, ends }),
  comeBack: () => request<Holidays>('POST', '/me/holidays/end', {}),
  notices: () => request<Notices>('GET', '/me/notices'),
  changeNotices: (wishes: NoticeWishes) => request<Notices>('PUT', '/me/notices', wishes),
  tryNotices: () => request<{ ways: string[] }>('POST', '/me/notices/test', {}),
  confirmMail: (token: string) => request<null>('POST', '/notices/confirm', { token }),
  reach: () => request<Reach>('GET', '/reach'),
  checkComponents: (game: string, components: string) =>
    request<OwnComponents>('POST', `/games/${game}/components`, { components }),
  components: (id: string, invite: string | null) =>
    request<OwnComponents>('GET', `/tables/${id}/components${query({ invite })}`),
  games: () => request<GameInfo[]>('GET', '/games'),
  script: (game: string, tutorial: string) => request<TutorialScript>('GET', `/games/${game}/tutorials/${tutorial}`),
  lesson: (game: string, tutorial: string, choices: string[]) =>
    request<LessonTold>(
      'GET',
      `/games/${game}/tutorials/${tutorial}/lesson?${new URLSearchParams(choices.map((choice) => ['choice', choice]))}`,
    ),
  beginning: <View>(game: string, players: number, options: Record<string, string>) => {
    const chosen = Object.entries(options).map((option) => ['option', option.join('=')])
    return request<NewGame<View>>(
      'GET',
      `/games/${game}/beginning?${new URLSearchParams([['players', `${players}`], ...chosen])}`,
    )
  },
  rules: (game: string, language: string, players: number, options: Record<string, string>) => {
    const chosen = Object.entries(options).map((option) => ['option', option.join('=')])
    const asked = new URLSearchParams([['players', `${players}`], ...chosen])
    return request<WholeRules>('GET', `/games/${game}/rules/${language}?${asked}`)
  },
  tableRules: (id: string, language: string, invite: string | null) =>
    request<WholeRules>('GET', `/tables/${id}/rules/${language}${query({ invite })}`),
  me: () => named<Me>('GET', '/me'),
  rename: (name: string) => named<Me>('PATCH', '/me', { name }),
  makeAccount: (name: string, password: string) => named<Me>('POST', '/account', { name, password }),
  logIn: (name: string, password: string) => named<Me>('POST', '/login', { name, password }),
  logOut: () => request<null>('POST', '/logout', {}),
  changePassword: (old: string, fresh: string) => request<null>('POST', '/password', { old, new: fresh }),
  endOthers: () => request<null>('POST', '/logout/others', {}),
  tables: (which: 'open' | 'mine' | 'watch') => named<TableLine[]>('GET', `/tables?which=${which}`),
  create: (table: Partial<NewTable> & { game: string }) => named<Snapshot>('POST', '/tables', table),
  table: (id: string, ply?: number, invite?: string | null) =>
    named<Snapshot>('GET', `/tables/${id}${query({ ply, invite })}`),
  join: (id: string, invite: string | null, wish: { seat?: number; name?: string } = {}) =>
    named<Snapshot>('POST', `/tables/${id}/join`, { ...(invite ? { invite } : {}), ...wish }),
  leave: (id: string) => named<Snapshot>('POST', `/tables/${id}/leave`, {}),
  resign: (id: string) => named<Snapshot>('POST', `/tables/${id}/resign`, {}),
  remove: (id: string) => named<Snapshot>('POST', `/tables/${id}/remove`, {}),
  start: (id: string) => named<Snapshot>('POST', `/tables/${id}/start`, {}),
  seat: (id: string, seat: number, bot: string | null) =>
    named<Snapshot>('POST', `/tables/${id}/seats/${seat}`, { bot }),
  vote: (id: string, seat: number) => named<Snapshot>('POST', `/tables/${id}/vote`, { seat }),
  askBack: (id: string, ply: number) => request<unknown>('POST', `/tables/${id}/back`, { id: newId(), ply }),
  answerBack: (id: string, agree: boolean) => request<unknown>('POST', `/tables/${id}/back/answer`, { agree }),
  chat: (id: string, text: string, invite: string | null) =>
    request<unknown>('POST', `/tables/${id}/chat${query({ invite })}`, { id: newId(), text }),
  hint: (id: string, seconds: number, invite: string | null, move?: Notation) =>
    request<Hint>('GET', `/tables/${id}/hint${query({ seconds, invite, move })}`),
  upload: (record: GameRecord, mode: 'watch' | 'continue', seats: SeatWish[], ply: number | null = null) =>
    named<Snapshot>('POST', '/records', { record, mode, seats, ply }),
  readRecord: (id: string, invite: string | null) =>
    request<GameRecord>('GET', `/tables/${id}/record${query({ invite })}`),
  rematch: (id: string) => request<{ table: string }>('POST', `/tables/${id}/rematch`, {}),
  puzzles: (game: string) => request<PuzzleLine[]>('GET', `/games/${game}/puzzles`),
  puzzle: async (game: string, number: number) =>
    seen(await request<PuzzleSeen>('GET', `/games/${game}/puzzles/${number}`)),
  positionForm: (game: string) => request<{ form: Values | null }>('GET', `/games/${game}/positions`),
  position: async (game: string, wish: PositionWish) =>
    seen(await request<PositionSeen>('POST', `/games/${game}/positions`, asked(wish))),
  positionFile: async (text: string) => seen(await request<PositionSeen>('POST', '/positions', { text })),
  positionHint: (game: string, wish: PositionWish) =>
    request<Hint>('POST', `/games/${game}/positions/hint`, asked(wish)),
  positionThen: (id: string, ply: number | null, invite: string | null) =>
    request<PositionThen>('GET', `/tables/${id}/position${query({ ply, invite })}`),
  made: (id: string, after: number, invite: string | null) =>
    request<{ ply: number; moves: MoveMade[] }>('GET', `/tables/${id}/events${query({ after, invite })}`),
  previews: (id: string, ply: number, invite: string | null) =>
    request<Previews>('GET', `/tables/${id}/previews${query({ ply, invite })}`),
  story: (id: string, ply: number, moves: string[], invite: string | null) => {
    const line = new URLSearchParams([['ply', `${ply}`], ...moves.map((move) => ['move', move])])
    if (invite) line.set('invite', invite)
    return request<{ events: GameEvent[] }>('GET', `/tables/${id}/story?${line}`)
  },
  again: (id: string, wish: Again, invite: string | null) =>
    named<Snapshot>('POST', `/tables/${id}/again${query({ invite })}`, wish),
  startReview: (id: string, have: number, invite: string | null) =>
    request<ReviewState>('POST', `/tables/${id}/review${query({ have, invite })}`, {}),
  review: (id: string, have: number, invite: string | null) =>
    request<ReviewState>('GET', `/tables/${id}/review${query({ have, invite })}`),
  statistics: () => request<Statistics>('GET', '/me/statistics'),
}
