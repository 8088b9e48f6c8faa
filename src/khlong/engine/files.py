"""Files from anybody, read as text: whatever is wrong with one is said, and none is read without an end."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from .errors import KhlongError
from .given import cut, shown

MOST_BYTES = 32_000_000
LONGEST_NAME = 200


def path_of(given: object, error_type: type[KhlongError]) -> Path:
    """A path, given as text or as an object that stands for one."""
    if not isinstance(given, str | os.PathLike):
        raise error_type(f"A file is named by its path, not by {shown(given)}.")
    try:
        return Path(given)
    except TypeError:
        raise error_type(f"A file is named by its path, a text, not by {shown(given)}.") from None


def named(path: Path) -> str:
    """A path as messages name it."""
    return cut(str(path), LONGEST_NAME)


def trouble(error: OSError | ValueError) -> str:
    """Why a file cannot be opened."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "no file can have such a name"


def read_text(given: object, error_type: type[KhlongError], kind: str | None = None) -> str:
    """What stands in a file, which should be of some kind."""
    path = path_of(given, error_type)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise error_type(f"{named(path)}: cannot be read: {trouble(error)}.") from None
    if len(data) > MOST_BYTES:
        raise error_type(f"{named(path)}: cannot be read: it has more than {MOST_BYTES:,} bytes.")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        wrong = f"is not a {kind} file" if kind else "cannot be read"
        raise error_type(f"{named(path)}: {wrong}: it is not text.") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_json(text: str) -> Any:
    """What a text says as JSON. Whatever is wrong with it is a ValueError in words of ours.

    >>> parse_json('{"king": 8}')
    {'king': 8}
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"it stops being JSON in line {error.lineno}") from None
    except ValueError:
        raise number_too_long() from None
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def number_too_long() -> ValueError:
    """What is wrong with a text in which Python does not read a number, for its length takes time in the square."""
    return ValueError(f"a number in it has more than {sys.get_int_max_str_digits():,} digits")
