"""The tables that a run ends with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .figures import Figure, Kind
from .games import bench_of
from .ours import PLAYERS
from .search import alone
from .sheet import Sheet
from .targets import Verdict
from .words import rate, share, span, times

COLOURS = {Verdict.MET: "green", Verdict.MISSED: "red", Verdict.UNKNOWN: "dim"}


def speed_table(sheet: Sheet, games: Sequence[str]) -> RenderableType:
    """Who plays what how fast, and how many times as fast our native engine is at each of our games."""
    title = "Random play, legal moves included, on one core or one GPU: the best repeat"
    table = _table(title, "engine or peer", "game")
    for heading in ("players", "decisions/s", "spread", "decisions a game"):
        table.add_column(heading, justify="right")
    for game in games:
        table.add_column(f"our native {game}, {PLAYERS} players, is", justify="right")
    figures = sheet.of(Kind.SPEED)
    for figure, players in _merged(figures):
        row = (figure.subject.name, figure.subject.game, players)
        best = figure.best
        if best is None:
            table.add_row(*row, _reason(figure))
            continue
        length = f"{figure.reading.decisions_per_game:,.0f}"
        ratios = (sheet.times_native(game, best) for game in games)
        advantages = (f"{times(ratio)} this" if ratio else "" for ratio in ratios)
        table.add_row(*row, rate(best), share(figure.spread), length, *advantages)
    return Group(table, _notes(figures))


def time_table(sheet: Sheet) -> RenderableType:
    """What copies of a running state and starting up cost."""
    table = _table("Copies of a running state, and starting up: the best repeat", "what", "game")
    for heading in ("time", "spread"):
        table.add_column(heading, justify="right")
    figures = sheet.of(Kind.COPY, Kind.START)
    for figure in figures:
        row = (figure.subject.name, figure.subject.game)
        if figure.best is None:
            table.add_row(*row, _reason(figure))
        else:
            table.add_row(*row, span(figure.best), share(figure.spread))
    return Group(table, _notes(figures))


def search_table(sheet: Sheet) -> RenderableType:
    """How fast the search is with more and more threads, and how long it took where it should not have."""
    table = _table(
        "The search bot on all cores: the best repeat, and the worst of those against the clock", "bot", "game"
    )
    for heading in ("a second, or time", "spread", "times one thread"):
        table.add_column(heading, justify="right")
    figures = sheet.of(Kind.SEARCH, Kind.OVERRUN)
    for figure in figures:
        row = (figure.subject.name, figure.subject.game)
        single = sheet.best(alone(figure.subject.name), figure.subject.game)
        if figure.best is None:
            table.add_row(*row, _reason(figure))
        elif figure.subject.kind is Kind.OVERRUN:
            table.add_row(*row, span(figure.best))
        else:
            table.add_row(*row, rate(figure.best), share(figure.spread), times(figure.best / single) if single else "")
    return Group(table, _notes(figures))


def target_table(sheet: Sheet, games: Sequence[str]) -> Table:
    """What we want to reach, and whether this run did."""
    table = _table(f"Targets, for {PLAYERS} players", "target", "game")
    table.add_column("measured", justify="right")
    table.add_column("verdict")
    for game in games:
        for target in bench_of(game).targets:
            measured = target.look_up(sheet, game)
            verdict = target.verdict(measured)
            shown = "" if measured is None else target.show(measured)
            table.add_row(target.text, game, shown, Text(verdict, style=COLOURS[verdict]))
    return table


def _merged(figures: Sequence[Figure]) -> Iterator[tuple[Figure, str]]:
    """Figures with their numbers of players; those that failed for the same reason share a line."""

    def likeness(figure: Figure) -> tuple[object, ...]:
        subject = figure.subject
        return subject.name, subject.game, figure.error, 0 if figure.error else subject.players

    for _, alike in groupby(figures, likeness):
        group = list(alike)
        yield group[0], ", ".join(str(figure.subject.players) for figure in group)


def _table(title: str, *headings: str) -> Table:
    return Table(*headings, title=title, title_justify="left")


def _reason(figure: Figure) -> Text:
    return Text(figure.error, style="dim")


def _notes(figures: Sequence[Figure]) -> Text:
    """How each was measured, and on what."""
    notes = dict.fromkeys(
        ", ".join(filter(None, (f"{figure.subject.name}: {figure.subject.how}", figure.reading.device)))
        for figure in figures
    )
    return Text("\n".join(notes) + "\n", style="dim")
