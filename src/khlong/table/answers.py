"""What a table answers: legal moves, questions, results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypedDict


@dataclass(frozen=True)
class Move:
    """A legal move: its number in the game's move space and its text form."""

    number: int
    notation: str

    def __str__(self) -> str:
        return self.notation


class Asked(NamedTuple):
    """Who is asked, and which of the game's questions. Seats count from 0."""

    seat: int
    key: str


class Question(NamedTuple):
    """The same, and the question in words."""

    seat: int
    key: str
    prompt: str


class ResultData(TypedDict):
    """A result as plain data, in the words of records, programs and the server."""

    scores: list[list[int]]
    ranks: list[int]
    winners: list[int]
    ending: str


@dataclass(frozen=True)
class Result:
    """How a game ended: what each seat scored, in which place it came, and who won."""

    scores: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    ending: str

    @property
    def shared(self) -> bool:
        """Whether more than one player won."""
        return len(self.winners) > 1

    def as_data(self) -> ResultData:
        scores = [list(score) for score in self.scores]
        return {"scores": scores, "ranks": list(self.ranks), "winners": list(self.winners), "ending": self.ending}
