"""`khlong review`: a record looked at again, in the terminal, as a page of its own, or as data."""

from __future__ import annotations

import json
from itertools import groupby, islice
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from khlong.engine.files import trouble
from khlong.games.drawing import LOUD, QUIET, WATER, plain_grid
from khlong.lab.interrupts import noting_ctrl_c
from khlong.review import Analysis, PastGame, Review
from khlong.review.analysis import can_compile, deepest
from khlong.table import Table

from . import show
from .errors import CommandError
from .review_page import page
from .review_told import Told, chance, points

BARS = "▁▂▃▄▅▆▇█"
LEAST, MOST = 12, 64  # bars beside each other
MOST_FACES = 12


def review(
    console: Console, table: Table, depth: int | None, html: Path | None, *, as_json: bool, progress: Console
) -> bool:
    """Looks at a game again and shows what was found; whether it came to its end."""
    own = show.own_words(table)
    if not table.ply:
        raise CommandError(own.say("review.nothing"))
    if not can_compile() and (depth is None or depth > 1):
        progress.print(own.say("review.no-compiler"), soft_wrap=True)
    wanted = min(depth or deepest(), deepest())
    found = analysed(table, wanted, progress)
    if found is None:
        progress.print(own.say("review.stopped-early"))
        return False
    if found["depth"] < wanted:
        progress.print(own.say("review.stopped"))
    if html is not None:
        try:
            html.parent.mkdir(parents=True, exist_ok=True)
            html.write_text(page(Told(table, found)), encoding="utf-8")
        except (OSError, ValueError) as error:
            raise CommandError(f"{html}: cannot be written: {trouble(error)}.") from None
        progress.print(own.say("review.written", file=str(html)), soft_wrap=True)
    if as_json:
        print(json.dumps({"names": table.names, **found}, ensure_ascii=False))
    elif html is None:
        console.print(report(Told(table, found), console.width))
    return found["depth"] == wanted


def analysed(table: Table, depth: int, progress: Console) -> Review | None:
    """The review as deep as it came before Ctrl-C; None if that was nowhere."""
    found: Review | None = None
    words = show.own_words(table)
    percent = TextColumn("{task.percentage:>3.0f} %")
    columns = (TextColumn("{task.description}"), BarColumn(), percent, TimeElapsedColumn())
    with (
        noting_ctrl_c() as interrupted,
        Progress(*columns, console=progress, transient=True, disable=not progress.is_terminal) as bar,
    ):
        analysis = Analysis(PastGame(table), native=can_compile())
        task = bar.add_task("", total=table.ply + 1)
        for number in range(1, depth + 1):
            bar.reset(task, description=words.say("review.working", number=number, count=depth))
            for _ in analysis.run(number):
                bar.advance(task)
                if interrupted.is_set():
                    return found
            found = analysis.review(number)
    return found


def report(told: Told, width: int) -> RenderableType:
    """All that was found, from the graph to the dice, on so many columns."""
    table, found, say = told.table, told.found, told.say
    parts: list[RenderableType] = [
        show.greeting(table),
        show.options_line(table),
        Text(say(f"review.depth-{found['depth']}"), QUIET),
        "",
        Text(say("review.chances"), LOUD),
        _graph(told, width),
        "",
        Text(say("review.moments"), LOUD),
        _moments(told),
        "",
        Text(say("review.mistakes"), LOUD),
        _mistakes(told),
        "",
        Text(say("review.skill"), LOUD),
        Text(say("review.about-skill"), QUIET),
        _skill(told),
    ]
    if found["dice"]:
        parts += ["", Text(say("review.dice"), LOUD), _dice(told)]
    return Group(*parts)


def _graph(told: Told, width: int) -> RenderableType:
    """A row of bars for each player: the higher, the better the chance was then."""
    chances = told.found["chances"]
    heads = ["", told.say("review.initial"), told.say("review.final"), told.say("review.score", what=told.score_name)]
    beside = sum(cell_len(head) + 3 for head in heads) + max(map(cell_len, told.names)) + 2
    places = max(LEAST, min(MOST, len(chances), width - beside))
    plies = [round(at * (len(chances) - 1) / max(1, places - 1)) for at in range(places)]
    grid = plain_grid("", *heads)
    grid.columns[1].justify = "left"
    for column in grid.columns:
        column.no_wrap = True
    for seat, name in enumerate(told.names):
        bars = "".join(BARS[round(chances[ply][seat] * (len(BARS) - 1))] for ply in plies)
        ends = (chance(chances[0][seat]), chance(chances[-1][seat]))
        grid.add_row(Text(name), Text(bars, WATER), *ends, f"{told.found['scores'][-1][seat]:.0f}")
    return grid


def _moments(told: Told) -> RenderableType:
    if not told.found["moments"]:
        return Text(told.say("review.no-moments"))
    lines: list[RenderableType] = []
    for moment in told.found["moments"]:
        number, changed = (f"{moment['ply']:>4}", WATER), f"  {told.changed(moment)}"
        lines.append(Text.assemble(number, changed, (f"  {told.cause(moment)}", QUIET)))
        lines += [*(Text(f"      {line}", QUIET) for line in told.happened(moment["ply"]))]
    return Group(*lines)


def _mistakes(told: Told) -> RenderableType:
    labelled = [each for each in told.found["decisions"] if each["label"]]
    if not labelled:
        return Text(told.say("review.no-mistakes"))
    say = told.say
    grid = plain_grid("", say("result.player"), say("review.move"), "", say("review.lost"), say("review.better"))
    for column in (1, 2, 3, 5):
        grid.columns[column].justify = "left"
    for each in labelled:
        grid.add_row(
            str(each["ply"]),
            Text(told.names[each["seat"]]),
            Text(each["move"]),
            say(f"review.{each['label']}"),
            points(each["loss"]),
            Text(told.better(each)),
        )
    return grid


def _skill(told: Told) -> RenderableType:
    columns = told.skill_columns
    grid = plain_grid(told.say("result.player"), *(told.say(f"review.{key}") for key, _ in columns))
    for name, seat in zip(told.names, told.found["seats"], strict=True):
        grid.add_row(Text(name), *(write(seat) for _, write in columns))
    return grid


def _dice(told: Told) -> RenderableType:
    """All dice of a kind together: the page tells them apart by seats."""
    say = told.say
    grid = plain_grid(say("review.die"), say("review.rolls"), say("review.faces"))
    grid.columns[2].justify = "left"
    for what, lines in groupby(told.found["dice"], key=lambda line: line["what"]):
        same = list(lines)
        counts = [sum(each["count"] for each in at) for at in zip(*(line["faces"] for line in same), strict=True)]
        faces = zip((each["face"] for each in same[0]["faces"]), counts, strict=True)
        usual = sum(line["faces"][0]["expected"] for line in same)
        fell = "  ".join(f"{face}: {count}" for face, count in islice(faces, MOST_FACES))
        grid.add_row(told.die(what), str(sum(line["rolls"] for line in same)), f"{fell}  ({usual:.1f})")
    return grid
