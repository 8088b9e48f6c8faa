"""The flat move space of a game: every move is one small number with one fixed meaning and a short text form.

A game declares its verbs, each with its parts. Numbers, notation, reading and taking apart all come from that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from enum import EnumType
from functools import cached_property
from itertools import product
from math import prod
from re import sub
from typing import Any

from .rule import generated_rule, rule

Choices = int | range | EnumType | Sequence[str]
"""What a part of a move can be: names, or the members of an enum, known by their place from 0 on; a range of numbers,
each itself; or only how many there are, if components give their names."""


class Verb:
    """A kind of move: the word it begins with, and its parts in the order in which they are said.

    Called with parts it gives the number of a move. Rules can do that too, and get arithmetic with plain numbers.

    >>> buy = Verbs().declare("buy", good=("fish", "meat"), number=range(1, 7))
    >>> buy(1, 3)
    8
    >>> buy.parts_of(8)
    (1, 3)
    """

    def __init__(self, word: str, first: int, parts: Mapping[str, Choices]) -> None:
        self.word = word
        self.first = first
        self.parts = dict(parts)
        self._ranges = [_values(choices) for choices in parts.values()]
        self.count = prod(map(len, self._ranges))

    def __repr__(self) -> str:
        return f"<verb {self.word}>"

    def __call__(self, *parts: int) -> int:
        return self.as_rule(*parts)  # type: ignore[no-any-return]

    @property
    def moves(self) -> range:
        """The numbers of all moves of this verb."""
        return range(self.first, self.first + self.count)

    @property
    def combinations(self) -> product[tuple[int, ...]]:
        """The parts of all moves, in the order of their numbers."""
        return product(*self._ranges)

    def parts_of(self, move: int) -> tuple[int, ...]:
        """The parts of a move of this verb."""
        return tuple(
            (move - self.first) // step % len(values) + values.start
            for step, values in zip(self._steps, self._ranges, strict=True)
        )

    def spelled_parts(self, move: str) -> list[str]:
        """`parts_of` as expressions, for generated rules: no more arithmetic than it takes."""
        number = f"({move} - {self.first})" if self.first else move
        found = []
        for index, (step, values) in enumerate(zip(self._steps, self._ranges, strict=True)):
            part = number if step == 1 else f"{number} // {step}"
            part += f" % {len(values)}" if index else ""
            found.append(f"{part} + {values.start}" if values.start else part)
        return found

    @cached_property
    def as_rule(self) -> Any:
        """The number of a move as a rule of its own: what a linker puts in the verb's place."""
        names = list(self.parts)
        first = self.first - sum(step * values.start for step, values in zip(self._steps, self._ranges, strict=True))
        terms = [name if step == 1 else f"{name} * {step}" for name, step in zip(names, self._steps, strict=True)]
        name = sub(r"\W", "_", self.word) + "_move"
        return generated_rule(name, f"def {name}({', '.join(names)}):\n    return {' + '.join([str(first), *terms])}\n")

    @cached_property
    def _steps(self) -> list[int]:
        """How far apart numbers are that differ by one in a part."""
        return [prod(map(len, self._ranges[index + 1 :])) for index in range(len(self._ranges))]


class Verbs:
    """The verbs of a game, numbered on as they are declared.

    >>> verbs = Verbs()
    >>> place = verbs.declare("place", place=("temple", "market"))
    >>> done = verbs.declare("done")
    >>> place.moves, done.moves
    (range(0, 2), range(2, 3))
    >>> verbs.taken_apart(1)
    (<verb place>, (1,))
    """

    def __init__(self) -> None:
        self.all: list[Verb] = []
        self._moves: list[tuple[Verb, tuple[int, ...]]] = []
        self.taken_apart: Callable[[int], tuple[Verb, tuple[int, ...]]] = self._moves.__getitem__
        """Gives a move's verb and parts."""

    def __len__(self) -> int:
        """How many moves there are."""
        return len(self._moves)

    def declare(self, word: str, **parts: Choices) -> Verb:
        """The next verb."""
        verb = Verb(word, len(self._moves), parts)
        self.all.append(verb)
        self._moves += [(verb, combination) for combination in verb.combinations]
        return verb


class MoveSpace:
    """Numbers and notation of all moves of a game.

    >>> verbs = Verbs()
    >>> place, done = verbs.declare("place", place=2), verbs.declare("done")
    >>> space = MoveSpace(verbs, {"place": ("temple", "market")})
    >>> space.notation
    ('place temple', 'place market', 'done')
    >>> space.number("place  Market")
    1

    `names` are those that components give to parts. `aliases` are other ways to write a move, which are read but never
    written.
    """

    def __init__(
        self,
        verbs: Verbs,
        names: Mapping[str, Sequence[str]] | None = None,
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        self.verbs = verbs
        self._names = names or {}
        spelled = [_spelled(verb, names or {}) for verb in verbs.all]
        self.notation = tuple(text for texts in spelled for text in texts)
        self.numbers = {text: number for number, text in enumerate(self.notation)}
        if len(self.numbers) != len(self.notation):
            raise ValueError("two moves have the same notation")
        self.numbers |= {other: self.numbers[text] for other, text in (aliases or {}).items()}

    def __len__(self) -> int:
        return len(self.notation)

    def choices(self, verb: Verb) -> dict[str, Sequence[str]]:
        """What each part of a verb's moves can be, as notation has it."""
        return {part: _names(part, choices, self._names) for part, choices in verb.parts.items()}

    def number(self, text: str) -> int | None:
        """The move that is written so, or None. Spaces and capitals do not matter."""
        return self.numbers.get(" ".join(text.lower().split()))


def _values(choices: Choices) -> range:
    """The numbers that stand for the choices of a part."""
    if isinstance(choices, range):
        return choices
    return range(choices if isinstance(choices, int) else len(choices))


def _names(part: str, choices: Choices, names: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """What the choices of a part are called; nothing, if a choice goes without saying."""
    if isinstance(choices, range):
        return [str(number) for number in choices]
    if isinstance(choices, EnumType):
        return [member.name.lower().replace("_", "-") for member in choices]  # type: ignore[var-annotated]
    if not isinstance(choices, int):
        return choices
    if len(names.get(part, ())) != choices:
        raise ValueError(f"the part {part} needs {choices} names")
    return names[part]


def _spelled(verb: Verb, names: Mapping[str, Sequence[str]]) -> list[str]:
    """The notation of all moves of a verb."""
    words = product(*(_names(part, choices, names) for part, choices in verb.parts.items()))
    return [" ".join(filter(None, (verb.word, *parts))) for parts in words]


@rule
def list_members(members: int, first_move: int, moves: MutableSequence[int]) -> int:
    """Lists `first_move + i` for each i in a set given as bits; returns how many.

    Writes before it knows whether the entry counts, which spares a branch: `moves` needs room for one more.
    """
    count = 0
    move = first_move
    while members:
        moves[count] = move
        count += members & 1
        members >>= 1
        move += 1
    return count


@rule
def count_members(members: int) -> int:
    """How many members a set has that is given as bits."""
    count = 0
    while members:
        members &= members - 1  # takes away the lowest member
        count += 1
    return count


def members(bits: int) -> list[int]:
    """The members of a set, for those who are no rules."""
    found = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return found
