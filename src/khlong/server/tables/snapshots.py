"""What viewers see of a table: what all of them share is written once for a change, what is a viewer's own is added."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, cast

import orjson

from khlong.engine.data import Data
from khlong.engine.moves import MoveSpace
from khlong.games.facets import Cover, Wording
from khlong.server.wire.messages import (
    Around,
    BackInfo,
    Change,
    HolidayInfo,
    LegalMove,
    MoveMade,
    Progress,
    ResultInfo,
    SeatInfo,
    Snapshot,
    Update,
)
from khlong.table import Table, commitment

from .room import BackRequest, Room

MOST_SPACES = 100


class Present(NamedTuple):
    """Who is here, and how far bots are that are not ready: seats and percent."""

    online: frozenset[str] = frozenset()
    unready: tuple[tuple[int, int], ...] = ()


@dataclass
class Snapshots:
    """What can be seen of one room as it stands. A room never changes, so neither does this."""

    room: Room
    _shared: Data = field(default_factory=dict)
    """Parts of an update that are JSON already, since everybody is told of them."""
    _updates: dict[tuple[bool, float | None, int], bytes] = field(default_factory=dict)

    # what changes

    def update(self, person: str | None, left: float | None, after: int, present: Present | None) -> bytes:
        """The message that tells a person of a change, with the moves since some ply.

        With those who are present goes all that is around the game.
        """
        asked = person is not None and person == self.room.turn_of
        known = self._updates.get((asked, left, after))
        if known is not None and present is None:
            return known
        if not self._shared:
            views, state = self.room.table.views, self.room.table.state
            view = {key: part for key, part in views.view(state).items() if key not in views.unchanging}
            sheet = views.score_sheet(state)
            self._shared = {"view": orjson.Fragment(orjson.dumps(view)), "score": orjson.Fragment(orjson.dumps(sheet))}
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
            "ply": room.table.ply,
            "score": [],
            "question": {"seat": question.seat, "key": question.key} if question else None,
            "result": result_of(room.table) if not question and room.table.over else None,
            "rematch": room.rematch,
            "clock": {"seat": question.seat, "left": left} if question and left is not None else None,
            "undo": {
                "allowed": asked and room.undoable,
                "barrier": room.table.at_barrier,
                "back": [room.back_to(seat) if question else None for seat in range(len(room.seats))],
                "request": self._asked_back(room.back) if room.back else None,
            },
            "moves": [moves[number] for number in room.table.legal_numbers()] if asked else [],
        }

    def _asked_back(self, request: BackRequest) -> BackInfo:
        opponents = self.room.opponents(request.seat)
        awaited = [seat for person, seat in opponents.items() if person not in request.agreed]
        return {"seat": request.seat, "ply": request.ply, "awaited": awaited}

    def made(self, after: int) -> list[MoveMade]:
        """The moves since some ply, with what they brought about. Each is written once."""
        table, made = self.room.table, self.room.made[after:]
        if any(move.told is None for move in made):
            news = [table.events()] if len(made) == 1 else table.events_since(after)
            for ply, (move, events) in enumerate(zip(made, news, strict=True), after + 1):
                told: MoveMade = {
                    "ply": ply,
                    "seat": move.seat,
                    "move": table.game.moves.notation[table.move_numbers[ply - 1]],
                    "events": [{"key": event.key, "values": dict(event.values)} for event in events],
                    "by": move.by,
                    "at": move.at,
                    "round": move.round,
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
                "absence": {
                    "decide": room.absence.decide,
                    "bot": room.absence.bot,
                    "patience": room.absence.patience,
                    "timeouts": room.absence.timeouts,
                },
                "rules": header.rules,
                "hidden": room.table.views.hidden,
                "own_components": header.own_components is not None,
                "commitment": commitment(header.seed),
                "seed": str(header.seed) if room.status == "over" else None,
                "created": header.created,
            },
            "seats": self._seats(person, mine, present),
            "you": {"seats": mine, "spectator": not mine},
        }

    def _seats(self, person: str | None, mine: list[int], present: Present) -> list[SeatInfo]:
        return [
            {
                "seat": number,
                "name": seat.name,
                "kind": seat.kind,
                "bot": seat.bot,
                "online": seat.owner in present.online,
                "yours": number in mine,
                "holiday": _holiday(seat.holiday(time.time())),
                "kept": None if seat.kept is None else "you" if seat.kept == person else "other",
                "returns": seat.bot is not None and seat.owner is not None and not seat.resigned,
                "given": seat.given if seat.bot is not None and seat.owner is not None else None,
                "votes": len(seat.votes),
                "timeouts": seat.timeouts,
                "last_by": self.room.last_by[number],
                "readiness": dict(present.unready).get(number, 100),
            }
            for number, seat in enumerate(self.room.seats)
        ]

    # both

    def snapshot(self, person: str | None, present: Present, left: float | None) -> Snapshot:
        """The whole table as a person sees it."""
        asked = person is not None and person == self.room.turn_of
        return self._whole(self.room.table, self._progress(asked, left), person, present)

    def earlier(self, ply: int, person: str | None, present: Present) -> Snapshot:
        """The table as it was after so many moves. Of a game that is over also what was asked then, and all answers."""
        then = self.room.table.at(ply)
        progress = self._progress(False, None)
        progress["ply"], progress["question"], progress["result"] = ply, None, result_of(then) if then.over else None
        if self.room.status == "over" and (asked := then.asked):
            spelt = every_move(self.room.game.moves)
            progress["question"] = {"seat": asked.seat, "key": asked.key}
            progress["moves"] = [spelt[number] for number in then.legal_numbers()]
        progress["undo"] = {"allowed": False, "barrier": False, "back": [None] * len(self.room.seats), "request": None}
        return self._whole(then, progress, person, present)

    def _whole(self, table: Table, progress: Progress, person: str | None, present: Present) -> Snapshot:
        whole = {**self.around(person, present), **progress, "view": table.shown(), "score": table.score_sheet()}
        numbers = Wording.of(table.game).numbers(table.players, table.options)
        return cast(Snapshot, whole | {"numbers": numbers, "chat": self.room.memory.chat})


def _holiday(away: tuple[float, float] | None) -> HolidayInfo | None:
    return None if away is None else {"begins": away[0], "ends": away[1]}


def result_of(table: Table) -> ResultInfo:
    """How a game ended that is over."""
    result = table.result
    assert result is not None
    return result.as_data()


@lru_cache(maxsize=MOST_SPACES)
def every_move(moves: MoveSpace) -> list[LegalMove]:
    """Every move of a game as it stands among legal ones."""
    return [{"number": number, "notation": text} for number, text in enumerate(moves.notation)]
