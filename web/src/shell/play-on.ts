/** Another game that begins where one looks: the others' seats are played by bots. */
import { api } from '../connection/api'
import type { MoveMade, SeatWish, Snapshot } from '../connection/wire'
import { botName } from '../words/names'

/** One sits where one sat, or where the next move was made; everybody else is a bot, of the name that they had. */
export function seatsFrom(ply: number, snapshot: Snapshot, log: MoveMade[]): SeatWish[] {
  const next = log.find((made) => made.ply > ply)?.seat ?? snapshot.question?.seat ?? 0
  const mine = snapshot.you.seats[0] ?? next
  return snapshot.seats.map(({ seat, kind, name }) =>
    seat === mine
      ? { kind: 'me' }
      : { kind: 'bot', bot: snapshot.table.absence.bot, name: kind === 'bot' ? botName(seat) : name },
  )
}

/** Makes that table, and answers where it is. */
export async function playOn(ply: number, snapshot: Snapshot, log: MoveMade[], invite: string | null): Promise<string> {
  const record = await api.readRecord(snapshot.table.id, invite)
  const made = await api.upload(record, 'continue', seatsFrom(ply, snapshot, log), ply)
  return `/t/${made.table.id}`
}
