"""Snapshots as JSON: what all viewers share is made once for a change, what is a viewer's own is added."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import orjson

from khlong.table import Table, commitment

from .room import Made, Room


class Frames:
    """The JSON of one room as it stands. A room never changes, so neither does this."""

    def __init__(self, room: Room, base: Frames | None = None) -> None:
        self.room = room
        self._made: dict[int, tuple[Made, bytes]] = base._made if base is not None else {}
        self._game: bytes | None = None
        self._moves: bytes | None = None
        if base is not None and base.room.table is room.table and base.room.status == room.status:
            self._game, self._moves = base._game, base._moves

    def snapshot(self, person: str | None, online: Iterable[str], left: float | None, *, chat: bool = True) -> bytes:
        """The whole table as a person sees it."""
        room = self.room
        own = {
            "table": self._table_info(person),
            "seats": self.seats(person, online),
            "you": {"seats": (mine := room.seats_of(person)), "spectator": not mine},
            "version": room.version,
            "undo": {"allowed": room.undoable_by(person), "barrier": room.table.at_barrier},
            "clock": None if left is None or room.question is None else {"seat": room.question.seat, "left": left},
            "rematch": room.rematch,
        }
        if chat:
            own["chat"] = room.memory.chat
        moves = b"[]"
        if room.question is not None and room.plays(person, room.question.seat):
            moves = self._legal_moves()
        return b"".join((orjson.dumps(own)[:-1], b",", self._shared(), b',"moves":', moves, b"}"))

    def seats(self, person: str | None, online: Iterable[str]) -> list[dict[str, Any]]:
        present = set(online)
        return [
            {
                "seat": number,
                "name": seat.name,
                "kind": seat.kind,
                "bot": seat.bot,
                "online": seat.owner in present,
                "yours": person is not None and seat.owner == person,
                "returns": seat.bot is not None and seat.owner is not None,
                "votes": len(seat.votes),
            }
            for number, seat in enumerate(self.room.seats)
        ]

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

    def _table_info(self, person: str | None) -> dict[str, Any]:
        room, header = self.room, self.room.header
        inside = person in room.people()
        return {
            "id": header.id,
            "game": header.game,
            "title": room.game.title,
            "options": header.options,
            "players": header.players,
            "status": room.status,
            "public": header.public,
            "host": person == header.host,
            "invite": header.invite if inside else None,
            "pace": header.pace,
            "rules": header.rules,
            "commitment": commitment(header.seed),
            "seed": str(header.seed) if room.status == "over" else None,
            "created": header.created,
        }

    def _shared(self) -> bytes:
        """The part that is the same for everybody, without its braces."""
        if self._game is None:
            room = self.room
            asked = room.question
            self._game = (
                game_frame(room.table)
                + orjson.dumps({"question": {"seat": asked.seat, "key": asked.key} if asked else None})[1:-1]
            )
        return self._game

    def _legal_moves(self) -> bytes:
        if self._moves is None:
            self._moves = orjson.dumps([asdict(move) for move in self.room.table.legal_moves()])
        return self._moves


def game_frame(table: Table) -> bytes:
    """Ply, view, score and result of a game, without braces and with a comma at the end."""
    result = table.result
    frame = orjson.dumps(
        {
            "ply": table.ply,
            "view": table.view(),
            "score": score_lines(table),
            "result": None
            if result is None
            else {
                "scores": result.scores,
                "ranks": result.ranks,
                "winners": result.winners,
                "ending": result.ending,
            },
        }
    )
    return frame[1:-1] + b","


def score_lines(table: Table) -> list[list[dict[str, Any]]]:
    return [
        [{"key": line.key, "points": line.points, "parts": line.parts} for line in sheet]
        for sheet in table.score_sheet()
    ]
