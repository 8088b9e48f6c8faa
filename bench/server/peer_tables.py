"""boardgame.io's side of the load: the same clients at as many tables, over socket.io."""

from __future__ import annotations

import asyncio
import re

import orjson

from .khlong_tables import AT_ONCE
from .line import Line, open_line
from .load import PlayedTable, Seen

PATH = "/socket.io/?EIO=4&transport=websocket"
NAMESPACE = b"/market,"
CHOSEN = 40  # the places that customers are put on; larger states have more of them
STATE = re.compile(rb'"_stateID":(\d+)')
TURN = re.compile(rb'"currentPlayer":"(\d)"')


class PeerTable(PlayedTable):
    """Four players who place customers in turn."""

    def __init__(self, clients: int, seen: Seen, match: str) -> None:
        super().__init__(clients, seen)
        self.match = match
        self.clients = clients
        self.state = 0
        self.turn = 0
        self.synced = 0

    def hear(self, line: Line, message: bytes) -> None:
        if message.startswith(b"0"):
            line.send(b"40" + NAMESPACE)
        elif message == b"2":
            line.send(b"3")
        elif message.startswith(b"40"):
            seat = len(self.lines)
            self.lines.append(line)
            self._emit(line, ["sync", self.match, str(seat), None, self.clients])
        elif message.startswith(b'42/market,["sync"'):
            self.synced += 1
            self._read(message)
        elif message.startswith(b'42/market,["update"'):
            self._read(message)
            self.heard()

    def _read(self, message: bytes) -> None:
        state, turn = STATE.search(message), TURN.search(message)
        if state and turn:
            self.state, self.turn = int(state[1]), int(turn[1])

    def send_move(self) -> bool:
        payload = {
            "type": "place",
            "args": [self.choose.randrange(CHOSEN)],
            "playerID": str(self.turn),
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit(self.lines[self.turn], ["update", action, self.state, self.match, str(self.turn)])
        return True

    def _emit(self, line: Line, arguments: list[object]) -> None:
        line.send(b"42" + NAMESPACE + orjson.dumps(arguments))


async def open_tables(host: str, port: int, tables: int, clients: int, seen: Seen) -> list[PeerTable]:
    """So many matches with everybody connected. The first to ask for a match makes it."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> PeerTable:
        async with gate:
            table = PeerTable(clients, seen, f"match-{number}")
            for seat in range(clients):
                await open_line(host, port, PATH, {}, table.hear)
                while table.synced <= seat:
                    await asyncio.sleep(0.005)
            return table

    return await asyncio.gather(*(one(number) for number in range(tables)))
