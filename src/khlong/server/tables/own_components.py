"""What a component file of somebody's own says: whether it can be played, what it warns of, and what it changes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from khlong.games.facets import Components
from khlong.server.wire.messages import ComponentChange, OwnComponents

from .games import find_game, warnings_of

MOST_CHANGES = 300
BESIDE_THE_POINT = ("mark",)
PLAIN = ("value", "base")
"""Keys that say nothing: everything in a file has a value, and `base` is not in the file."""
NOTHING = "—"


def read_own_components(game: str, file: str) -> OwnComponents:
    """A file, checked; refuses one that cannot be played."""
    sheets = (Components.of(found).sheet for found in (find_game(game), find_game(game, file)))
    was, is_now = ({} if sheet is None else dict(_entries(sheet.model_dump())) for sheet in sheets)
    names = [name for name in {**was, **is_now} if was.get(name) != is_now.get(name)]
    changes = [
        ComponentChange(name=name, usual=was.get(name, NOTHING), own=is_now.get(name, NOTHING))
        for name in itertools.islice(names, MOST_CHANGES)
    ]
    return OwnComponents(
        file=file, warnings=list(warnings_of(game, file)), changes=changes, more=len(names) - len(changes)
    )


def _entries(part: object, name: str = "") -> Iterator[tuple[str, str]]:
    """All values of a sheet, by where they stand in it.

    >>> dict(_entries({"coins": {"start": {"value": 3, "mark": "book"}}, "dice": [{"name": "d4", "faces": [1, 4]}]}))
    {'coins.start': '3', 'dice.d4.name': 'd4', 'dice.d4.faces': '1, 4'}
    """
    if isinstance(part, dict):
        for key, inner in part.items():
            if key not in BESIDE_THE_POINT:
                yield from _entries(inner, name if key in PLAIN else f"{name}.{key}".strip("."))
    elif isinstance(part, list | tuple) and any(isinstance(inner, dict | list | tuple) for inner in part):
        for number, inner in enumerate(part, 1):
            called = inner.get("name", number) if isinstance(inner, dict) else number
            yield from _entries(inner, f"{name}.{called}")
    elif isinstance(part, list | tuple):
        yield name, ", ".join(map(str, part))
    else:
        yield name, str(part)
