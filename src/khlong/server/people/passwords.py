"""Passwords that are guessed first: common words with what people add to them, rows of keys, names."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

FEWEST_LETTERS = 5  # different ones
LONGEST_NUMBER = 12  # dates and telephone numbers
INSTEAD = str.maketrans("@4301!$57", "aaeoiisst")
KEYS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn")
SHORTEST_RUN = 8


def is_common(password: str, name: str) -> bool:
    """Whether a password is among the first that anybody would try for this name.

    >>> [is_common(word, "Ann") for word in ("P@ssw0rd2024!", "ann-12345", "qwertyuiop", "boat on a canal")]
    [True, True, True, False]
    """
    plain = _plain(password)
    core = _core(plain)
    if len(set(plain)) < FEWEST_LETTERS or (plain.isdecimal() and len(plain) < LONGEST_NUMBER) or not core:
        return True
    half = plain[: len(plain) // 2]
    guesses = {
        plain,
        core,
        core.translate(INSTEAD),
        _core(plain.translate(INSTEAD)),
        *([half, _core(half)] if plain == 2 * half else []),
    }
    return bool(guesses & (_common() | {_plain(name), _core(_plain(name))})) or _is_run(plain)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _core(text: str) -> str:
    """A word without the numbers and signs before and after it."""
    kept = [place for place, letter in enumerate(text) if letter.isalpha()]
    return text[kept[0] : kept[-1] + 1] if kept else ""


def _is_run(text: str) -> bool:
    """Whether nearly all of it is keys that lie side by side."""
    rows = [row for keys in KEYS for row in (keys, keys[::-1])]
    return any(text[:SHORTEST_RUN] in row or text[-SHORTEST_RUN:] in row for row in rows)


@cache
def _common() -> frozenset[str]:
    return frozenset(files(__package__).joinpath("common_passwords.txt").read_text(encoding="utf-8").split())
