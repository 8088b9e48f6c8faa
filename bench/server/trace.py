"""`python -m bench.server.trace`: which of our functions a move goes through, from its socket to the last client's.

The server runs in threads of this process, four people sit at a table and play at random. What is counted are functions
of Khlong that have a name, each once, and the files they stand in; not what runs by a clock, with or without a move. A
step back is a call into a file that already waits for it further up, past another one.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from statistics import median
from types import FrameType
from typing import Any, NamedTuple

import httpx
import orjson
import uvicorn
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

import khlong
from bench.games import by_size
from khlong.server.app import make_app
from khlong.server.operations.settings import Settings
from khlong.server.run import uvicorn_settings
from khlong.server.storage.store import LISTED_AFTER

OURS = str(Path(khlong.__file__).parent)
PEOPLE = 4
SETTLED = 0.05  # seconds after the last client has heard of a move
CLOCKS = 2.5  # seconds in which everything has run that runs by a clock


class Step(NamedTuple):
    """A function that was called."""

    file: str
    name: str


class Tracer:
    """Notes calls of our functions in all threads that are started after it."""

    def __init__(self) -> None:
        self.steps: Counter[Step] = Counter()
        self.steps_back: Counter[tuple[Step, Step]] = Counter()
        self.on = False
        self._by_clock: frozenset[Step] = frozenset()
        threading.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if self.on and event == "call" and _is_ours(frame):
            step = _step(frame)
            if step in self._by_clock:
                return
            self.steps[step] += 1
            callers = _callers(frame)
            if callers and callers[0].file != step.file and step.file in {caller.file for caller in callers[1:]}:
                self.steps_back[callers[0], step] += 1

    def listen_to_clocks(self) -> None:
        """Notes what runs while nobody does anything, to leave it out from now on."""
        time.sleep(LISTED_AFTER + 1)  # until nothing is left of what was done before
        self.on = True
        time.sleep(CLOCKS)
        self.on = False
        steps, _ = self.take()
        self._by_clock = frozenset(steps)

    def take(self) -> tuple[Counter[Step], Counter[tuple[Step, Step]]]:
        """What was noted since the last time."""
        noted = self.steps, self.steps_back
        self.steps, self.steps_back = Counter(), Counter()
        return noted


def _is_ours(frame: FrameType) -> bool:
    """Whether this is a function of Khlong that somebody named: comprehensions and lambdas are parts of others."""
    return frame.f_code.co_filename.startswith(OURS) and not frame.f_code.co_name.startswith("<")


def _step(frame: FrameType) -> Step:
    return Step(frame.f_code.co_filename.removeprefix(f"{OURS}/"), frame.f_code.co_qualname)


def _callers(frame: FrameType) -> list[Step]:
    """Ours among those who wait for a function, the nearest first."""
    found, caller = [], frame.f_back
    while caller is not None:
        if _is_ours(caller):
            found.append(_step(caller))
        caller = caller.f_back
    return found


class Client:
    """Somebody at the table, over a socket."""

    def __init__(self, base: str, table: str, cookie: str) -> None:
        address = f"{base.replace('http', 'ws')}/api/tables/{table}/socket"
        self._socket: ClientConnection = connect(
            address, origin=Origin(base), additional_headers={"Cookie": cookie}, compression=None, legacy=True
        )
        self._socket.send('{"type":"hello","protocol":2,"after":null}')
        self.snapshot: dict[str, Any] = self._until("welcome")["snapshot"]

    def _until(self, kind: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = orjson.loads(self._socket.recv())
            if message["type"] == kind:
                return message

    def hear(self) -> None:
        """Waits for the next update."""
        self.snapshot |= self._until("update")["snapshot"]

    def move(self, move: str) -> None:
        message = {"type": "move", "id": str(self.snapshot["version"]), "ply": self.snapshot["ply"], "move": move}
        self._socket.send(orjson.dumps(message).decode())

    def close(self) -> None:
        self._socket.close()


def serve(folder: str) -> tuple[uvicorn.Server, threading.Thread]:
    """A server in a thread of its own."""
    settings = Settings(database=f"{folder}/khlong.sqlite3", port=0, log_level="WARNING", rate_messages="1000/second")
    server = uvicorn.Server(uvicorn.Config(make_app(settings), **uvicorn_settings(settings)))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    return server, thread


def sit_down(base: str, game: str) -> list[Client]:
    """Four people at one table."""
    cookies = []
    for _ in range(PEOPLE):
        answer = httpx.get(f"{base}/api/me")
        cookies.append(answer.headers["set-cookie"].split(";")[0])
    wish = {"game": game, "players": PEOPLE, "public": True}
    made = httpx.post(f"{base}/api/tables", json=wish, headers={"Cookie": cookies[0]}).json()
    table = made["table"]["id"]
    for cookie in cookies[1:]:
        httpx.post(f"{base}/api/tables/{table}/join", json={}, headers={"Cookie": cookie}).raise_for_status()
    return [Client(base, table, cookie) for cookie in cookies]


def play(clients: list[Client], tracer: Tracer, moves: int) -> list[tuple[str, Counter[Step], Counter[Any]]]:
    """Plays, and says of each move what it went through."""
    choose, traced = random.Random(7), []
    for _ in range(moves):
        asked = next((client for client in clients if client.snapshot["moves"]), None)
        if asked is None:
            break
        move = choose.choice(asked.snapshot["moves"])["notation"]
        time.sleep(SETTLED)
        tracer.take()
        tracer.on = True
        asked.move(move)
        for client in clients:
            client.hear()
        time.sleep(SETTLED)
        tracer.on = False
        traced.append((move, *tracer.take()))
    return traced


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server.trace", description=__doc__)
    parser.add_argument("--game", default=by_size()[-1])
    parser.add_argument("--moves", type=int, default=120)
    parser.add_argument("--list", action="store_true", help="name every function of the move in the middle")
    wanted = parser.parse_args()
    tracer = Tracer()
    with tempfile.TemporaryDirectory(prefix="khlong-trace-") as folder:
        server, thread = serve(folder)
        base = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        clients = sit_down(base, wanted.game)
        tracer.listen_to_clocks()
        traced = play(clients, tracer, wanted.moves)
        for client in clients:
            client.close()
        server.should_exit = True
        thread.join(30)
    traced.sort(key=lambda each: len(each[1]))
    middle = traced[len(traced) // 2]
    functions = [len(steps) for _, steps, _ in traced]
    files = [len({step.file for step in steps}) for _, steps, _ in traced]
    print(f"{len(traced)} moves of {wanted.game} before {PEOPLE} clients. A move goes through")
    print(f"{median(functions):.0f} functions ({min(functions)} to {max(functions)})", end=" in ")
    print(f"{median(files):.0f} files ({min(files)} to {max(files)}),")
    rules = [{step for step in steps if step.file.startswith(("games/", "engine/"))} for _, steps, _ in traced]
    of_rules = median(len(steps) for steps in rules), median(len({step.file for step in steps}) for steps in rules)
    print("of which {:.0f} functions in {:.0f} files are the game's and the engine's own.".format(*of_rules))
    print(f"Steps back: {sum(middle[2].values())}")
    for (caller, step), times in middle[2].items():
        print(f"  {caller.file} {caller.name} -> {step.file} {step.name} ({times} x)")
    if wanted.list:
        print(f"\n{middle[0]}:")
        for step, times in sorted(middle[1].items()):
            print(f"  {step.file:40} {step.name} ({times} x)")


if __name__ == "__main__":
    main()
