"""`khlong arena`: bots meet, and are ranked."""

from __future__ import annotations

import csv
import hashlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from platformdirs import user_data_path

from khlong.bots import bot_names
from khlong.games.facets import Cover
from khlong.lab.interrupts import noting_ctrl_c
from khlong.table.options import checked_seed

from . import show
from .arguments import chosen_game, number_of_players, read_options
from .parameters import Components, GameName, Options, Players
from .play import INTERRUPTED

if TYPE_CHECKING:
    from khlong.lab.arena.plan import Plan


def arena(
    game: GameName = None,
    bots: Annotated[
        list[str],
        typer.Option(
            metavar="A,B,…",
            help=f"Who meets: {', '.join(bot_names())}, module:Class, program:COMMAND or torch:FILE. "
            "As many as there are players are one line-up; otherwise all line-ups are played.",
        ),
    ] = [],  # noqa: B006
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=1, help="How many games; whole deals are played.")
    ] = 1000,
    players: Players = None,
    option: Options = [],  # noqa: B006
    components: Components = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", min=0.001, help="How long bots may think about a move.")
    ] = 0.2,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of the first deal.")] = 1,
    processes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="How many games at a time.", show_default="one for each core")
    ] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local starts one here.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(metavar="M", min=0, help="Stop after so long; the same command goes on.")
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where finished games are kept.", show_default="your own data folder"),
    ] = None,
    picture: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Draw the standings.")] = None,
    luck: Annotated[
        bool, typer.Option("--luck", help="Reckon everybody's luck too, and the wins without it. Takes some time.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the standings as JSON.")] = False,
) -> None:
    """Let bots meet in many games and rank them: seats rotate, and every line-up plays the same deals.

    Finished games are on file at once. After Ctrl-C, or a crash, the same command goes on.
    """
    from khlong.lab.arena.picture import draw
    from khlong.lab.arena.plan import arena_plan
    from khlong.lab.arena.report import report
    from khlong.lab.arena.run import run_plan
    from khlong.lab.arena.standings import standings

    chosen = chosen_game(game, components)
    names = [name for text in bots for name in split_bots(text)]
    count = number_of_players(chosen, players, len(names))
    plan = arena_plan(chosen, components, count, read_options(option), names, seconds, checked_seed(seed), luck=luck)
    path = results or usual_file(plan)
    with noting_ctrl_c() as interrupted:
        run = run_plan(
            plan,
            plan.fixtures(games),
            path,
            processes=processes,
            ray=ray,
            minutes=minutes,
            interrupted=interrupted,
            console=show.new_console(stderr=True),
        )
    found = standings(plan, run.games)
    if as_json:
        print(json.dumps(found.as_json() | {"games": len(run.games), "missing": run.missing}, indent=2))
    else:
        show.new_console().print(report(plan, found, run.games, run.missing))
        show.new_console(stderr=True).print(f"The games: {path}", soft_wrap=True, highlight=False)
    if picture is not None and run.games:
        draw(found, f"{Cover.of(chosen).title}, {count} players, {len(run.games):,} games", picture)
    if run.missing:
        raise typer.Exit(INTERRUPTED)


def split_bots(text: str) -> list[str]:
    """Names between commas. Settings of a bot stay with it; a name with other commas goes into quotation marks.

    >>> split_bots('hard, search:playouts=50,threads=1,"program:./bot 1,2"')
    ['hard', 'search:playouts=50,threads=1', 'program:./bot 1,2']
    """
    names: list[str] = []
    for piece in next(csv.reader([text], skipinitialspace=True), []):
        if names and re.fullmatch(r"[a-z]+=\d+", piece.strip()):
            names[-1] += f",{piece.strip()}"
        elif piece.strip():
            names.append(piece.strip())
    return names


def usual_file(plan: Plan) -> Path:
    """Where the games of a plan are kept if nobody says: the same plan, the same file."""
    print_of_plan = hashlib.sha256(json.dumps(plan.describe(), sort_keys=True).encode()).hexdigest()[:16]
    return user_data_path("khlong") / "arena" / f"{plan.matches[0].game}-{print_of_plan}.jsonl"
