"""Who meets whom: line-ups of bots, seeds and seats, so that luck falls on all alike.

A *deal* is one seed. Each line-up plays it once for every way round the table, so whatever the seed and the seats give
to one bot they give to every other. All line-ups play the same deals.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import combinations, combinations_with_replacement, count, permutations
from pathlib import Path
from typing import NamedTuple

from khlong.bots import bot_named
from khlong.engine.chance import SEED_BITS
from khlong.engine.data import Data
from khlong.engine.game import Game
from khlong.games import game_named
from khlong.games.facets import Components, Value
from khlong.table.options import full_options
from khlong.table.record import components_print

from .errors import ArenaError

LineUp = tuple[str, ...]


class Fixture(NamedTuple):
    """One game to be played: which match of the plan, which deal, and how far the line-up is turned."""

    match: int
    deal: int
    turn: int


@dataclass(frozen=True)
class Match:
    """A line-up of bots for a game with its options."""

    game: str
    players: int
    options: dict[str, str] = field(hash=False)
    bots: LineUp
    seconds: float | None
    components: str | None = None

    def seats(self, deal: int, turn: int) -> LineUp:
        """Who sits where. Round the table the bots have another order in the next deal."""
        orders = round_tables(self.bots)
        order = orders[deal % len(orders)]
        return order[turn:] + order[:turn]

    def turns(self, deal: int) -> int:
        """In how many ways the line-up can be turned before it is the same again."""
        seats = self.seats(deal, 0)
        return next(turn for turn in count(1) if seats[turn:] + seats[:turn] == seats)

    @property
    def loaded_game(self) -> Game:
        return load_game(self.game, self.components)

    def describe(self) -> Data:
        """What another run must have in common with this one."""
        game = self.loaded_game
        weights = hashlib.sha256(repr(Value.of(game).weights).encode()).hexdigest()[:16]
        prints = {"rules": game.rules_version, "components": components_print(game), "weights": weights}
        return asdict(self) | {"bots": list(self.bots)} | prints


@dataclass(frozen=True)
class Plan:
    """All matches, and the seed of the first deal."""

    matches: tuple[Match, ...]
    seed: int
    luck: bool = False
    """Whether it is reckoned what luck everybody had."""

    def game_seed(self, deal: int) -> int:
        return (self.seed + deal) % (1 << SEED_BITS)

    def fixtures(self, games: int) -> list[Fixture]:
        """At least so many games, in whole deals, the matches taking turns."""
        planned: list[Fixture] = []
        for deal in count():
            for number, match in enumerate(self.matches):
                if len(planned) >= games:
                    return planned
                planned += [Fixture(number, deal, turn) for turn in range(match.turns(deal))]
        raise AssertionError

    def fixtures_each(self, games: Sequence[int]) -> list[Fixture]:
        """At least so many games of each match, in whole deals, always those of the match that lags most behind."""
        planned: list[Fixture] = []
        deals, counts = [0] * len(self.matches), [0] * len(self.matches)
        while True:
            progress = [made / wanted for made, wanted in zip(counts, games, strict=True)]
            if min(progress) >= 1:
                return planned
            number = progress.index(min(progress))
            turns = self.matches[number].turns(deals[number])
            planned += [Fixture(number, deals[number], turn) for turn in range(turns)]
            deals[number] += 1
            counts[number] += turns

    def describe(self) -> Data:
        """The plan as plain data: results of equal plans can be put together."""
        plan = {"seed": str(self.seed), "matches": [match.describe() for match in self.matches]}
        return plan | ({"luck": True} if self.luck else {})


def arena_plan(
    game: Game,
    components: Path | None,
    players: int,
    options: dict[str, str],
    bots: Sequence[str],
    seconds: float | None,
    seed: int,
    *,
    luck: bool = False,
) -> Plan:
    """The plan for some bots: all their line-ups."""
    full = full_options(game, players, options)
    for bot in dict.fromkeys(bots):
        bot_named(bot)  # says at once if there is no such bot
    path = str(components.resolve()) if components else None
    matches = [Match(game.name, players, full, lineup, seconds, path) for lineup in line_ups(bots, players)]
    return Plan(tuple(matches), seed, luck)


def line_ups(bots: Sequence[str], players: int) -> list[LineUp]:
    """As many bots as seats are one line-up; otherwise all that fill the seats, with repeats where bots are few.

    >>> line_ups(["search", "greedy", "greedy"], 3)
    [('search', 'greedy', 'greedy')]
    >>> line_ups(["a", "b", "c"], 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> line_ups(["a", "b"], 3)
    [('a', 'a', 'b'), ('a', 'b', 'b')]
    """
    if len(set(bots)) < 2:
        raise ArenaError(f"It takes two different bots to compare, not {', '.join(bots) or 'none'}.")
    if len(bots) == players:
        return [tuple(bots)]
    twice = [bot for bot, times in Counter(bots).items() if times > 1]
    if twice:
        raise ArenaError(
            f"{twice[0]} is named twice, and there are {len(bots)} bots for {players} seats: "
            "name each bot once for all line-ups, or as many bots as there are seats for one."
        )
    if len(bots) > players:
        return list(combinations(bots, players))
    return [lineup for lineup in combinations_with_replacement(bots, players) if len(set(lineup)) > 1]


@cache
def round_tables(bots: LineUp) -> list[LineUp]:
    """All different orders round a table, the one that is given first.

    >>> len(round_tables(("a", "b", "c", "d"))), len(round_tables(("a", "a", "b", "b")))
    (6, 2)
    """
    found: dict[LineUp, LineUp] = {}
    for order in permutations(bots):
        found.setdefault(min(order[turn:] + order[:turn] for turn in range(len(order))), order)
    return list(found.values())


@cache
def load_game(name: str, components: str | None) -> Game:
    """A game with its components, read once in each process."""
    game = game_named(name)
    return Components.of(game).load(components) if components else game
