"""Where a table's dice come from.

Ordinary tables go on drawing from the generator that their seed started. At a table of people who must not have to
trust anybody the generator's words are set anew before every ply, from SHA-256 of the seed and the ply: dice that
were seen say nothing of those to come. A hash of the seed, shown at the start, binds whoever keeps it; the seed, shown
at the end, proves every roll.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping
from typing import Literal

from khlong.engine.chance import MASK, Chance
from khlong.engine.data import ReadData
from khlong.engine.given import shown, whole

from .errors import ArgumentError, RecordError
from .options import known_seed

DiceKind = Literal["seed", "sha256"]
Words = tuple[int, int, int, int]
PROVABLE: DiceKind = "sha256"


def ply_words(seed: int, ply: int) -> Words:
    """The words that a ply begins with: the first 128 bits of SHA-256 of the seed and the ply. Ply 0 is the set-up.

    >>> ply_words(1, 0) == ply_words(1, 0), ply_words(1, 0) == ply_words(1, 1)
    (True, False)
    """
    return _unpack(hashlib.sha256(f"khlong/{seed:032x}/{ply}".encode()).digest()[:16])


def commitment(seed: int) -> str:
    """The hash of a seed that is shown before the game, so that nobody can choose another seed afterwards.

    >>> commitment(1)[:16]
    '46cb499def0983ab'
    """
    return hashlib.sha256(f"khlong/{known_seed(seed):032x}".encode()).hexdigest()


class PlyDice:
    """The words of every ply: those of rolls that are known already, all others from the seed."""

    def __init__(self, seed: int, rolls: Mapping[int, Words] | None = None) -> None:
        self.seed = seed
        self.rolls = dict(rolls or {})

    def words(self, ply: int) -> Chance:
        """A generator for a ply."""
        return generator(self.at(ply))

    def at(self, ply: int) -> Words:
        return self.rolls.get(ply) or ply_words(self.seed, ply)


def checked_rolls(rolls: object) -> dict[int, Words]:
    """Rolls that a caller gives, if they are such."""
    if not isinstance(rolls, Mapping) or not all(
        whole(ply) is not None and isinstance(words, tuple) and len(words) == 4 and all(map(_is_word, words))
        for ply, words in rolls.items()
    ):
        raise ArgumentError(f"Rolls are four words of 32 bits for each of some plies, not {shown(rolls)}.")
    return dict(rolls)


def _is_word(word: object) -> bool:
    number = whole(word)
    return number is not None and 0 <= number <= MASK


def generator(words: Words) -> Chance:
    """A generator with these words."""
    chance = Chance()
    chance.a, chance.b, chance.c, chance.counter = words
    return chance


def write_rolls(rolls: Mapping[int, Words]) -> dict[str, str]:
    """Rolls as they stand in a record."""
    return {str(ply): struct.pack(">4I", *words).hex() for ply, words in rolls.items()}


def read_rolls(data: ReadData, source: str) -> dict[int, Words]:
    """Rolls from a record."""
    try:
        return {int(ply): _unpack(bytes.fromhex(words)) for ply, words in data.items()}
    except (ValueError, struct.error):
        raise RecordError(f"{source}: rolls name a ply and 32 hexadecimal digits each.") from None


def _unpack(data: bytes) -> Words:
    one, two, three, four = struct.unpack(">4I", data)
    return one, two, three, four
