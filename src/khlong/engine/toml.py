"""TOML from anybody: what would take long to read is refused before it is read.

Python's reader takes time in the square of a key's parts and a frame of the stack for each bracket, so that a short
text can stop a program or end it.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from khlong.engine.data import Data

from .errors import KhlongError
from .files import named, number_too_long, read_text

LONGEST = 60_000
DEEPEST = 12
MARK = re.compile(r"""\"{3}|'{3}|["'#\[\]{}.=,\n]""")
REST_OF_STRING = {
    '"': re.compile(r'(?:[^"\\\n]|\\.)*+"'),
    "'": re.compile(r"[^'\n]*+'"),
    '"""': re.compile(r'(?:[^"\\]|\\.|"(?!""))*+"{3,5}', re.DOTALL),
    "'''": re.compile(r"(?:[^']|'(?!''))*+'{3,5}"),
}


def read_toml(path: Path, error_type: type[KhlongError]) -> Data:
    """A TOML file as plain data, or an error that says what is wrong with it."""
    text = read_text(path, error_type, "TOML")
    try:
        return parse_toml(text)
    except ValueError as error:
        raise error_type(f"{named(path)}: is not a TOML file: {error}.") from None


def parse_toml(text: str) -> Data:
    """A text as plain data. Whatever is wrong with it is a ValueError.

    >>> parse_toml("[king]\\nset = { value = 8, mark = 'book' }")
    {'king': {'set': {'value': 8, 'mark': 'book'}}}
    """
    if len(text) > LONGEST:
        raise ValueError(f"it has {len(text):,} letters, and none of ours has more than {LONGEST:,}")
    if _depth(text) > DEEPEST:
        raise ValueError(f"it is nested more than {DEEPEST} deep")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise number_too_long() from None


def _depth(text: str) -> int:
    """How deep a text is nested: in brackets, or by the dots of one key. Up to where a string does not end."""
    deepest = brackets = dots = place = 0
    while found := MARK.search(text, place):
        mark, place = found[0], found.end()
        if mark in REST_OF_STRING:
            string = REST_OF_STRING[mark].match(text, place)
            if string is None:
                break
            place = string.end()
        elif mark == "#":
            end = text.find("\n", place)
            place = len(text) if end < 0 else end
        elif mark == ".":
            dots += 1
        else:
            dots = 0
            brackets += (mark in "[{") - (mark in "]}")
        deepest = max(deepest, brackets, dots)
    return deepest
