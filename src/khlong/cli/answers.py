"""What a person types, turned into a move: its number in the list, its notation, or as much of that as is clear."""

from __future__ import annotations

from collections.abc import Sequence

from khlong.table import IllegalMoveError, Move


def find_move(text: str, moves: Sequence[Move]) -> Move | None:
    """The move that is meant, or None if nothing fits. What fits several is an error that names them.

    >>> moves = [Move(7, "place temple"), Move(8, "place tailor"), Move(3, "place 9-13")]
    >>> [find_move(text, moves).notation for text in ("2", "Place Temple", "p te", "tailor", "9-13")]
    ['place tailor', 'place temple', 'place temple', 'place tailor', 'place 9-13']
    >>> find_move("market", moves)
    """
    words = text.lower().split()
    if len(words) == 1 and words[0].isascii() and words[0].isdecimal():
        return _numbered(words[0], moves)
    for fits in (_is, _begins, _is_short_for):
        found = [move for move in moves if words and fits(words, move.notation)]
        if len(found) == 1:
            return found[0]
        if found:
            raise IllegalMoveError(f"{text!r} could be: {', '.join(move.notation for move in found)}.")
    return None


def _numbered(digits: str, moves: Sequence[Move]) -> Move:
    number = int(digits) if len(digits) < 10 else 0
    if not 1 <= number <= len(moves):
        raise IllegalMoveError(f"There is no move {digits[:20]} in the list: it goes from 1 to {len(moves)}.")
    return moves[number - 1]


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
