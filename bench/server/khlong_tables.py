"""Our side of the load: people with cookies at tables of a game."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import httpx

from .line import Line, open_line
from .load import PlayedTable, Seen

AT_ONCE = 20
UPDATE, WELCOME = b'{"type":"update"', b'{"type":"welcome"'
MOVES, END = b'"moves":[', ord("]")
PLY = re.compile(rb'"ply":(\d+),"score"')
NOTATION = re.compile(rb'"notation":"([^"]*)"')


@dataclass(frozen=True)
class Person:
    cookie: str


class KhlongTable(PlayedTable):
    """Four people and the moves that are legal for the one whose turn it is."""

    def __init__(self, clients: int, seen: Seen) -> None:
        super().__init__(clients, seen)
        self._turn: Line | None = None
        self._moves: list[bytes] = []
        self.ply = 0
        self.move = b""
        self.path = ""
        self.people: list[Person] = []

    async def reconnect(self, host: str, port: int) -> None:
        """Opens everybody's line, anew or for the first time."""
        self.lines = await asyncio.gather(
            *(open_line(host, port, self.path, {"Cookie": person.cookie}, self.hear) for person in self.people)
        )
        for line in self.lines:
            line.send(b'{"type":"hello","protocol":2,"after":null}')

    def hear(self, line: Line, message: bytes) -> None:
        update = message.startswith(UPDATE)
        if not update and not message.startswith(WELCOME):
            return
        moves = message.rfind(MOVES) + len(MOVES)
        ply = PLY.search(message) if message[moves] != END else None
        if ply:
            self._turn, self.ply = line, int(ply[1])
            self._moves = NOTATION.findall(message, moves, message.index(b"]", moves))
        if update:
            self.heard()

    def send_move(self) -> bool:
        if self._turn is None:
            return False
        line, self._turn = self._turn, None
        self.move = self.choose.choice(self._moves)
        line.send(b'{"type":"move","id":"%d","ply":%d,"move":"%s"}' % (self.ply, self.ply, self.move))
        return True


T = TypeVar("T", bound=KhlongTable)


async def open_tables(
    host: str, port: int, tables: int, clients: int, seen: Seen, game: str, kind: Callable[[int, Seen], T]
) -> list[T]:
    """So many tables with everybody connected."""
    gate = asyncio.Semaphore(AT_ONCE)
    async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=60) as http:

        async def one() -> T:
            async with gate:
                return await _open_table(http, host, port, clients, game, kind(clients, seen))

        return await asyncio.gather(*(one() for _ in range(tables)))


async def new_person(http: httpx.AsyncClient) -> Person:
    answer = await http.get("/api/me", headers={"Cookie": ""})
    return Person(answer.headers["set-cookie"].split(";")[0])


async def _open_table(http: httpx.AsyncClient, host: str, port: int, clients: int, game: str, table: T) -> T:
    http.cookies.clear()
    people = [await new_person(http) for _ in range(clients)]
    http.cookies.clear()
    wish = {"game": game, "players": clients, "public": True}
    made = await http.post("/api/tables", json=wish, headers={"Cookie": people[0].cookie})
    table_id = made.json()["table"]["id"]
    for person in people[1:]:
        await http.post(f"/api/tables/{table_id}/join", json={}, headers={"Cookie": person.cookie})
    table.path, table.people = f"/api/tables/{table_id}/socket", people
    await table.reconnect(host, port)
    return table
