"""Games on file: where they are kept, which one was the last, and keeping one while it is played."""

from __future__ import annotations

import json
import shlex
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from khlong.bots import is_from_outside
from khlong.engine.data import Data
from khlong.engine.files import read_text
from khlong.games.facets import Components
from khlong.lab.interrupts import holding_ctrl_c
from khlong.table import RecordError, Table, game_named, load_record, save_record

from .arguments import tidy
from .errors import CommandError

LATEST = ""  # what --resume says when no file is named


def games_folder() -> Path:
    """Where games are kept unless somebody says otherwise."""
    return user_data_path("khlong") / "games"


def fresh_file(game: str) -> Path:
    """A file for a new game, named after the game and the time."""
    name = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    candidates = [
        games_folder() / f"{name}{suffix}.json" for suffix in ("", *(f"-{number}" for number in range(2, 100)))
    ]
    return next(file for file in candidates if not _is_there(file))


def new_file(given: Path | None, game: str) -> Path:
    """The file that a new game goes to. A game that is there already is not written over."""
    if given is not None and _is_there(given):
        raise CommandError(f"{given}: is there already. Go on with it by --resume {given}, or choose another name.")
    return given or fresh_file(game)


def latest_unfinished(game: str | None) -> Path:
    """The game that was put away last, of one kind or any."""
    files = sorted(games_folder().glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files:
        record = _peek(file)
        if "result" in record and record["result"] is None and game in (None, record.get("game")):
            return file
    what = f"game of {game}" if game else "game"
    raise CommandError(f"There is no unfinished {what} in {games_folder()}.")


def open_record(path: Path, game: str | None = None, components: Path | None = None) -> Table:
    """The table of a record, replayed."""
    name = game or _peek(path).get("game")
    found = game_named(name) if isinstance(name, str) and (game or components) else None
    table = load_record(path, Components.of(found).load(components) if found and components else found)
    table.names = [tidy(name) or f"Player {seat}" for seat, name in enumerate(table.names, 1)]
    return table


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False  # whatever is wrong with it is said when it is written


def _peek(path: Path) -> Data:
    """What a file says, if it is of any use at all."""
    try:
        data = json.loads(read_text(path, RecordError))
    except (RecordError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


class Keeper:
    """Keeps a game on file while it is played. If the file cannot be written, it says so, and play goes on."""

    def __init__(self, path: Path, components: Path | None = None, kept: list[str] | None = None) -> None:
        self.path = path
        self.on_file = kept is not None
        self.trouble: str | None = None
        self._components = components
        self._kept = kept or []
        self._copies: set[Path] = set()

    def keep(self, table: Table) -> str | None:
        """Writes the game if there is anything new in it. Returns what is wrong, the first time that it is."""
        moves = table.moves
        if moves == self._kept:
            return None
        before = self.trouble
        try:
            with holding_ctrl_c():
                save_record(table, self.path)
                self._kept, self.on_file, self.trouble = moves, True, None
        except RecordError as error:
            self.trouble = str(error)
        return self.trouble if before is None else None

    def move_to(self, file: str, table: Table) -> None:
        """Keeps the game in another file from now on."""
        try:
            self.path = self._free(file)
        except RecordError as error:
            self.trouble = str(error)
            return
        self.trouble = None
        self.keep(table)

    def copy_to(self, file: str, table: Table) -> Path:
        """Writes a copy to a file that is free, or that was copied to before."""
        path = self._free(file)
        with holding_ctrl_c():
            save_record(table, path)
            self._copies.add(path)
        return path

    def _free(self, file: str) -> Path:
        try:
            path = Path(file).expanduser()
        except RuntimeError as error:
            raise RecordError(f"{file}: is no file name: {error}") from None
        if "\0" in file:
            raise RecordError("A file name has no NUL in it.")
        if _is_there(path) and path not in self._copies:
            raise RecordError(f"{path}: is there already; choose another name.")
        return path

    def resume_command(self, table: Table) -> str:
        """How to go on with the game later."""
        parts = ["khlong", "play", "--resume", str(self.path)]
        parts += ["--components", str(self._components)] if self._components else []
        return shlex.join(
            parts + (["--run-programs"] if any(bot and is_from_outside(bot) for bot in table.bots) else [])
        )
