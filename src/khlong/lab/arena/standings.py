"""What the games say about the bots: ratings, shares of wins, scores, time, each with how sure one can be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from statistics import fmean, variance

from khlong.engine.data import Data
from khlong.lab.shares import Share, mean_of, share_of_groups

from .match import Played
from .plan import Match, Plan
from .ratings import Rating, rate


@dataclass(frozen=True)
class Adjusted:
    """Wins without luck, as our bot sees it: the same mean, but less left to chance."""

    wins: Share
    worth: float
    """How many times as many games it would take to know as much from the wins alone."""


@dataclass(frozen=True)
class Standing:
    """How one bot did in all its games."""

    bot: str
    rating: Rating
    games: int
    wins: Share
    fair: float
    score: float | None
    seconds: float
    longest: float
    decisions: int
    overruns: int
    forfeits: int
    adjusted: Adjusted | None = None


@dataclass(frozen=True)
class MatchResult:
    """How often each bot of a line-up won, all its seats together, and how often it would by luck alone."""

    match: Match
    games: int
    wins: dict[str, Share]
    fair: dict[str, float]


@dataclass(frozen=True)
class Duel:
    """How often one bot came out ahead of another in the games where both played, ties counting half."""

    bot: str
    other: str
    games: int
    ahead: Share


@dataclass(frozen=True)
class Standings:
    """All there is to say."""

    bots: list[Standing]
    matches: list[MatchResult]
    duels: list[Duel]
    forfeits: list[Played]

    def as_json(self) -> Data:
        """As plain data."""
        matches = [asdict(result) for result in self.matches]
        forfeits = [{"bot": game.bots[game.forfeit or 0], "report": game.report} for game in self.forfeits]
        return {
            "bots": [asdict(bot) for bot in self.bots],
            "matches": matches,
            "duels": [asdict(duel) for duel in self.duels],
            "forfeits": forfeits,
        }


def standings(plan: Plan, games: Sequence[Played]) -> Standings:
    """Sums up the games of a plan; the strongest bot comes first."""
    names = list(dict.fromkeys(bot for match in plan.matches for bot in match.bots))
    ratings = rate(names, games)
    names.sort(key=lambda name: -ratings[name].value)
    bots = [_standing(name, ratings[name], games) for name in names]
    matches = [match_result(plan, number, games) for number in range(len(plan.matches))]
    duels = [_duel(bot, other, games) for bot, other in combinations(names, 2)]
    return Standings(
        bots,
        [result for result in matches if result.games],
        [duel for duel in duels if duel.games],
        [game for game in games if game.forfeit is not None],
    )


def match_result(plan: Plan, number: int, games: Sequence[Played]) -> MatchResult:
    """What one match came to."""
    match = plan.matches[number]
    played = [game for game in games if game.fixture.match == number]
    names = list(dict.fromkeys(match.bots))
    wins = {name: _grouped(played, lambda game, name=name: (_wins(game, name), 1)) for name in names}  # type: ignore[misc]
    return MatchResult(match, len(played), wins, {name: match.bots.count(name) / match.players for name in names})


def _wins(game: Played, bot: str) -> float:
    return sum(game.win_share(seat) for seat, name in enumerate(game.bots) if name == bot)


def _standing(name: str, rating: Rating, games: Sequence[Played]) -> Standing:
    seats = [(game, seat) for game in games for seat, bot in enumerate(game.bots) if bot == name]
    scores = [game.scores[seat] for game, seat in seats if game.scores is not None]
    thinking = [game.thinking[seat] for game, seat in seats]
    decisions = sum(each.decisions for each in thinking)
    return Standing(
        name,
        rating,
        len({game.fixture for game, _ in seats}),
        _grouped(games, lambda game: (_wins(game, name), game.bots.count(name))),
        sum(1 / len(game.bots) for game, _ in seats) / len(seats) if seats else 0.0,
        sum(scores) / len(scores) if scores else None,
        sum(each.seconds for each in thinking) / decisions if decisions else 0.0,
        max((each.longest for each in thinking), default=0.0),
        decisions,
        sum(each.overruns for each in thinking),
        sum(game.forfeit == seat for game, seat in seats),
        _adjusted(name, games),
    )


def _adjusted(name: str, games: Sequence[Played]) -> Adjusted | None:
    """A bot's share of the wins for each of its seats, deal by deal, less its luck."""
    raw: dict[int, list[float]] = defaultdict(list)
    without: dict[int, list[float]] = defaultdict(list)
    for game in games:
        for seat, bot in enumerate(game.bots):
            if bot == name and game.luck is not None:
                raw[game.fixture.deal].append(game.win_share(seat))
                without[game.fixture.deal].append(game.win_share(seat) - game.luck[seat])
    if len(raw) < 2:
        return None
    before, after = ([fmean(deal) for deal in deals.values()] for deals in (raw, without))
    return Adjusted(mean_of(after), variance(before) / variance(after) if variance(after) else 1.0)


def _duel(bot: str, other: str, games: Sequence[Played]) -> Duel:
    together = [game for game in games if {bot, other} <= set(game.bots)]
    return Duel(bot, other, len(together), _grouped(together, lambda game: _ahead(game, bot, other)))


def _ahead(game: Played, bot: str, other: str) -> tuple[float, int]:
    pairs = [
        (game.places[seat], game.places[their])
        for seat, name in enumerate(game.bots)
        for their, their_name in enumerate(game.bots)
        if name == bot and their_name == other
    ]
    return sum(1.0 if mine < theirs else 0.5 * (mine == theirs) for mine, theirs in pairs), len(pairs)


def _grouped(games: Sequence[Played], count: Callable[[Played], tuple[float, int]]) -> Share:
    """A share over games that come in deals."""
    deals: dict[int, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
    for game in games:
        won, of = count(game)
        wins, total = deals[game.fixture.deal]
        deals[game.fixture.deal] = wins + won, total + of
    return share_of_groups(deals.values())
