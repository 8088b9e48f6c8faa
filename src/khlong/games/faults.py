"""Why a position cannot come about, as events: told in words like these, whatever the language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from khlong.engine.errors import PositionError
from khlong.words import load_messages

from .facets import ANY_GAME, Event

MOST_SEATS = 20


def fault(key: str, /, **values: int | str) -> Event:
    """A reason, by the key of its sentence."""
    return Event(f"fault.{key}", values)


def in_english(faults: Sequence[Event], words: Path) -> list[str]:
    """Reasons as those who write positions read them: seats are counted from 0."""
    english = load_messages("en", words, ANY_GAME)
    return [english.tell(each.key, each.values, [f"Seat {seat}" for seat in range(MOST_SEATS)]) for each in faults]


def refuse(faults: Sequence[Event], words: Path) -> None:
    """Refuses a position that has any."""
    if faults:
        told = "\n".join(f"- {each}" for each in in_english(faults, words))
        raise PositionError(f"This position cannot come about (seats are counted from 0):\n{told}", faults)
