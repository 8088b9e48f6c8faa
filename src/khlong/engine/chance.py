"""The random generator, kept inside the state so that a seed gives the same game on every engine.

sfc32 by Chris Doty-Humphrey (PractRand): 128 bits of state, small, fast and statistically sound, not secret.
"""

from typing import Annotated, Any

from .rule import rule
from .schema import Record, i64

MASK = 0xFFFFFFFF
SEED_BITS = 128
WARM_UP = 15


class Chance(Record):
    """The four words of the generator: the only hidden thing in a state."""

    a: Annotated[int, i64]
    b: Annotated[int, i64]
    c: Annotated[int, i64]
    counter: Annotated[int, i64]


def seed_words(seed: int) -> tuple[int, int, int, int]:
    """A seed of up to 128 bits as four words, lowest first."""
    return seed & MASK, seed >> 32 & MASK, seed >> 64 & MASK, seed >> 96 & MASK


@rule
def sow(chance: Chance, word0: int, word1: int, word2: int, word3: int, offset: int) -> None:
    """Starts the generator at seed + offset, so that a run of games needs only its first seed."""
    low = word0 + (offset & MASK)
    next_low = word1 + (offset >> 32) + (low >> 32)
    next_high = word2 + (next_low >> 32)
    chance.a = low & MASK
    chance.b = next_low & MASK
    chance.c = next_high & MASK
    chance.counter = (word3 + (next_high >> 32)) & MASK
    for _ in range(WARM_UP):
        draw(chance)


@rule
def draw(chance: Chance) -> int:
    """The next 32 random bits."""
    b, c = chance.b, chance.c
    bits = (chance.a + b + chance.counter) & MASK
    chance.counter = (chance.counter + 1) & MASK
    chance.a = b ^ (b >> 9)
    chance.b = (c + (c << 3)) & MASK
    chance.c = (((c << 21) | (c >> 11)) + bits) & MASK
    return bits


@rule
def told_bits(chance: Any) -> int:
    """`draw` where something else than a generator answers: see `PythonEngine.play_told`."""
    return chance.answer(MASK + 1)  # type: ignore[no-any-return]


@rule
def told_below(chance: Any, limit: int) -> int:
    """`below` where something else than a generator answers."""
    return chance.answer(limit)  # type: ignore[no-any-return]


@rule
def below(chance: Chance, limit: int) -> int:
    """A random number from 0 to limit - 1."""
    return draw(chance) * limit >> 32
