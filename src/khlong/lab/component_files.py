"""Component files by the thousand: random ones that the checker accepts, and ours with mistakes in them.

A random file begins as ours and walks away from it: change after change is tried, and kept if it is still accepted.
"""

from __future__ import annotations

import json
import math
import warnings
from copy import deepcopy
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from khlong.engine.data import Data
from khlong.engine.game import Game
from khlong.games import game_named, our_games
from khlong.games.facets import Components

from .mutation import mutated

FILES = {name: files() for name in our_games() if (files := Components.of(game_named(name)).files)}
"""The files of our games that have any."""


def random_file(name: str, random: Random, steps: int = 150) -> Data:
    """The data of a file that the checker accepts."""
    files = FILES[name]
    data = files.ours
    for _ in range(steps):
        if random.random() < 0.4:
            changed = deepcopy(data)
            random.choice(files.changes)(changed, random)
        else:
            changed = mutated(data, random, random.choice((1, 1, 1, 2)), oddness=0)
        if files.accepted(changed):
            data = changed
    return data


def mutated_file(name: str, random: Random) -> Data:
    """The data of a file that somebody has spoilt, or not."""
    return mutated(FILES[name].ours, random, random.choice((1, 1, 2, 3)), oddness=0.15)  # type: ignore[no-any-return]


def load_file(name: str, text: str) -> Game:
    """The game with the components of a text, by way of a file as an owner would hand it in."""
    with TemporaryDirectory(prefix="khlong-fuzz-") as folder, warnings.catch_warnings(action="ignore"):
        path = Path(folder) / "components.toml"
        path.write_text(text, encoding="utf-8", errors="replace")
        return Components.of(game_named(name)).load(path)


def as_toml(data: object) -> str:
    """Data as a TOML file, every table in one line. What TOML has no word for is left out."""
    if not isinstance(data, dict):
        return f"value = {_inline(data)}\n"
    return "".join(f"{_text(key)} = {_inline(value)}\n" for key, value in data.items() if value is not None)


def _inline(value: object) -> str:
    if isinstance(value, dict):
        entries = (f"{_text(key)} = {_inline(item)}" for key, item in value.items() if item is not None)
        return "{ " + ", ".join(entries) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_inline(item) for item in value if item is not None) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
