"""The flat move space of a game: every move is one small number with one fixed meaning and a short text form."""

from collections.abc import Mapping, MutableSequence
from dataclasses import dataclass

from .rule import rule


@dataclass(frozen=True)
class Verb:
    """A kind of move: the word it begins with and the things it can be said of, in the order of their numbers."""

    word: str
    things: tuple[str, ...]


class MoveSpace:
    """Numbers and notation of all moves of a game.

    >>> space = MoveSpace(Verb("place", ("temple", "market")), Verb("pass", ("",)))
    >>> space.notation
    ('place temple', 'place market', 'pass')
    >>> space.number("place  Market")
    1

    `aliases` are other ways to write a move, which are read but never written.
    """

    def __init__(self, *verbs: Verb, aliases: Mapping[str, str] | None = None) -> None:
        self.verbs = verbs
        self.notation = tuple(f"{verb.word} {thing}".strip() for verb in verbs for thing in verb.things)
        self._numbers = {text: number for number, text in enumerate(self.notation)}
        if len(self._numbers) != len(self.notation):
            raise ValueError("two moves have the same notation")
        self._numbers |= {other: self._numbers[text] for other, text in (aliases or {}).items()}

    def __len__(self) -> int:
        return len(self.notation)

    def number(self, text: str) -> int | None:
        """The move that is written so, or None. Spaces and capitals do not matter."""
        number = self._numbers.get(text)
        return self._numbers.get(" ".join(text.lower().split())) if number is None else number


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
