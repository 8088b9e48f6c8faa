"""What a balance report keeps of one game, and what a game tells of its components for it: the same for every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from khlong.engine.decision import OwnState
from khlong.engine.game import Facet, Game

from .facets import Views


@dataclass(frozen=True)
class Facts:
    """One game that was played to its end. Lists go by place in the order of play, the first player first."""

    seed: int
    wins: tuple[float, ...]
    """Each player's part of the win: less than all of it where it is shared."""
    points: tuple[int, ...]
    lines: tuple[Mapping[str, int], ...]
    """The score sheets: points by line."""
    rounds: int
    decisions: int
    causes: tuple[str, ...]
    """What ended the game, in the order in which it came about."""
    has: tuple[Counter[str], ...]
    """What the players got, by the names of the game's groups: `card/courtier`."""
    offered: frozenset[str]
    """What could be got in this game."""
    uses: tuple[Counter[str], ...]
    """What the players did, and how often."""
    paths: Mapping[str, Sequence[float]]
    """Values at the beginning of each round."""


@dataclass(frozen=True)
class Group:
    """Components of one kind, such as market cards."""

    key: str
    title: str
    about: str
    names: tuple[str, ...]
    several: bool = False
    """Whether a player can have several of one, so that who has most is asked instead of who has it."""
    judged: bool = False
    """Whether the criteria for single components apply."""
    compared: bool = True
    """Whether it makes sense to ask what each adds while all else is equal: not of what the game is won by."""

    def items(self) -> list[str]:
        return [f"{self.key}/{name}" for name in self.names]


class Collector(Protocol):
    """Watches one game from its first state to its last."""

    def note(self, before: OwnState, move: int, after: OwnState) -> None:
        """A move was made."""

    def facts(self, seed: int, last: OwnState) -> Facts:
        """All that was seen."""


@dataclass(frozen=True)
class Profile:
    """What the lab knows of a game."""

    groups: tuple[Group, ...]
    causes: tuple[str, ...]
    """Whatever can end a game."""
    causes_needed: int
    """How many of them it takes."""
    paths: tuple[str, ...]
    paths_title: str
    watch: Callable[[OwnState], Collector]
    """A collector for a game that is about to begin in this state."""


@dataclass(frozen=True)
class Balance(Facet):
    """What a balance report looks for in a game. Plain: nothing but who wins, and how long games take."""

    profile: Callable[[Game, OwnState], Profile]
    """From a game and a template: its components may say what there is to look for, and so may its options."""

    @classmethod
    def plain(cls, game: Game) -> Balance:
        return cls(lambda game, start: Profile((), game.endings[1:], 1, (), "", lambda state: PlainCollector(game)))


class PlainCollector:
    """Watches for nothing but how a game ends."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def note(self, before: OwnState, move: int, after: OwnState) -> None:
        """Moves are not looked at."""

    def facts(self, seed: int, last: OwnState) -> Facts:
        nothing: tuple[Counter[str], ...] = tuple(Counter() for _ in range(last.players))
        return Facts(
            seed=seed,
            wins=parts_of_win(last),
            points=tuple(self._game.score(last, seat)[0] for seat in in_order_of_play(last)),
            lines=sheets_of(self._game, last),
            rounds=last.round_number,
            decisions=last.ply,
            causes=(self._game.endings[last.ending],),
            has=nothing,
            offered=frozenset(),
            uses=nothing,
            paths={},
        )


def in_order_of_play(state: OwnState) -> list[int]:
    """The seats, who began first."""
    return [(state.first + place) % state.players for place in range(state.players)]


def parts_of_win(state: OwnState) -> tuple[float, ...]:
    """Each seat's part of the win, in the order of play."""
    return tuple((state.winners >> seat & 1) / state.winners.bit_count() for seat in in_order_of_play(state))


def sheets_of(game: Game, state: OwnState) -> tuple[Mapping[str, int], ...]:
    """The score sheets without their totals, in the order of play."""
    sheets = Views.of(game).score_sheet(state)
    return tuple(
        {line.key: line.points for line in sheets[seat] if line.key != "total"} for seat in in_order_of_play(state)
    )
