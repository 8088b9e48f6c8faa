"""The ways by which strangers' data comes in: table, command line and server. Each lets it in or says why not.

Whatever else happens, an exception that is not ours, an exit status of its own or an answer of 500, is a find.
"""

from __future__ import annotations

import asyncio
import json
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, cast

from khlong.engine.data import Data, ReadData
from khlong.engine.errors import KhlongError
from khlong.games import game_named
from khlong.table import Table, table_from_position, table_from_record

from .component_files import FILES, as_toml, load_file
from .lockstep import FaultFoundError, go_on_in_lockstep, native_engine, play_in_lockstep
from .looks import look_at

Kind = Literal["record", "position", "components"]
Door = Callable[[Kind, str, object], bool]
"""Lets data of some kind and game in (True) or refuses it (False)."""
LIVELY = "100000000/second"
REFUSED = 2


class UnexpectedError(Exception):
    """Something that no stranger's data should bring about."""


# at a table


def at_a_table(kind: Kind, name: str, data: object) -> bool:
    """What is accepted is looked at, and played to its end on both engines."""
    try:
        if kind == "components":
            return _with_components(name, data)
        table = table_from_position(cast(ReadData, data)) if kind == "position" else table_from_record(data)
    except FaultFoundError:
        raise
    except KhlongError:
        return False
    _play_on(table)
    return True


def _play_on(table: Table) -> None:
    if not table.over:
        look_at(table)
        native = native_engine(table.game)
        go_on_in_lockstep(table.for_bot(), native, None, 1, inspect_every=9)


def _with_components(name: str, data: object) -> bool:
    from .live_box import live_engine

    game = load_file(name, data if isinstance(data, str) else as_toml(data))
    seed = len(str(data))
    players = game.players[seed % len(game.players)]
    look_at(Table(game, players, seed))
    look_at(play_in_lockstep(game, players, {}, seed, inspect_every=9, native=live_engine(name).take(game)))
    return True


@cache
def get_ready() -> None:
    """Makes what is compiled, once in a process: nobody should mistake that for a thing that takes long."""
    from .live_box import live_engine

    for name in FILES:
        game = game_named(name)
        play_in_lockstep(game, 2, {}, 0, native=live_engine(name).take(game))
        play_in_lockstep(game, 2, {}, 0)


# on the command line


def on_the_command_line(kind: Kind, name: str, data: object) -> bool:
    """`khlong`, in this process: it ends with a status of ours, and shows no traceback."""
    with TemporaryDirectory(prefix="khlong-fuzz-") as folder:
        path = Path(folder) / ("given.toml" if kind == "components" else "given.json")
        path.write_text(as_text(kind, data), encoding="utf-8", errors="replace")
        named = data.get("players") if isinstance(data, dict) and kind == "position" else None
        players = next((number for number in range(2, 6) if number == named), 2)
        seats = [f"--seat=Player {seat + 1}" for seat in range(players)]
        command = {
            "record": ["replay", str(path)],
            "position": ["play", name, f"--position={path}", *seats, f"--record={folder}/kept.json"],
            "components": ["play", name, f"--components={path}", *seats, f"--record={folder}/kept.json"],
        }[kind]
        status, shown = _khlong(command)
    if status not in (0, REFUSED) or "Traceback" in shown:
        raise UnexpectedError(f"khlong {command[0]} ends with {status}: {shown[-500:]}")
    return status == 0


def _khlong(command: list[str]) -> tuple[object, str]:
    """The exit status of a command that nobody answers, and all that it shows."""
    shown, stdin = StringIO(), sys.stdin
    sys.stdin = StringIO()
    try:
        with redirect_stdout(shown), redirect_stderr(shown), warnings.catch_warnings(action="ignore"):
            _command()(command, prog_name="khlong")
    except SystemExit as end:
        return end.code or 0, shown.getvalue()
    finally:
        sys.stdin = stdin
    return 0, shown.getvalue()


@cache
def _command() -> Callable[..., object]:
    from typer.main import get_command

    from khlong.cli.main import app

    return get_command(app)


def as_text(kind: Kind, data: object) -> str:
    """Data as it stands in a file."""
    return as_toml(data) if kind == "components" else json.dumps(data)


# at a server


class Client:
    """Somebody who speaks with an application directly, without a network between."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._cookie = b""

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """The status and the body of an answer. What the application raises is raised here too."""
        headers = [(b"host", b"khlong"), (b"origin", b"http://khlong"), (b"content-type", b"application/json")]
        headers += [(b"content-length", str(len(body)).encode()), (b"cookie", self._cookie)]
        scope = {
            **{"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http"},
            **{"method": method, "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": ""},
            **{"headers": headers, "client": ("127.0.0.1", 1), "server": ("khlong", 80), "state": {}},
        }
        answer: Data = {"status": 0, "body": b""}
        given = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Data:
            return given.pop() if given else {"type": "http.disconnect"}

        async def send(message: Data) -> None:
            if message["type"] == "http.response.start":
                answer["status"] = message["status"]
                for name, value in message["headers"]:
                    if name == b"set-cookie":
                        self._cookie = value.split(b";")[0]
            else:
                answer["body"] += message.get("body", b"")

        await self._app(scope, receive, send)
        return answer["status"], answer["body"]


@contextmanager
def at_a_server(folder: Path) -> Iterator[Door]:
    """A server of its own in this process; whatever is posted must be answered, and not with 500."""
    from khlong.server.app import make_app
    from khlong.server.operations.settings import Settings

    rates: Data = {rate: LIVELY for rate in Settings.model_fields if rate.startswith("rate_")}
    app = make_app(Settings(database=str(folder / "khlong.sqlite3"), log_level="CRITICAL", **rates))
    client = Client(app)
    with asyncio.Runner() as runner:
        life = app.router.lifespan_context(app)
        runner.run(life.__aenter__())
        runner.run(client.ask("GET", "/api/me"))

        def post(kind: Kind, name: str, data: object) -> bool:
            path, body = _request(kind, name, data)
            status, said = runner.run(client.ask("POST", path, json.dumps(body).encode(errors="replace")))
            if not 200 <= status < 500 or status in (401, 403, 404, 405, 429):
                raise UnexpectedError(f"POST {path} is answered with {status}: {said[:200]!r}")
            if status == 201:
                table = json.loads(said)["table"]["id"]
                for part in ("", "/score", "/record"):
                    status, said = runner.run(client.ask("GET", f"/api/tables/{table}{part}"))
                    if status not in (200, 409):
                        raise UnexpectedError(f"GET {part or 'table'} is answered with {status}: {said[:200]!r}")
            return status in (200, 409)

        try:
            yield post
        finally:
            runner.run(life.__aexit__(None, None, None))


def _request(kind: Kind, name: str, data: object) -> tuple[str, Data]:
    if kind == "record":
        return "/api/records", {"record": data}
    wish: Data = {"game": name, "players": 2}
    if kind == "components":
        return "/api/tables", wish | {"components": as_toml(data)}
    if isinstance(data, dict):
        wish = {key: data[key] for key in ("game", "players", "options", "position") if key in data}
    return "/api/tables", wish
