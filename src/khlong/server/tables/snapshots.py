"""Snapshots as JSON: what all viewers share is made once for a change, what is a viewer's own is added."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from khlong.engine.moves import MoveSpace
from khlong.games.facets import Cover
from khlong.table import Table, commitment

from .room import Room

MOST_KEPT = 100
UNDO = [
    [orjson.dumps({"allowed": allowed, "barrier": barrier}) for barrier in (False, True)] for allowed in (False, True)
]


class Present(NamedTuple):
    """Who is here, and the seat whose bot is still being prepared."""

    online: frozenset[str] = frozenset()
    awaited: int | None = None


class Snapshots:
    """The JSON of one room as it stands. A room never changes, so neither does this.

    Most changes leave most parts alone: those are taken over from the snapshots before.
    """

    def __init__(self, room: Room, base: Snapshots | None = None) -> None:
        self.room = room
        self.ply = room.table.ply
        asked = room.question
        self._asked = room.seats[asked.seat].owner if asked and room.bot_to_move() is None else None
        """The person whose turn it is."""
        self._made_since: dict[int, bytes] = {}
        self._tables: dict[str | None, bytes] = {}
        self._heads: dict[tuple[str | None, Present], bytes] = {}
        self._seats: dict[tuple[tuple[int, ...], Present], bytes] = {}
        self._tails: dict[tuple[bool, float | None, int], bytes] = {}
        self._game: bytes | None = None
        self._moves: bytes | None = None
        if base is not None:
            self._take_over(base)

    def _take_over(self, base: Snapshots) -> None:
        room, before = self.room, base.room
        if before.table is room.table and before.status == room.status:
            self._game, self._moves = base._game, base._moves
        if before.seats == room.seats:
            same_table = before.status == room.status and before.header is room.header
            if same_table:
                self._tables = base._tables
            if before.last_by == room.last_by:
                self._seats = base._seats
                if same_table:
                    self._heads = base._heads

    def prepare(self) -> None:
        """Makes what those who saw the last move will need, before they are told of this one."""
        after = max(0, self.ply - 1)
        self._tail(False, None, after)
        if self._asked is not None:
            self._tail(True, None, after)

    def let_go(self) -> None:
        """Frees what only those needed who have been told now: memory that is used again at once stays near."""
        self._made_since.clear()
        self._tails.clear()

    def snapshot(self, person: str | None, present: Present, left: float | None) -> bytes:
        """The whole table as a person sees it."""
        head = self._heads.get((person, present)) or self._head(person, present)
        body = self._body(person is not None and person == self._asked)
        return b"".join((head, self._clock(left), *body, b',"chat":', orjson.dumps(self.room.memory.chat), b"}"))

    def update(self, person: str | None, present: Present, left: float | None, after: int) -> tuple[bytes, ...]:
        """The message that tells a person of a change: the same without the chat, and the moves since some ply."""
        turn = person is not None and person == self._asked
        head = self._heads.get((person, present)) or self._head(person, present)
        tail = self._tails.get((turn, left, after)) or self._tail(turn, left, after)
        return b'{"type":"update","snapshot":', head, tail

    def _tail(self, turn: bool, left: float | None, after: int) -> bytes:
        parts = (self._clock(left), *self._body(turn), b'},"made":', self.made(after), b"}")
        tail = self._tails[turn, left, after] = b"".join(parts)
        return tail

    def _clock(self, left: float | None) -> bytes:
        asked = self.room.question
        return b"null" if left is None or asked is None else b'{"seat":%d,"left":%.1f}' % (asked.seat, left)

    def _head(self, person: str | None, present: Present) -> bytes:
        """What a viewer sees for as long as nobody comes or goes, up to the clock."""
        if len(self._heads) > MOST_KEPT:
            self._heads.clear()
        mine = tuple(self.room.seats_of(person))
        you = orjson.dumps({"seats": mine, "spectator": not mine})
        table, seats = self._table(person, bool(mine)), self.seats(mine, present)
        head = b"".join((b'{"table":', table, b',"seats":', seats, b',"you":', you, b',"clock":'))
        self._heads[person, present] = head
        return head

    def _body(self, turn: bool) -> tuple[bytes, ...]:
        """What everybody sees after the clock, but for the one whose turn it is."""
        room = self.room
        return (
            b',"version":%d,"undo":' % room.version,
            UNDO[turn and room.undoable][room.table.at_barrier],
            b',"rematch":',
            b"null" if room.rematch is None else orjson.dumps(room.rematch),
            self._shared(),
            b',"moves":',
            self._legal_moves() if turn else b"[]",
        )

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
        known = self._made_since.get(after)
        if known is None:
            made = self.room.made[after:]
            new = next((ply for ply, move in enumerate(made, after + 1) if not move.frame), None)
            if new is not None:
                self._write_out(new)
            known = self._made_since[after] = b"[%s]" % b",".join([move.frame for move in made])
        return known

    def _write_out(self, first: int) -> None:
        """Every move from some ply on."""
        table = self.room.table
        news = [table.events()] if first == self.ply else table.events_since(first - 1)
        for ply, events in enumerate(news, first):
            made = self.room.made[ply - 1]
            move = {
                "ply": ply,
                "seat": made.seat,
                "move": table.move_at(ply),
                "events": [{"key": event.key, "values": dict(event.values)} for event in events],
                "by": made.by,
                "at": made.at,
            }
            made.frame = orjson.dumps(move)

    def _table(self, person: str | None, seated: bool) -> bytes:
        """The table itself; the invite link only for those who belong to it."""
        known = self._tables.get(person)
        if known is not None:
            return known
        if len(self._tables) > MOST_KEPT:
            self._tables.clear()
        header = self.room.header
        host = person == header.host
        info = {
            "id": header.id,
            "game": header.game,
            "title": Cover.of(self.room.game).title,
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
        known = self._tables[person] = orjson.dumps(info)
        return known

    def _shared(self) -> bytes:
        """The part that is the same for everybody, after a comma and without its braces."""
        if self._game is None:
            asked = self.room.question
            question = {"seat": asked.seat, "key": asked.key} if asked else None
            self._game = b"," + game_frame(self.room.table, question)
        return self._game

    def _legal_moves(self) -> bytes:
        if self._moves is None:
            known = _move_frames(self.room.game.moves)
            self._moves = b"[%s]" % b",".join([known[number] for number in self.room.table.legal_numbers()])
        return self._moves


@lru_cache(maxsize=MOST_KEPT)
def _move_frames(moves: MoveSpace) -> list[bytes]:
    """Every move of a game as it stands among legal ones."""
    return [orjson.dumps({"number": number, "notation": text}) for number, text in enumerate(moves.notation)]


def game_frame(table: Table, question: dict[str, Any] | None = None) -> bytes:
    """Ply, view, score, result and question of a game, without braces."""
    result = table.result
    frame = orjson.dumps(
        {
            "ply": table.ply,
            "view": table.shown(),
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
