"""Snapshots as JSON: what all viewers share is made once for a change, what is a viewer's own is added."""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson

from khlong.table import Table, commitment

from .room import Made, Room

MOST_KEPT = 100
UNDO = [
    [orjson.dumps({"allowed": allowed, "barrier": barrier}) for barrier in (False, True)] for allowed in (False, True)
]


class Present(NamedTuple):
    """Who is here, and the seat whose bot is still being prepared."""

    online: frozenset[str] = frozenset()
    awaited: int | None = None


class Frames:
    """The JSON of one room as it stands. A room never changes, so neither does this.

    Most changes leave most parts alone: those are taken over from the frames before.
    """

    def __init__(self, room: Room, base: Frames | None = None) -> None:
        self.room = room
        self._made: dict[int, tuple[Made, bytes]] = {}
        self._heads: dict[tuple[str | None, Present], tuple[bytes, tuple[int, ...]]] = {}
        self._seats: dict[tuple[tuple[int, ...], Present], bytes] = {}
        self._game: bytes | None = None
        self._moves: bytes | None = None
        if base is not None:
            self._made = base._made
            if base.room.seats == room.seats and base.room.last_by == room.last_by:
                self._seats = base._seats
                if base.room.status == room.status:
                    self._heads = base._heads
            if base.room.table is room.table and base.room.status == room.status:
                self._game, self._moves = base._game, base._moves

    def snapshot(self, person: str | None, present: Present, left: float | None, *, chat: bool = True) -> bytes:
        """The whole table as a person sees it."""
        room, asked = self.room, self.room.question
        head, mine = self._head(person, present)
        turn = asked is not None and asked.seat in mine and room.plays(person, asked.seat)
        parts = [
            head,
            b',"version":%d,"undo":' % room.version,
            UNDO[turn and room.undoable][room.table.at_barrier],
            b',"clock":',
            b"null" if left is None or asked is None else b'{"seat":%d,"left":%.1f}' % (asked.seat, left),
            b',"rematch":',
            orjson.dumps(room.rematch),
            self._shared(),
            b',"moves":',
            self._legal_moves() if turn else b"[]",
        ]
        if chat:
            parts += [b',"chat":', orjson.dumps(room.memory.chat)]
        parts.append(b"}")
        return b"".join(parts)

    def _head(self, person: str | None, present: Present) -> tuple[bytes, tuple[int, ...]]:
        """What a viewer sees for as long as nobody comes or goes, and which seats are the viewer's."""
        known = self._heads.get((person, present))
        if known is None:
            if len(self._heads) > MOST_KEPT:
                self._heads.clear()
            mine = tuple(self.room.seats_of(person))
            you = orjson.dumps({"seats": mine, "spectator": not mine})
            parts = (
                b'{"table":',
                self._table(person, bool(mine)),
                b',"seats":',
                self.seats(mine, present),
                b',"you":',
                you,
            )
            known = self._heads[person, present] = (b"".join(parts), mine)
        return known

    def seats(self, mine: tuple[int, ...], present: Present) -> bytes:
        """The seats, some of which are the viewer's own."""
        known = self._seats.get((mine, present))
        if known is None:
            if len(self._seats) > MOST_KEPT:
                self._seats.clear()
            known = self._seats[mine, present] = orjson.dumps(
                [
                    {
                        "seat": number,
                        "name": seat.name,
                        "kind": seat.kind,
                        "bot": seat.bot,
                        "online": seat.owner in present.online,
                        "yours": number in mine,
                        "returns": seat.bot is not None and seat.owner is not None,
                        "votes": len(seat.votes),
                        "last_by": self.room.last_by[number],
                        "ready": number != present.awaited,
                    }
                    for number, seat in enumerate(self.room.seats)
                ]
            )
        return known

    def made(self, after: int) -> bytes:
        """The moves since some ply, with what they brought about."""
        return b"[" + b",".join(self._made_move(ply) for ply in range(after + 1, self.room.table.ply + 1)) + b"]"

    def _made_move(self, ply: int) -> bytes:
        by = self.room.made[ply - 1]
        known = self._made.get(ply)
        if known is not None and known[0] is by:
            return known[1]
        table = self.room.table
        frame = orjson.dumps(
            {
                "ply": ply,
                "seat": by.seat,
                "move": table.move_at(ply),
                "events": [{"key": event.key, "values": dict(event.values)} for event in table.events(ply)],
                "by": by.by,
                "at": by.at,
            }
        )
        self._made[ply] = (by, frame)
        return frame

    def _table(self, person: str | None, seated: bool) -> bytes:
        """The table itself; the invite link only for those who belong to it."""
        header = self.room.header
        host = person == header.host
        info = {
            "id": header.id,
            "game": header.game,
            "title": self.room.game.title,
            "options": header.options,
            "players": header.players,
            "status": self.room.status,
            "public": header.public,
            "host": host,
            "invite": header.invite if seated or host else None,
            "pace": header.pace,
            "rules": header.rules,
            "commitment": commitment(header.seed),
            "seed": str(header.seed) if self.room.status == "over" else None,
            "created": header.created,
        }
        return orjson.dumps(info)

    def _shared(self) -> bytes:
        """The part that is the same for everybody, after a comma and without its braces."""
        if self._game is None:
            asked = self.room.question
            question = {"seat": asked.seat, "key": asked.key} if asked else None
            self._game = b"," + game_frame(self.room.table, question)
        return self._game

    def _legal_moves(self) -> bytes:
        if self._moves is None:
            self._moves = orjson.dumps(
                [{"number": move.number, "notation": move.notation} for move in self.room.table.legal_moves()]
            )
        return self._moves


def game_frame(table: Table, question: dict[str, Any] | None = None) -> bytes:
    """Ply, view, score, result and question of a game, without braces."""
    result = table.result
    frame = orjson.dumps(
        {
            "ply": table.ply,
            "view": table.view(),
            "score": table.score_sheet(),
            "result": None
            if result is None
            else {
                "scores": result.scores,
                "ranks": result.ranks,
                "winners": result.winners,
                "ending": result.ending,
            },
            "question": question,
        }
    )
    return frame[1:-1]
