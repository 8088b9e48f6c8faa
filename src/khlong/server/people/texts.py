"""Names and chat: text that is safe to show anywhere, whatever was typed."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 32
LONGEST_CHAT = 500
JOINERS = "\u200c\u200d"  # some scripts and emoji need them
MOST_MARKS = 4  # on one letter; no living script needs more


def clean(text: str, longest: int) -> str:
    """One line of composed text without control characters, turned directions or towers of marks.

    >>> clean("  A\\u202enn\\x00 \\n ", 32)
    'Ann'
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text[: 4 * longest]):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MOST_MARKS or (kind[0] == "C" and letter not in JOINERS and not letter.isspace()):
            continue
        kept.append(" " if letter.isspace() else letter)
    return " ".join("".join(kept).split())[:longest].strip().strip(JOINERS)


def skeleton(name: str) -> str:
    """What makes two account names the same: letters in their plainest form."""
    folded = unicodedata.normalize("NFKC", clean(name, LONGEST_NAME)).casefold()
    return "".join(letter for letter in folded if letter not in JOINERS)
