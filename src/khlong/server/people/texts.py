"""Names and chat: text that is safe to show anywhere, whatever was typed."""

from __future__ import annotations

import secrets
import unicodedata

from khlong.server.errors import Refusal

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


def shown_name(name: str) -> str:
    """Somebody's name as others see it."""
    shown = clean(name, LONGEST_NAME)
    if not shown:
        raise Refusal("bad_name", "A name has at least one letter that can be shown.", 422)
    return shown


def guest_name() -> str:
    """What a guest is called who has not said a name yet."""
    return f"Guest {secrets.randbelow(9000) + 1000}"


def skeleton(name: str) -> str:
    """What makes two account names the same: letters in their plainest form."""
    folded = unicodedata.normalize("NFKC", clean(name, LONGEST_NAME)).casefold()
    return "".join(letter for letter in folded if letter not in JOINERS)


ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "GEORGIAN", "LISU")
"""Scripts with letters that look the same: a name has letters of one of them."""
LOOKALIKES = str.maketrans(
    "аьсԁеһіјӏкмопрԛѕтԝхуүзԍвн" + "αβγεηικνορτυχωϲϳ" + "աոսօհյցզ" + "ıɑɡȷʟ01i|!",
    "abcdehljlkmonpqstwxyy3gbh" + "abyenlkvoptuxwcj" + "wnuohjgq" + "lagjlollll",
)
PAIRS = (("rn", "m"), ("vv", "w"))


def look(name: str) -> str:
    """What a name looks like at a glance: two accounts must not look the same.

    >>> look("Alice") == look("AIice") == look("Аlісе") == look("a1ice")
    True
    """
    folded = skeleton(name).translate(LOOKALIKES)
    letters = "".join(letter for letter in folded if letter.isalnum() or unicodedata.category(letter)[0] == "M")
    for pair, one in PAIRS:
        letters = letters.replace(pair, one)
    return letters or folded


def is_mixed(name: str) -> bool:
    """Whether a name has letters of several scripts that are easily taken for one another.

    >>> [is_mixed(name) for name in ("Ann", "Аnn", "สมชาย Ann", "やまだ Ann")]
    [False, True, False, False]
    """
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()}
    return len(scripts & set(ALIKE)) > 1
