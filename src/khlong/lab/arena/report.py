"""Standings for people: tables in a terminal."""

from __future__ import annotations

from collections import Counter

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from khlong.games.drawing import LOUD, QUIET, plain_grid
from khlong.games.facets import Cover
from khlong.lab.shares import Share

from .match import Played
from .plan import Plan
from .ratings import Rating
from .standings import Standings

SHOWN_REPORTS = 3
ABOUT_LUCK = "Luck as our bot sees it: a roll or a draw against others that might have come. It is none in the mean."


def interval(share: Share) -> str:
    """How far a share may be from the truth."""
    return f"{share.low:.1%} – {share.high:.1%}"


def points(rating: Rating) -> str:
    """How far a rating may be from the truth."""
    return f"{rating.low:+.0f} – {rating.high:+.0f}"


def report(plan: Plan, found: Standings, games: list[Played], missing: int) -> RenderableType:
    """Everything, the strongest bot first."""
    match = plan.matches[0]
    time = "as long as they like" if match.seconds is None else f"{match.seconds:g} s a decision"
    title = Text.assemble(
        (Cover.of(match.loaded_game).title, LOUD), f" · {match.players} players · {len(games):,} games · {time}"
    )
    options = " · ".join(f"{key} {value}" for key, value in match.options.items())
    parts: list[RenderableType] = [title, Text(f"{options} · first seed {plan.seed}", QUIET)]
    if missing:
        parts.append(
            Text(f"Stopped: {missing:,} games are still to be played. The same command goes on.", "bold #d0583c")
        )
    if not games:
        return Group(*parts)
    parts += ["", _bots(found), "", _habits(found), "", _matches(found)]
    if any(bot.adjusted for bot in found.bots):
        parts += ["", _without_luck(found), Text(ABOUT_LUCK, QUIET)]
    if match.players > 2:  # with two it is the same as the line-ups
        parts += ["", _duels(found)]
    note = "A rating 400 points higher means odds of ten to one to come out ahead."
    parts += ["", Text(note, QUIET), *_forfeits(found)]
    return Group(*parts)


def _bots(found: Standings) -> Grid:
    grid = plain_grid("bot", "games", "rating", "95 %", "wins per seat", "95 %", "fair")
    for bot in found.bots:
        rating, wins = f"{bot.rating.value:+.0f}", f"{bot.wins.share:.1%}"
        grid.add_row(bot.bot, f"{bot.games:,}", rating, points(bot.rating), wins, interval(bot.wins), f"{bot.fair:.0%}")
    return grid


def _without_luck(found: Standings) -> Grid:
    grid = plain_grid("without luck", "wins per seat", "95 %", "worth so many games")
    for bot in found.bots:
        if bot.adjusted is not None:
            wins = bot.adjusted.wins
            worth = f"{bot.games * bot.adjusted.worth:,.0f} ({bot.adjusted.worth:.1f} ×)"
            grid.add_row(bot.bot, f"{wins.share:.1%}", interval(wins), worth)
    return grid


def _habits(found: Standings) -> Grid:
    grid = plain_grid("bot", "mean score", "a decision", "longest", "too late", "forfeits")
    for bot in found.bots:
        score = "–" if bot.score is None else f"{bot.score:.1f}"
        times = f"{1000 * bot.seconds:,.1f} ms", f"{1000 * bot.longest:,.0f} ms"
        grid.add_row(bot.bot, score, *times, f"{bot.overruns:,}", f"{bot.forfeits:,}")
    return grid


def _matches(found: Standings) -> Grid:
    grid = plain_grid("line-up", "games", "wins", "95 %", "fair", "")
    grid.columns[-1].justify = "left"
    for result in found.matches:
        counts = Counter(result.match.bots)
        lineup = ", ".join(f"{times} × {name}" if times > 1 else name for name, times in counts.items())
        for row, (bot, wins) in enumerate(result.wins.items()):
            first = (lineup, f"{result.games:,}") if row == 0 else ("", "")
            grid.add_row(*first, f"{wins.share:.1%}", interval(wins), f"{result.fair[bot]:.0%}", bot)
    return grid


def _duels(found: Standings) -> Grid:
    grid = plain_grid("head to head", "games", "ahead", "95 %")
    for duel in found.duels:
        share = f"{duel.ahead.share:.1%}", interval(duel.ahead)
        grid.add_row(f"{duel.bot} – {duel.other}", f"{duel.games:,}", *share)
    return grid


def _forfeits(found: Standings) -> list[RenderableType]:
    if not found.forfeits:
        return []
    lines: list[RenderableType] = ["", Text(f"{len(found.forfeits):,} games were forfeited:", "bold #d0583c")]
    kinds = Counter(game.report for game in found.forfeits)
    for text, times in kinds.most_common(SHOWN_REPORTS):
        lines.append(Text(f"{times:,} × {text}"))
    if len(kinds) > SHOWN_REPORTS:
        lines.append(Text(f"… and {len(kinds) - SHOWN_REPORTS:,} other reports in the results file.", QUIET))
    return lines
