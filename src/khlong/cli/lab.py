"""`khlong lab`: what is learnt of games by playing them by the thousand."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from khlong.engine.game import Game
from khlong.table import OptionError, template
from khlong.table.options import full_options

from . import show
from .arguments import chosen_game, read_options
from .errors import CommandError
from .interrupts import noting_ctrl_c
from .parameters import Components, GameName, Options
from .play import INTERRUPTED
from .simulate import progress

if TYPE_CHECKING:
    from khlong.lab.balance.report import Setup

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
    threads: Annotated[int | None, typer.Option(metavar="N", min=1, help="Cores.", show_default="all")] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The first game's seed.")] = 1,
    components: Components = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the report goes.", show_default="balance-GAME.html")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write the figures as JSON beside it, too.")] = False,
) -> None:
    """Play thousands of games with sensible bots and write a report: one HTML file with plots and a verdict."""
    try:
        from khlong.lab.balance.players import playouts_of
        from khlong.lab.balance.report import Setup
    except ImportError as missing:
        raise CommandError(f"The lab needs compiled rules: pip install 'khlong[native]' ({missing}).") from None
    chosen = chosen_game(game, components)
    options = read_options(option)
    counts = _numbers_of_players(chosen, players, options)
    path = out or Path(f"balance-{chosen.name}.html")
    _check_writable(path)
    setup = Setup(
        chosen.name,
        chosen.title,
        full_options(chosen, counts[0], options),
        "the game's own" if components is None else components.name,
        bots,
        playouts_of(bots, playouts),
        seed,
        shlex.join(["khlong", *sys.argv[1:]]),
    )
    complete = run(chosen, setup, options, counts, games, threads, path, as_json)
    if not complete:
        raise typer.Exit(INTERRUPTED)


def run(
    game: Game,
    setup: Setup,
    options: dict[str, str],
    counts: list[int],
    games: int,
    threads: int | None,
    path: Path,
    as_json: bool,
) -> bool:
    """Plays, writes the report, and says where it is; whether all games were played."""
    from khlong.lab.balance import PROFILES
    from khlong.lab.balance.analysis import analyse
    from khlong.lab.balance.players import play_games, same_in_every_seat, usual_threads
    from khlong.lab.balance.report import Report

    console = show.new_console(stderr=True)
    profile_of = PROFILES.get(game.name)
    if profile_of is None:
        raise CommandError(f"The lab does not know what to look for in {game.title}.")
    play = same_in_every_seat(game, setup.playouts)
    analyses, profiles = [], []
    began = perf_counter()
    with noting_ctrl_c() as stop:
        with console.status(f"Getting the {setup.bots} bots ready …"):
            play(template(game, counts[0], options), setup.seed)  # compiles, if need be
        for players in counts:
            start = template(game, players, options)
            profile = profile_of(game, start)
            seeds = range(setup.seed, setup.seed + games)
            facts = []
            with progress(console, games) as tell:
                for one in play_games(game, profile, start, play, seeds, threads or usual_threads(), stop):
                    facts.append(one)
                    tell(1)
            if facts:
                analyses.append(analyse(sorted(facts, key=lambda one: one.seed), profile))
                profiles.append(profile)
    if not analyses:
        raise CommandError("Stopped before the first game was over: there is nothing to report.")
    report = Report(setup, profiles[-1], analyses)
    _write(path, report.as_html())
    if as_json:
        _write(path.with_suffix(".json"), json.dumps(report.as_data(), indent=1))
    played = sum(analysis.games for analysis in analyses)
    out = show.new_console()
    for row in report.rulings:
        out.print(Text(row[0].criterion, "bold"))
        for ruling in row:
            out.print(
                f"  {ruling.players} players: {ruling.status.value}. {ruling.words}", highlight=False, soft_wrap=True
            )
    out.print(
        f"{played:,} games in {perf_counter() - began:,.0f} s. The report: {path}", highlight=False, soft_wrap=True
    )
    return played == games * len(counts)


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
