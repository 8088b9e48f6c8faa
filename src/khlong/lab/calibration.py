"""`python -m khlong.lab.calibration`: whether the chances of reviews are true, and whether luck is none in the mean.

Searching bots play. Of each game some positions are taken: how often did those win who were given such a chance? And
what luck there was is taken from the results: the mean must stay, and the spread become less. What it finds it writes
into docs/review.md.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from math import sqrt
from pathlib import Path
from statistics import fmean, variance

from rich.console import Console
from rich.progress import track

from khlong.bots.search.player import player_of
from khlong.engine.game import Game
from khlong.games import game_named, our_games
from khlong.games.facets import Cover
from khlong.lab.shares import Share, mean_of
from khlong.review.depths import SEARCH
from khlong.review.finding import Shares
from khlong.review.game import PastGame
from khlong.review.glance import OTHER_DICE, glance, luck_at
from khlong.review.searching import search
from khlong.table import Table, template

GAMES, LUCK_GAMES = 500, 2000
POSITIONS = 6
"""Of each game."""
STRONG, WEAK = 40, 12
"""Playouts of a decision. Chances suppose that all play equally well, and so they do where chances are looked at;
where luck is taken from results, one seat is stronger than the others, another one from game to game."""
TENTHS = 10
PAGE = Path("docs/review.md")


@dataclass
class Tenth:
    """Predictions between two tenths, and what became of them, game by game."""

    predicted: list[float] = field(default_factory=list)
    missed: dict[int, list[float]] = field(default_factory=dict)
    """By game: by how much what became of it was more than what was predicted."""

    def add(self, game: int, predicted: float, became: float) -> None:
        self.predicted.append(predicted)
        self.missed.setdefault(game, []).append(became - predicted)

    @property
    def error(self) -> float:
        return sum(map(sum, self.missed.values())) / len(self.predicted)

    @property
    def spread(self) -> float:
        """The standard error of `error`, where positions of a game have their result in common."""
        of_games = [sum(each) - self.error * len(each) for each in self.missed.values()]
        return sqrt(sum(each * each for each in of_games)) / len(self.predicted)


@dataclass
class Measured:
    """What was found out about one game."""

    game: Game
    glanced: list[Tenth] = field(default_factory=lambda: [Tenth() for _ in range(TENTHS)])
    searched: list[Tenth] = field(default_factory=lambda: [Tenth() for _ in range(TENTHS)])
    lucks: list[float] = field(default_factory=list)
    """Of the strong seat, game by game."""
    results: list[float] = field(default_factory=list)

    @property
    def adjusted(self) -> list[float]:
        return [result - luck for result, luck in zip(self.results, self.lucks, strict=True)]


def played_games(game: Game, games: int, seed: int, others: int) -> Iterator[tuple[PastGame, int]]:
    """Games of searching bots with every number of players and choice of options in turn; and which seat was strong.

    The others have so many playouts.
    """
    editions = [option for option in game.options if option.key == "edition"]
    choices = [{"edition": choice} for choice in editions[0].choices] if editions else [{}]
    kinds = cycle([(players, options) for players in game.players for options in choices])
    for number in range(games):
        players, options = next(kinds)
        strong = number % players
        playouts = [STRONG if seat == strong else others for seat in range(players)]
        start = template(game, players, options)
        moves, _ = player_of(game).play_game(start, seed + number, playouts)
        table = Table(game, players, seed + number, options)
        for move in moves:
            table.play(move)
        yield PastGame(table), strong


def measure(game: Game, games: int, luck_games: int, seed: int, track: Callable[..., Iterator[int]]) -> Measured:
    """Plays and looks."""
    found, dice = Measured(game), random.Random(seed)
    equals = played_games(game, games, seed, STRONG)
    for number in track(range(games), f"{Cover.of(game).title}, chances …"):
        past, _ = next(equals)
        final = glance(past, past.plies, native=True).shares
        for ply in dice.sample(range(past.plies), min(POSITIONS, past.plies)):
            _note(found.glanced, number, glance(past, ply, native=True).shares, final)
            _note(found.searched, number, search(past, ply, SEARCH).shares, final)
    unequals = played_games(game, luck_games, seed, WEAK)
    for _ in track(range(luck_games), f"{Cover.of(game).title}, luck …"):
        past, strong = next(unequals)
        lucks = [luck_at(past, ply, OTHER_DICE, native=True) for ply in range(1, past.plies + 1)]
        found.lucks.append(sum(luck.shares[strong] for luck in lucks if luck is not None))
        found.results.append(glance(past, past.plies, native=True).shares[strong])
    return found


def _note(tenths: list[Tenth], game: int, predicted: Shares, became: Shares) -> None:
    for chance, result in zip(predicted, became, strict=True):
        tenths[min(TENTHS - 1, int(chance * TENTHS))].add(game, chance, result)


# the page


def page(measured: Sequence[Measured], games: int, luck_games: int, command: str) -> str:
    """What was found, as a document."""
    lines = [
        "# Reviews: are their chances true?",
        "",
        "A [review](glossary.md) says what everybody's chance was, what decisions cost and what luck did, as our bot",
        "sees it. This page is what the following command found; its games are played by searching bots, with every "
        "number",
        f"of players and edition in turn. Where chances are looked at, all have {STRONG} playouts a decision, since "
        "chances",
        f"suppose that all play equally well; where luck is, one seat has {STRONG} and the others {WEAK}.",
        "",
        "```",
        command,
        "```",
    ]
    for each in measured:
        lines += ["", f"## {Cover.of(each.game).title}", "", *_chances(each, games), "", *_luck(each, luck_games)]
    return "\n".join([*lines, ""])


def _chances(found: Measured, games: int) -> list[str]:
    name = found.game.name
    lines = [
        f"Of each of {games:,} games {POSITIONS} positions were taken, and everybody's chance in them. A tenth is",
        "right where the difference lies within what so many games leave open (95 %, positions of a game together).",
        "",
        f"![Predicted chance and share of wins](images/review-{name}.svg)",
        "",
        "| chance | one step ahead | won | difference | within | searched | won | difference | within |",
        "| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | --- |",
    ]
    for number in range(TENTHS):
        cells = [cell for tenths in (found.glanced, found.searched) for cell in _cells(tenths[number])]
        lines.append(f"| {10 * number}–{10 * (number + 1)} % | {' | '.join(cells)} |")
    return lines


def _cells(tenth: Tenth) -> list[str]:
    if not tenth.predicted:
        return ["–"] * 4
    mean, half = fmean(tenth.predicted), 1.96 * tenth.spread
    right = "yes" if abs(tenth.error) <= half else "no"
    return [f"{mean:.1%}", f"{mean + tenth.error:.1%}", f"{100 * tenth.error:+.1f} ± {100 * half:.1f}", right]


def _luck(found: Measured, games: int) -> list[str]:
    raw, adjusted, luck = mean_of(found.results), mean_of(found.adjusted), mean_of(found.lucks)
    fewer = variance(found.results) / variance(found.adjusted)
    none = "none within error" if luck.low <= 0 <= luck.high else "not none: something is wrong"
    return [
        f"In {games:,} games the strong seat's luck was {_points(luck)} points of chance in the mean, which is {none}.",
        f"Its share of the wins was {_percent(raw)}; with luck taken from it {_percent(adjusted)}. The variance became",
        f"{fewer:.2f} times less, so that as many games fewer are needed to know as much.",
    ]


def _points(share: Share) -> str:
    return f"{100 * share.share:+.2f} ± {100 * (share.high - share.low) / 2:.2f}"


def _percent(share: Share) -> str:
    return f"{share.share:.1%} ± {100 * (share.high - share.low) / 2:.1f}"


WIDTH, MARGIN = 360, 44


def picture(found: Measured) -> str:
    """Predicted chance and share of wins, tenth by tenth, with intervals: one step ahead and searched."""
    side = WIDTH - 2 * MARGIN

    def x(share: float) -> float:
        return MARGIN + share * side

    def y(share: float) -> float:
        return WIDTH - MARGIN - share * side

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {WIDTH}" role="img" '
        f'font-family="sans-serif" font-size="11"><title>{Cover.of(found.game).title}: chances and wins</title>'
        f'<rect width="{WIDTH}" height="{WIDTH}" fill="#fff"/>',
        f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#8aa" stroke-dasharray="4 3" fill="none"/>',
    ]
    for tenth in range(0, TENTHS + 1, 2):
        share = tenth / TENTHS
        parts.append(
            f'<path d="M{x(share):.0f} {y(0)}V{y(1)}M{x(0)} {y(share):.0f}H{x(1)}" stroke="#dde5e5"/>'
            f'<text x="{x(share):.0f}" y="{y(0) + 16}" text-anchor="middle">{share:.0%}</text>'
            f'<text x="{x(0) - 6}" y="{y(share) + 4:.0f}" text-anchor="end">{share:.0%}</text>'
        )
    series = (
        (found.glanced, "#2f7f8f", -2, "one step"),
        (found.searched, "#b3432f", 2, "searched"),
    )
    for tenths, colour, shift, name in series:
        for tenth_found in filter(lambda each: each.predicted, tenths):
            mean = fmean(tenth_found.predicted)
            became, half = mean + tenth_found.error, 1.96 * tenth_found.spread
            at = x(mean) + shift
            low, high = max(0.0, became - half), min(1.0, became + half)
            shape = (
                f'<circle cx="{at:.1f}" cy="{y(became):.1f}" r="3.5" fill="{colour}"/>'
                if shift < 0
                else f'<rect x="{at - 3:.1f}" y="{y(became) - 3:.1f}" width="6" height="6" fill="{colour}"/>'
            )
            parts.append(f'<path d="M{at:.1f} {y(low):.1f}V{y(high):.1f}" stroke="{colour}"/>{shape}')
        at = MARGIN + 8 if shift < 0 else MARGIN + 90
        mark = "●" if shift < 0 else "■"
        parts.append(f'<text x="{at}" y="{MARGIN - 12}" fill="{colour}">{mark} {name}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{WIDTH - 8}" text-anchor="middle">predicted chance</text>')
    parts.append(
        f'<text x="12" y="{WIDTH / 2}" text-anchor="middle" transform="rotate(-90 12 {WIDTH / 2})">share of wins</text>'
    )
    return "".join([*parts, "</svg>\n"])


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m khlong.lab.calibration", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help=f"for the chances ({GAMES})")
    parser.add_argument("--luck-games", type=int, default=LUCK_GAMES, help=f"for the luck ({LUCK_GAMES})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", type=Path, default=PAGE)
    given = parser.parse_args()
    console = Console(stderr=True)

    def shown(numbers: Sequence[int], what: str) -> Iterator[int]:
        return iter(track(numbers, what, console=console))

    measured = [measure(game_named(name), given.games, given.luck_games, given.seed, shown) for name in our_games()]
    for found in measured:
        target = given.page.parent / "images" / f"review-{found.game.name}.svg"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(picture(found), encoding="utf-8")
    command = f"python -m khlong.lab.calibration --games {given.games} --luck-games {given.luck_games}"
    given.page.write_text(page(measured, given.games, given.luck_games, command), encoding="utf-8")


if __name__ == "__main__":
    main()
