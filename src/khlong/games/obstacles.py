"""What stands in a move's way, found by asking the rules what would be legal without it.

So a reason can never disagree with the rules: it names something that, were it otherwise, would make the move legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from khlong.engine.decision import Decision, OwnState
from khlong.engine.moves import Verbs
from khlong.engine.rule import Link
from khlong.games.facets import Event


@dataclass(frozen=True)
class Obstacle:
    """Something that can be in the way: a key, and the states that a state could be in without it.

    `lift` gets a copy to change. Mostly there is one such state; the barge, say, could lie in several other places.
    """

    key: str
    lift: Callable[[OwnState], Iterable[OwnState]]


Legal = Callable[[OwnState], list[int]]
Take = Callable[[OwnState, int], None]


def asking(decisions: Sequence[Decision], link: Link, verbs: Verbs) -> tuple[Legal, Take]:
    """How to ask the rules: which moves are legal in a state, and what an answer alone does to it."""
    room = [0] * (len(verbs) + 1)

    def legal(state: OwnState) -> list[int]:
        return room[: link(decisions[state.decision].options)(state, room)]

    def take(state: OwnState, move: int) -> None:
        verb, parts = verbs.taken_apart(move)
        link(decisions[state.decision].answers[verb])(state, *parts)

    return legal, take


class Search:
    """What is in the way of moves in one state: of several things the first."""

    def __init__(self, state: OwnState, obstacles: Sequence[Obstacle], legal: Legal) -> None:
        self._state = state
        self._obstacles = obstacles
        self._legal = legal
        self._legal_without: dict[int, set[int]] = {}

    def obstacle(self, move: int) -> str | None:
        """What is in the way of a move that is not legal; None if it would not be legal without all obstacles."""
        count = len(self._obstacles)
        everything = (1 << count) - 1
        if not self._is_legal(move, everything):
            return None
        necessary = (n for n in range(count) if not self._is_legal(move, everything & ~(1 << n)))
        # Where either of several would have to go and none must, the first that suffices.
        sufficient = (n for n in range(count) if self._is_legal(move, 1 << n))
        number = next(necessary, None)
        return self._obstacles[next(sufficient, 0) if number is None else number].key

    def without(self, obstacle: Obstacle) -> OwnState:
        """The state as it could be without one obstacle."""
        return next(iter(obstacle.lift(self._state.copy())))

    def _is_legal(self, move: int, lifted: int) -> bool:
        """Whether a move would be legal without a set of obstacles."""
        if lifted not in self._legal_without:
            self._legal_without[lifted] = {move for state in self._states(lifted) for move in self._legal(state)}
        return move in self._legal_without[lifted]

    def _states(self, lifted: int) -> list[OwnState]:
        states = [self._state.copy()]
        for number, obstacle in enumerate(self._obstacles):
            if lifted >> number & 1:
                states = [other for state in states for other in obstacle.lift(state)]
        return states


def why_not(
    state: OwnState,
    moves: Sequence[int],
    legal: Legal,
    verbs: Verbs,
    asked: Decision,
    reason: Callable[[int], Event],
) -> dict[int, Event]:
    """A reason for each of some moves that is not legal: for answers to another question that, else the game's own."""
    possible = set(legal(state))
    other = Event("other-question", {"ask": asked.key})
    return {
        move: reason(move) if verbs.taken_apart(move)[0] in asked.answers else other
        for move in moves
        if move not in possible
    }
