"""What many games of one number of players say: every figure of a report, with its interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, quantiles

from khlong.games.balance import Facts, Group, Profile
from khlong.lab.shares import Share, mean_of, wilson

from .regression import adjusted_effects

FEWEST_FOR_REGRESSION = 100


@dataclass(frozen=True)
class Place:
    """A place in the order of play."""

    place: int
    wins: Share
    points: Share


@dataclass(frozen=True)
class Cause:
    """Something that can end a game: how often it came about, was one of those that did, and was the last of them."""

    name: str
    came: Share
    decided: Share
    last: Share


@dataclass(frozen=True)
class Source:
    """A line of the score sheet, or something that players do: the mean a player, and a winner."""

    name: str
    players: Share
    winners: Share
    games: Share
    """The share of games in which anybody did it, or had points from it."""


@dataclass(frozen=True)
class Item:
    """A component: how often it is got where it is offered, and how its owners fare."""

    group: str
    name: str
    offered: int
    got: Share | None
    owners: int
    lift: Share | None
    """The owners' share of wins less the fair share."""
    adjusted: Share | None
    """What it adds to the chance to win, everything else that players had being equal."""


@dataclass(frozen=True)
class Path:
    """A value from round to round: its mean, and between which values four games in five are."""

    name: str
    mean: list[float]
    low: list[float]
    high: list[float]


@dataclass(frozen=True)
class Analysis:
    """All games of one number of players."""

    players: int
    games: int
    fair: float
    places: list[Place]
    shared: Share
    rounds: Share
    rounds_counts: dict[int, int]
    decisions: Share
    margin: Share
    """How many points the winner is ahead of the second."""
    causes: list[Cause]
    pairs: dict[str, Share]
    """Which causes ended games together; empty where one is enough."""
    stopped: Share
    """Games that none of the causes ended."""
    lines: list[Source]
    uses: list[Source]
    items: dict[str, list[Item]]
    paths: list[Path]


def analyse(games: Sequence[Facts], profile: Profile) -> Analysis:
    """Every figure of some games with the same number of players."""
    players = len(games[0].wins)
    needed = profile.causes_needed
    counts = Counter(game.rounds for game in games)
    return Analysis(
        players=players,
        games=len(games),
        fair=1 / players,
        places=[_place(games, place) for place in range(players)],
        shared=_share(games, [max(game.wins) < 1 for game in games]),
        rounds=mean_of([game.rounds for game in games]),
        rounds_counts={rounds: counts[rounds] for rounds in sorted(counts)},
        decisions=mean_of([game.decisions for game in games]),
        margin=mean_of([_margin(game) for game in games]),
        causes=[_cause(games, name, needed) for name in profile.causes],
        pairs={
            " and ".join(pair): _share(games, [set(game.causes[:needed]) == set(pair) for game in games])
            for pair in (combinations(profile.causes, needed) if needed > 1 else ())
        },
        stopped=_share(games, [not set(profile.causes) & set(game.causes[:needed]) for game in games]),
        lines=[*_sources(games, list(games[0].lines[0]), lambda game: game.lines)],
        uses=[*_sources(games, _all_uses(games), lambda game: game.uses)],
        items=_items(games, profile.groups),
        paths=[_path(games, name) for name in profile.paths],
    )


def _share(games: Sequence[Facts], holds: Sequence[bool]) -> Share:
    return wilson(sum(holds) / len(games), len(games))


def _place(games: Sequence[Facts], place: int) -> Place:
    wins = wilson(fmean(game.wins[place] for game in games), len(games))
    return Place(place + 1, wins, mean_of([game.points[place] for game in games]))


def _margin(game: Facts) -> int:
    first, second = sorted(game.points, reverse=True)[:2]
    return first - second


def _cause(games: Sequence[Facts], name: str, needed: int) -> Cause:
    return Cause(
        name,
        _share(games, [name in game.causes for game in games]),
        _share(games, [name in game.causes[:needed] for game in games]),
        _share(games, [name in game.causes[needed - 1 : needed] for game in games]),
    )


def _all_uses(games: Sequence[Facts]) -> list[str]:
    """What anybody did, the most common first."""
    total: Counter[str] = Counter()
    for game in games:
        for uses in game.uses:
            total.update(uses)
    return [name for name, _ in total.most_common()]


def _sources(
    games: Sequence[Facts], names: Sequence[str], sheets_of: Callable[[Facts], Sequence[Mapping[str, int]]]
) -> Iterator[Source]:
    for name in names:
        values = [[sheet.get(name, 0) for sheet in sheets_of(game)] for game in games]
        winners = [
            value
            for game, row in zip(games, values, strict=True)
            for win, value in zip(game.wins, row, strict=True)
            if win
        ]
        yield Source(
            name,
            mean_of([fmean(row) for row in values]),  # players of a game are not independent of each other
            mean_of(winners),
            _share(games, [any(row) for row in values]),
        )


def _items(games: Sequence[Facts], groups: Sequence[Group]) -> dict[str, list[Item]]:
    every = [item for group in groups if group.compared for item in group.items()]
    enough = len(games) >= FEWEST_FOR_REGRESSION
    adjusted = adjusted_effects(games, every) if enough else {}
    return {
        group.key: [_item(games, group, name, adjusted.get(f"{group.key}/{name}")) for name in group.names]
        for group in groups
    }


def _item(games: Sequence[Facts], group: Group, name: str, adjusted: Share | None) -> Item:
    key = f"{group.key}/{name}"
    offered = [game for game in games if key in game.offered]
    got = sum(any(has[key] for has in game.has) for game in offered)
    wins = [win for game in offered for win in _wins_of_owners(game, key, several=group.several)]
    lift = None
    if wins:
        share, fair = wilson(fmean(wins), len(wins)), 1 / len(games[0].wins)
        lift = Share(share.share - fair, share.low - fair, share.high - fair)
    return Item(
        group.key,
        name,
        len(offered),
        wilson(got / len(offered), len(offered)) if offered else None,
        len(wins),
        lift,
        adjusted,
    )


def _wins_of_owners(game: Facts, key: str, *, several: bool) -> list[float]:
    """The wins of those who have a thing, or of the one who has most of it."""
    numbers = [has[key] for has in game.has]
    if several:
        most = max(numbers)
        return [game.wins[numbers.index(most)]] if numbers.count(most) == 1 else []
    return [win for win, number in zip(game.wins, numbers, strict=True) if number]


def _path(games: Sequence[Facts], name: str) -> Path:
    """As far as half of the games go."""
    lengths = sorted(len(game.paths[name]) for game in games)
    rounds = [
        sorted(game.paths[name][number] for game in games if len(game.paths[name]) > number)
        for number in range(lengths[len(lengths) // 2])
    ]
    tenths = [quantiles(values, n=10) if len(values) > 1 else [values[0]] * 9 for values in rounds]
    return Path(name, [fmean(values) for values in rounds], [t[0] for t in tenths], [t[-1] for t in tenths])
