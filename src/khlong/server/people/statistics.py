"""What somebody's finished games come to: results, points by source, opponents, luck and errors."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from khlong.server.storage import Header, Summary
from khlong.server.wire.statistics import ByPlayers, GameStatistics, Opponent, PlayedGame, PointSource

from .outcomes import Outcome, Skill

ENOUGH = 5
"""Reviewed games before luck and errors are worth a figure: a few games give absurd ones."""


@dataclass(frozen=True)
class Finished:
    """A finished game and whose seat is meant."""

    header: Header
    summary: Summary
    seat: int
    outcome: Outcome
    skill: Skill | None = None

    @property
    def ranks(self) -> Sequence[int]:
        """Everybody's places, if they are known: lists know those of games that cannot be read any more."""
        listed = [seat.get("rank") for seat in self.summary.seats]
        return self.outcome.ranks or [rank for rank in listed if rank is not None]

    @property
    def resigned(self) -> bool:
        return bool(self.summary.seats[self.seat].get("resigned"))

    @property
    def won(self) -> float:
        ranks = self.ranks
        return 1 / ranks.count(1) if ranks and not self.resigned and ranks[self.seat] == 1 else 0.0


def own_seats(summary: Summary, person: str) -> list[int]:
    return [number for number, seat in enumerate(summary.seats) if seat["owner"] == person]


def statistics_of(game: str, title: str, finished: Sequence[Finished]) -> GameStatistics:
    """What games of one kind come to, in the order in which they ended."""
    return {
        "game": game,
        "title": title,
        "played": [_played(each) for each in finished],
        "by_players": _by_players(finished),
        "sources": _sources(finished),
        "opponents": _opponents(finished),
    }


def _played(each: Finished) -> PlayedGame:
    ranks, scores, skill = each.ranks, each.outcome.scores, each.skill
    return {
        "table": each.header.id,
        "at": each.summary.changed,
        "players": each.header.players,
        "options": each.header.options,
        "rank": ranks[each.seat] if ranks and not each.resigned else None,
        "won": each.won,
        "resigned": each.resigned,
        "scores": list(scores[each.seat]) if scores else [],
        "luck": skill.luck if skill else None,
        "lost": skill.lost if skill else None,
        "decisions": skill.decisions if skill else None,
    }


def _by_players(finished: Iterable[Finished]) -> list[ByPlayers]:
    sizes: dict[int, list[Finished]] = defaultdict(list)
    for each in finished:
        sizes[each.header.players].append(each)
    return [
        {
            "players": players,
            "games": len(games),
            "won": sum(each.won for each in games),
            "ranks": _places(games, players),
        }
        for players, games in sorted(sizes.items())
    ]


def _places(games: Iterable[Finished], players: int) -> list[int]:
    places = Counter(each.ranks[each.seat] for each in games if each.ranks and not each.resigned)
    return [places[rank] for rank in range(1, players + 1)]


def _sources(finished: Iterable[Finished]) -> list[PointSource]:
    """Points a game by the lines of the score sheet, in the sheet's order; lines of several editions side by side."""
    own: dict[str, list[int]] = defaultdict(list)
    others: dict[str, list[int]] = defaultdict(list)
    for each in finished:
        for seat, lines in enumerate(each.outcome.lines):
            if not each.resigned:
                for key, points in lines:
                    (own if seat == each.seat else others)[key].append(points)
    return [
        {"key": key, "games": len(points), "own": _mean(points), "others": _mean(others[key])}
        for key, points in own.items()
    ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _opponents(finished: Iterable[Finished]) -> list[Opponent]:
    """Those one has met most often first. Who somebody is stays here: others learn the name alone."""
    met: dict[tuple[str, str], Opponent] = {}
    for each in finished:
        ranks = each.ranks
        for number, seat in enumerate(each.summary.seats):
            if number == each.seat:
                continue
            bot = seat["bot"] if seat["owner"] is None else None
            who = ("bot", bot) if bot else ("person", seat["owner"] or seat["name"])
            known = met.setdefault(who, {"name": "", "bot": bot, "games": 0, "ahead": 0, "level": 0, "behind": 0})
            known["name"] = seat["name"]
            known["games"] += 1
            if ranks:
                mine = len(ranks) + 1 if each.resigned else ranks[each.seat]
                known["ahead"] += mine < ranks[number]
                known["level"] += mine == ranks[number]
                known["behind"] += mine > ranks[number]
    return sorted(met.values(), key=lambda known: -known["games"])
