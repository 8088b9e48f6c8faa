"""What viewers see of a table: what all of them share is written once for a change, what is a viewer's own is added."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, cast

import orjson

from khlong.engine.data import Data
from khlong.engine.moves import MoveSpace
from khlong.games.facets import Cover, Wording
from khlong.server.wire.messages import (
    Around,
    Change,
    LegalMove,
    MoveMade,
    Progress,
    ResultInfo,
    SeatInfo,
    Snapshot,
    Update,
)
from khlong.table import Table, commitment

from .room import Room

MOST_SPACES = 100


class Present(NamedTuple):
    """Who is here, and how far bots are that are not ready: seats and percent."""

    online: frozenset[str] = frozenset()
    unready: tuple[tuple[int, int], ...] = ()


class Snapshots:
    """What can be seen of one room as it stands. A room never changes, so neither does this."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.ply = room.table.ply
        asked = room.question
        self._asked = room.seats[asked.seat].owner if asked and room.seats[asked.seat].bot is None else None
        """The person whose turn it is."""
        self._shared: Data = {}
        """Parts of an update that are JSON already, since everybody is told of them."""
        self._updates: dict[tuple[bool, float | None, int], bytes] = {}

    # what changes

    def prepare(self) -> None:
        """Writes what takes long, before anybody has to be told."""
        views, state = self.room.table.views, self.room.table.state
        view = {key: part for key, part in views.view(state).items() if key not in views.unchanging}
        self._shared = {
            "view": orjson.Fragment(orjson.dumps(view)),
            "score": orjson.Fragment(orjson.dumps(views.score_sheet(state))),
        }

    def update(self, person: str | None, left: float | None, after: int, present: Present | None) -> bytes:
        """The message that tells a person of a change, with the moves since some ply.

        With those who are present goes all that is around the game.
        """
        asked = person is not None and person == self._asked
        known = self._updates.get((asked, left, after))
        if known is not None and present is None:
            return known
        if not self._shared:
            self.prepare()
        change = cast(Change, self._progress(asked, left) | self._shared)
        update: Update = {"type": "update", "snapshot": change, "made": self.made(after)}
        if present is not None:
            update["around"] = self.around(person, present)
            return orjson.dumps(update)
        self._updates[asked, left, after] = message = orjson.dumps(update)
        return message

    def _progress(self, asked: bool, left: float | None) -> Progress:
        room, question = self.room, self.room.question
        moves = every_move(room.game.moves)
        return {
            "version": room.version,
            "ply": self.ply,
            "score": [],
            "question": {"seat": question.seat, "key": question.key} if question else None,
            "result": result_of(room.table) if not question and room.table.over else None,
            "rematch": room.rematch,
            "clock": {"seat": question.seat, "left": left} if question and left is not None else None,
            "undo": {"allowed": asked and room.undoable, "barrier": room.table.at_barrier},
            "moves": [moves[number] for number in room.table.legal_numbers()] if asked else [],
        }

    def made(self, after: int) -> list[MoveMade]:
        """The moves since some ply, with what they brought about. Each is written once."""
        table, made = self.room.table, self.room.made[after:]
        if any(move.told is None for move in made):
            news = [table.events()] if len(made) == 1 else table.events_since(after)
            for ply, (move, events) in enumerate(zip(made, news, strict=True), after + 1):
                told: MoveMade = {
                    "ply": ply,
                    "seat": move.seat,
                    "move": table.move_at(ply),
                    "events": [{"key": event.key, "values": dict(event.values)} for event in events],
                    "by": move.by,
                    "at": move.at,
                }
                move.told = orjson.Fragment(orjson.dumps(told))
        return cast(list[MoveMade], [move.told for move in made])

    # what stays, or changes with those who come and go

    def around(self, person: str | None, present: Present) -> Around:
        """The table as a person sees it; the invite link only for those who belong to it."""
        room, header = self.room, self.room.header
        mine, host = room.seats_of(person), person == header.host
        return {
            "table": {
                "id": header.id,
                "game": header.game,
                "title": Cover.of(room.game).title,
                "options": header.options,
                "players": header.players,
                "status": room.status,
                "public": header.public,
                "host": host,
                "invite": header.invite if mine or host else None,
                "pace": header.pace,
                "rules": header.rules,
                "commitment": commitment(header.seed),
                "seed": str(header.seed) if room.status == "over" else None,
                "created": header.created,
            },
            "seats": self._seats(mine, present),
            "you": {"seats": mine, "spectator": not mine},
        }

    def _seats(self, mine: list[int], present: Present) -> list[SeatInfo]:
        return [
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
                "readiness": dict(present.unready).get(number, 100),
            }
            for number, seat in enumerate(self.room.seats)
        ]

    # both

    def snapshot(self, person: str | None, present: Present, left: float | None) -> Snapshot:
        """The whole table as a person sees it."""
        asked = person is not None and person == self._asked
        return self._whole(self.room.table, self._progress(asked, left), person, present)

    def earlier(self, ply: int, person: str | None, present: Present) -> Snapshot:
        """The table as it was after so many moves, when nothing can be done any more."""
        then = self.room.table.at(ply)
        progress = self._progress(False, None)
        progress["ply"], progress["question"], progress["result"] = ply, None, result_of(then) if then.over else None
        progress["undo"] = {"allowed": False, "barrier": False}
        return self._whole(then, progress, person, present)

    def _whole(self, table: Table, progress: Progress, person: str | None, present: Present) -> Snapshot:
        whole = {**self.around(person, present), **progress, "view": table.shown(), "score": table.score_sheet()}
        return cast(Snapshot, whole | {"numbers": Wording.of(table.game).numbers, "chat": self.room.memory.chat})


def result_of(table: Table) -> ResultInfo:
    """How a game ended that is over."""
    result = table.result
    assert result is not None
    return result.as_data()


@lru_cache(maxsize=MOST_SPACES)
def every_move(moves: MoveSpace) -> list[LegalMove]:
    """Every move of a game as it stands among legal ones."""
    return [{"number": number, "notation": text} for number, text in enumerate(moves.notation)]
