"""`khlong lab`: what is learnt of games by playing them by the thousand."""

from __future__ import annotations

import json
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from khlong.engine.cores import cores
from khlong.engine.game import Game
from khlong.games.balance import Balance
from khlong.games.facets import Cover
from khlong.lab.interrupts import noting_ctrl_c
from khlong.table import OptionError, template
from khlong.table.options import full_options

from . import show
from .arguments import chosen_game, read_options
from .errors import CommandError
from .parameters import Components, GameName, Options
from .play import INTERRUPTED

if TYPE_CHECKING:
    from khlong.games.balance import Facts
    from khlong.lab.balance.players import Deal
    from khlong.lab.balance.report import Report, Setup

app = typer.Typer(help="Learn how a game plays: its balance, its components.", rich_markup_mode="rich")


@app.callback()
def lab() -> None:
    """Learn how a game plays: its balance, its components."""


@app.command()
def balance(
    game: GameName = None,
    players: Annotated[
        str | None, typer.Option(metavar="N,N", help="Numbers of players, like 2,3,4.", show_default="all")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", min=1, help="Games for each of them.")] = 600,
    option: Options = [],  # noqa: B006
    bots: Annotated[str, typer.Option(metavar="NAME", help="Who plays in all seats.")] = "search",
    playouts: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="How often bots try a decision.", show_default="200"),
    ] = None,
    processes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="How many play at the same time.", show_default="all cores")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(metavar="M", min=0.01, help="Stop after so long, however many games it were.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The first game's seed.")] = 1,
    components: Components = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the report goes.", show_default="balance-GAME.html")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write the figures as JSON beside it, too.")] = False,
) -> None:
    """Play thousands of games with sensible bots and write a report: one HTML file with plots and a verdict."""
    try:
        from khlong.lab.balance.analysis import analyse
        from khlong.lab.balance.players import Deal, playouts_of
        from khlong.lab.balance.report import Report, Setup
    except ImportError as missing:
        raise CommandError(f"The lab needs compiled rules: pip install 'khlong[native]' ({missing}).") from None
    chosen = chosen_game(game, components)
    options = read_options(option)
    counts = _numbers_of_players(chosen, players, options)
    path = out or Path(f"balance-{chosen.name}.html")
    _check_writable(path)
    setup = Setup(
        chosen.name,
        Cover.of(chosen).title,
        full_options(chosen, counts[0], options),
        "the game's own" if components is None else components.name,
        bots,
        playouts_of(bots, playouts),
        seed,
        shlex.join(["khlong", *sys.argv[1:]]),
    )
    deals = [Deal(chosen.name, components, count, options, setup.playouts) for count in counts]
    found = run(setup, deals, games, processes or cores(), minutes)
    profiles = [Balance.of(chosen).profile(chosen, template(chosen, count, options)) for count in counts]
    analyses = [
        analyse(sorted(facts, key=lambda one: one.seed), profile)
        for facts, profile in zip(found, profiles, strict=True)
        if facts
    ]
    if not analyses:
        raise CommandError("Stopped before the first game was over: there is nothing to report.")
    report = Report(setup, profiles[-1], analyses)
    _write(path, report.as_html())
    if as_json:
        _write(path.with_suffix(".json"), json.dumps(report.as_data(), indent=1))
    _show(report, path)
    if minutes is None and sum(map(len, found)) < games * len(counts):
        raise typer.Exit(INTERRUPTED)


def run(setup: Setup, deals: list[Deal], games: int, processes: int, minutes: float | None) -> list[list[Facts]]:
    """What is kept of the games of each deal. Ctrl-C, a request to terminate and the end of the time end it early."""
    from khlong.lab.balance.players import Crew, play_game

    from .simulate import progress

    console = show.new_console(stderr=True)
    found: list[list[Facts]] = []
    seeds = range(setup.seed, setup.seed + games)
    with noting_ctrl_c() as stop, _noting_termination(stop), Crew(processes) as crew:
        with console.status(f"Getting the {setup.bots} bots ready …"):
            play_game(deals[0], setup.seed)  # compiles, if need be
        for deal in deals:
            end = monotonic() + (60 * minutes / len(deals) if minutes else inf)
            found.append([])
            with progress(console, games) as tell:
                for facts in crew.play(deal, seeds, lambda end=end: stop.is_set() or monotonic() > end):  # type: ignore[misc]
                    found[-1].append(facts)
                    tell(1)
    return found


@contextmanager
def _noting_termination(stop: Event) -> Iterator[None]:
    """A request to terminate is treated like Ctrl-C."""
    before = signal.signal(signal.SIGTERM, lambda *_: stop.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _show(report: Report, path: Path) -> None:
    console = show.new_console()
    for row in report.rulings:
        console.print(Text(row[0].criterion, "bold"))
        for ruling in row:
            words = f"  {ruling.players} players: {ruling.status.value}. {ruling.words}"
            console.print(words, highlight=False, soft_wrap=True)
    played = sum(analysis.games for analysis in report.analyses)
    console.print(f"{played:,} games. The report: {path}", highlight=False, soft_wrap=True)


def _numbers_of_players(game: Game, given: str | None, options: dict[str, str]) -> list[int]:
    """The numbers that were asked for, or all that go with the options."""
    if given is None:
        fitting = []
        for players in game.players:
            try:
                full_options(game, players, options)
            except OptionError:
                continue
            fitting.append(players)
        return fitting or [game.players[0]]
    try:
        counts = [int(part) for part in given.split(",")]
    except ValueError:
        raise CommandError(f"Numbers of players are given like 2,3,4, not as {given!r}.") from None
    for players in counts:
        full_options(game, players, options)
    return list(dict.fromkeys(counts))


def _check_writable(path: Path) -> None:
    """Better told before thousands of games than after."""
    try:
        with path.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise CommandError(f"{path}: cannot be written: {error.strerror or error}.") from None


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path}: cannot be written: {error.strerror or error}.") from None
