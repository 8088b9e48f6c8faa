"""What strangers send: records, positions and component files with changes in them, at every door."""

from __future__ import annotations

import json
import signal
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from khlong.engine.data import Data
from khlong.engine.game import Game
from khlong.games import game_named
from khlong.games.facets import Positions
from khlong.table import PROVABLE, OptionError, Table, table_from_position, write_record
from khlong.table.dice import DiceKind
from khlong.table.options import full_options

from .component_files import FILES, mutated_file
from .doors import Door, Kind, UnexpectedError, as_text, at_a_server, at_a_table, get_ready, on_the_command_line
from .mutation import mutated

LONGEST = 60  # seconds for one thing at one door
BASES = 8
KINDS: tuple[Kind, ...] = ("record", "position", "components", "record", "position")  # in turn
PLIES = (0, 1, 5, 20, 60, 200, 400, 20_000)
Tried = tuple[str, str, str]
"""A kind, a door, and what came of it: accepted, refused or a find."""


def knock(first: int, count: int, finds: Path) -> Counter[Tried]:
    """Brings so many things to every door, and leaves what was found in a folder."""
    tried: Counter[Tried] = Counter()
    get_ready()
    with TemporaryDirectory(prefix="khlong-fuzz-") as folder, at_a_server(Path(folder)) as server:
        doors: dict[str, Door] = {"table": at_a_table, "command line": on_the_command_line, "server": server}
        for number, (kind, name, data) in enumerate(things(first, count), first):
            for where, door in doors.items():
                try:
                    with _patience():
                        tried[kind, where, "accepted" if door(kind, name, data) else "refused"] += 1
                except Exception as error:
                    tried[kind, where, "finds"] += 1
                    _keep(finds, f"{kind}-{where.replace(' ', '-')}-{number}", kind, data, error)
    return tried


def things(first: int, count: int) -> Iterator[tuple[Kind, str, object]]:
    """Things of all kinds, the same for the same numbers."""
    random = Random(first)
    tables = [_somewhere(random) for _ in range(BASES)]
    for number in range(first, first + count):
        kind = KINDS[number % len(KINDS)]
        table = random.choice(tables)
        name = table.game.name
        if kind == "components":
            yield kind, name, mutated_file(name, random)
        elif kind == "record":
            yield kind, name, mutated(_record(table, random), random, random.choice((1, 1, 2, 3)))
        else:
            yield kind, name, mutated(_position(table, random), random, random.choice((1, 1, 2, 3)), oddness=0.05)


def _somewhere(random: Random) -> Table:
    """A game that random players have begun, with dice of either kind, or gone on with from a position."""
    game = game_named(random.choice(list(FILES)))
    players = random.choice(game.players)
    options = _options(game, players, random)
    dice: DiceKind = random.choice(("seed", PROVABLE))
    table = _wander(Table(game, players, random.getrandbits(64), options, dice=dice), random)
    if random.random() < 0.3 and not table.over:
        table = _wander(table_from_position(table.write_position()), random)
    return table


def _options(game: Game, players: int, random: Random) -> dict[str, str]:
    """No option or one, whichever goes with so many players."""
    option = random.choice(game.options)
    given = random.choice(({}, {option.key: random.choice(option.choices)}))
    try:
        full_options(game, players, given)
    except OptionError:
        return {}
    return given


def _wander(table: Table, random: Random) -> Table:
    for _ in range(random.choice(PLIES)):
        if table.over:
            break
        table.play(random.choice(table.legal_numbers()))
    return table


def _record(table: Table, random: Random) -> Data:
    return write_record(table.at(random.randint(0, table.ply)) if random.random() < 0.7 else table)


def _position(table: Table, random: Random) -> Data:
    """A position as we write it, or with every entry named."""
    table = table.at(random.randint(0, max(table.ply - 1, 0)))
    if table.over:
        table.undo(past_chance=True)
    position = table.write_position()
    if random.random() < 0.5:
        position["position"] = Positions.of(table.game).write(table.state)
    return position


@contextmanager
def _patience() -> Iterator[None]:
    """Ends what takes longer than anybody would wait."""

    def stop(*_: object) -> None:
        raise UnexpectedError(f"takes longer than {LONGEST} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(LONGEST)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _keep(folder: Path, name: str, kind: Kind, data: object, error: Exception) -> None:
    """The thing itself, and beside it what it did."""
    folder.mkdir(parents=True, exist_ok=True)
    suffix = ".toml" if kind == "components" else ".json"
    (folder / f"{name}{suffix}").write_text(as_text(kind, data), encoding="utf-8", errors="replace")
    trace = "".join(traceback.format_exception(error))
    (folder / f"{name}.txt").write_text(f"{json.dumps(str(error))}\n\n{trace}", encoding="utf-8", errors="replace")
