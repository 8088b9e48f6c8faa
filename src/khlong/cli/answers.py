"""What a person types, turned into a move: its number in the list, its notation, or as much of that as is clear."""

from __future__ import annotations

from collections.abc import Sequence

from khlong.table import IllegalMoveError, Move
from khlong.words import OWN, load_messages


def find_move(text: str, moves: Sequence[Move], language: str = "en") -> Move | None:
    """The move that is meant, or None if nothing fits. What fits several is an error that names them.

    >>> moves = [Move(7, "place temple"), Move(8, "place tailor"), Move(3, "place 9-13")]
    >>> [find_move(text, moves).notation for text in ("2", "Place Temple", "p te", "tailor", "9-13")]
    ['place tailor', 'place temple', 'place temple', 'place tailor', 'place 9-13']
    >>> find_move("market", moves)
    """
    own = load_messages(language, OWN)
    digits = text.strip()
    is_number = digits.isascii() and digits.isdecimal()
    if is_number and len(digits) < 6 and 1 <= int(digits) <= len(moves):
        return moves[int(digits) - 1]
    found = matches(text, [move.notation for move in moves])
    if len(found) > 1:
        raise IllegalMoveError(own.say("move.could-be", move=repr(text), moves=", ".join(found)))
    if not found and is_number:
        raise IllegalMoveError(own.say("move.not-in-list", number=digits[:20], last=len(moves)))
    return next((move for move in moves if move.notation in found), None)


def full_notation(text: str, notations: Sequence[str]) -> str:
    """The one notation of all in the game that can be meant, so that it can be said why it is not possible now."""
    found = matches(text, notations)
    return found[0] if len(found) == 1 else text


def matches(text: str, notations: Sequence[str]) -> list[str]:
    """The notations that fit best: that are written so, or else begin so, or else are shortened so."""
    words = text.lower().split()
    for fits in (_is, _begins, _is_short_for):
        found = [notation for notation in notations if words and fits(words, notation)]
        if found:
            return found
    return []


def _is(words: Sequence[str], notation: str) -> bool:
    return " ".join(words) == notation


def _begins(words: Sequence[str], notation: str) -> bool:
    return notation.startswith(" ".join(words))


def _is_short_for(words: Sequence[str], notation: str) -> bool:
    """Each word is the beginning of a word of the notation, in order: `p te`, or just `te`."""
    rest = iter(notation.split())
    return all(any(whole.startswith(word) for whole in rest) for word in words)


def completions(text: str, moves: Sequence[Move], commands: Sequence[str]) -> list[str]:
    """What the Tab key offers."""
    begun = " ".join(text.lower().split()) + (" " if text.endswith(" ") else "")
    return [choice for choice in (*(move.notation for move in moves), *commands) if choice.startswith(begun)]
