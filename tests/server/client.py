"""Players for tests: each has a cookie of its own and speaks HTTP and WebSocket like a page does."""

from __future__ import annotations

import itertools
import json
import random
import socket
from contextlib import suppress
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.patience import PATIENCE

numbers = itertools.count(1)


class Player:
    """Somebody at a browser."""

    def __init__(self, base: str, name: str | None = None, *, guest: bool = True) -> None:
        self.base = base
        self.http = httpx.Client(base_url=base, headers={"Origin": base}, timeout=PATIENCE)
        self.id = ""
        if guest:
            self.id = self.get("/api/me")["id"]
        if name is not None:
            self.http.patch("/api/me", json={"name": name}).raise_for_status()

    def back(self, base: str) -> Player:
        """The same person at a server that was started anew."""
        again = Player(base, guest=False)
        again.http.cookies, again.id = self.http.cookies, self.id
        return again

    def get(self, path: str, **query: Any) -> Any:
        answer = self.http.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        return self.http.post(path, json=body or {})

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        answer = self.post(path, body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def refused(self, path: str, body: dict[str, Any] | None = None) -> str:
        """The code of a refusal."""
        answer = self.post(path, body)
        assert answer.status_code >= 400, answer.text
        code = answer.json()["code"]
        assert isinstance(code, str)
        return code

    # tables

    def table(self, game: str = "floating-market", seats: str = "me me", **more: Any) -> dict[str, Any]:
        """A new table; seats are `me`, `open` or the name of a bot."""
        kinds: list[dict[str, Any]] = [
            {"kind": word} if word in ("me", "open") else {"kind": "bot", "bot": word} for word in seats.split()
        ]
        made: dict[str, Any] = self.ask("/api/tables", {"game": game, "players": len(kinds), "seats": kinds} | more)
        return made

    def look(self, table: str, **query: Any) -> dict[str, Any]:
        seen: dict[str, Any] = self.get(f"/api/tables/{table}", **query)
        return seen

    def move(self, table: str, ply: int, move: str, message: str | None = None) -> httpx.Response:
        return self.post(f"/api/tables/{table}/moves", {"id": message or new_id(), "ply": ply, "move": move})

    def play(self, table: str, choose: random.Random, moves: int = 1) -> dict[str, Any]:
        """Plays some of one's own moves at random, over the socket."""
        with self.socket(table) as line:
            seen: dict[str, Any] = line.welcome["snapshot"]
            for _ in range(moves):
                if not seen["moves"]:
                    break
                answer = line.play(seen["ply"], choose.choice(seen["moves"])["notation"])
                assert answer["type"] == "update", answer
                seen = answer["snapshot"]
        return seen

    def socket(
        self, table: str, after: int | None = None, invite: str | None = None, buffer: int | None = None
    ) -> Socket:
        query = f"?invite={invite}" if invite else ""
        url = f"{self.base.replace('http', 'ws')}/api/tables/{table}/socket{query}"
        return Socket(self, url, after, buffer=buffer)


def new_id() -> str:
    return f"m{next(numbers)}"


def _small_socket(base: str, buffer: int) -> socket.socket:
    """A connection that holds little before it is read."""
    host, port = base.removeprefix("http://").split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    line.connect((host, int(port)))
    return line


class Socket:
    """An open socket, after the greeting."""

    def __init__(
        self, player: Player, url: str, after: int | None = None, *, hello: bool = True, buffer: int | None = None
    ) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in player.http.cookies.items())
        headers = {"Cookie": cookie} if cookie else {}
        self.line: ClientConnection = connect(
            url,
            origin=Origin(player.base),
            additional_headers=headers,
            compression=None,
            max_size=None,
            proxy=None,
            sock=_small_socket(player.base, buffer) if buffer else None,
            ping_interval=None,
            open_timeout=PATIENCE,
            legacy=True,
        )
        self.shown: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        """Every message as it came."""
        self._latest: dict[str, Any] = {}
        self.welcome: dict[str, Any] = {}
        if hello:
            with suppress(ConnectionClosed):  # a server that knows already what it will say does not wait for it
                self.send(type="hello", protocol=2, after=after)
            self.welcome = self.receive()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, **message: Any) -> None:
        self.line.send(json.dumps(message))

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message; a snapshot in it is whole, since what never changes is told once."""
        told: dict[str, Any] = json.loads(self.line.recv(timeout))
        self.heard.append(told)
        message = dict(told)
        if message["type"] == "seats":
            self._latest = self._latest | {key: message[key] for key in ("table", "seats", "you")}
        elif message["type"] in ("welcome", "update"):
            whole = self._latest | message["snapshot"] | message.get("around", {})
            whole["view"] = self._latest.get("view", {}) | message["snapshot"]["view"]
            message["snapshot"] = self._latest = whole
        if message["type"] == "update":
            self.shown = message
        return message

    def until(self, *types: str) -> dict[str, Any]:
        """The next message of some type; what comes before it is passed over."""
        while True:
            message = self.receive()
            if message["type"] in types:
                return message

    def until_ply(self, ply: int) -> dict[str, Any]:
        """The update that shows a ply, which may be there already."""
        while not self.shown or self.shown["snapshot"]["ply"] < ply:
            self.until("update")
        return self.shown

    def until_online(self, seat: int, online: bool) -> None:
        """Waits to be told that somebody came or went."""
        while True:
            self.until("seats", "update")
            if self._latest["seats"][seat]["online"] == online:
                return

    def until_playing(self) -> dict[str, Any]:
        """The table once the game is on."""
        seen: dict[str, Any] = self.welcome["snapshot"]
        while seen["table"]["status"] == "open":
            seen = self.until("update")["snapshot"]
        return seen

    def play(self, ply: int, move: str) -> dict[str, Any]:
        """Makes a move and gives the update that shows it, or the refusal."""
        self.send(type="move", id=new_id(), ply=ply, move=move)
        while True:
            message = self.until("update", "refused")
            if message["type"] == "refused" or message["snapshot"]["ply"] > ply:
                return message

    def move(self, ply: int, move: str, message: str | None = None) -> dict[str, Any]:
        self.send(type="move", id=message or new_id(), ply=ply, move=move)
        return self.until("ack", "refused")

    def closing(self) -> tuple[str | None, int | None]:
        """How the server ends the connection: the reason it gives, and the code."""
        reason = None
        with suppress(ConnectionClosed):
            while True:
                message = self.receive()
                reason = message.get("code") if message["type"] == "bye" else reason
        return reason, self.line.close_code

    def close(self) -> None:
        self.line.close()
