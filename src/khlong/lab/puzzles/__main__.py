"""`python -m khlong.lab.puzzles GAME`: cuts puzzles from games of strong bots, into the file of the game's folder.

A puzzle is a position with some choice in which the best move is at least ten points of win chance ahead of the second
at two depths of search. They are rated by how deep a search must look to find the move. What was found is kept beside
the file until all games are played: after Ctrl-C the same command goes on. The same settings give the same puzzles.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

from khlong.engine.errors import KhlongError
from khlong.engine.game import Game
from khlong.games import game_named, game_names
from khlong.games.facets import Puzzles
from khlong.games.puzzles import Puzzle, PuzzleError, PuzzleFile
from khlong.lab.interrupts import noting_ctrl_c
from khlong.table import components_print

from .cutting import Found, Plan, choose, cut_game
from .judging import Judge

COUNT = 50


def main(words: Sequence[str] | None = None) -> int:
    """Plays what is missing and writes the file. The exit status says whether all games were played."""
    parser = argparse.ArgumentParser(prog="python -m khlong.lab.puzzles", description=__doc__)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--games", type=int, default=200, help="games to look through (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (default: 1)")
    parser.add_argument("--playouts", type=int, default=300, help="of the bots that play (default: 300)")
    parser.add_argument("--glance", type=int, default=200, help="of the first look (default: 200)")
    parser.add_argument(
        "--depths", type=int, nargs=2, default=(2000, 10000), help="of the judgements (default: 2000 10000)"
    )
    parser.add_argument("--count", type=int, default=COUNT, help=f"puzzles to keep (default: {COUNT})")
    parser.add_argument("--out", type=Path, help="the file (default: the one in the game's folder)")
    given = parser.parse_args(words)
    console = Console(stderr=True)
    try:
        game = game_named(given.game)
        out = given.out or Puzzles.of(game).file
        if out is None:
            raise PuzzleError(f"{given.game} has no file for puzzles: give one with --out.")
        plan = Plan(given.seed, given.playouts, given.glance, tuple(given.depths))
        work = out.with_suffix(".found.jsonl")
        found, played = cut(game, plan, given.games, work, console)
        if played < given.games:
            console.print(f"Stopped after {played} games. What was found is kept: the same command goes on.")
            return 1
        puzzles = choose(found, given.count)
        _write(out, _file(game, plan, puzzles, _said(given)))
        work.unlink(missing_ok=True)
        console.print(f"{out}: {len(puzzles)} of {len(found)} puzzles found in {played} games.", highlight=False)
    except KhlongError as error:
        console.print(f"puzzles: {error}", soft_wrap=True, markup=False, highlight=False)
        return 2
    return 0


def cut(game: Game, plan: Plan, games: int, work: Path, console: Console) -> tuple[list[Found], int]:
    """All that is found in so many games, and how many were played. What was found before is not sought again."""
    found, played = _kept(work, plan)
    columns = (
        SpinnerColumn(),
        MofNCompleteColumn(),
        TextColumn("games, {task.fields[found]} puzzles"),
        TimeRemainingColumn(),
    )
    with noting_ctrl_c() as stop, Progress(*columns, console=console) as progress:
        bar = progress.add_task("", total=games, completed=played, found=len(found))
        judge = Judge(game)
        for number in range(played, games):
            new = cut_game(game, judge, plan, number, stop.is_set)
            if stop.is_set():
                break
            _keep(work, plan, number, new)
            found += new
            played = number + 1
            progress.update(bar, completed=played, found=len(found))
    return found, played


def _kept(work: Path, plan: Plan) -> tuple[list[Found], int]:
    """What an earlier run with the same settings found, and how many games it played."""
    if not work.is_file():
        return [], 0
    found, played = list[Found](), 0
    for line in work.read_text(encoding="utf-8").splitlines():
        try:
            data = json.loads(line)
        except ValueError:
            break  # half a line, written when it was ended
        if data["plan"] != [*plan[:3], [*plan.depths]]:
            raise PuzzleError(f"{work}: is of other settings: remove it, or give them.")
        played = data["game"] + 1
        found += [Found(Puzzle(**puzzle), traits, data["game"]) for puzzle, traits in data["found"]]
    return found, played


def _keep(work: Path, plan: Plan, number: int, found: Sequence[Found]) -> None:
    kept = [(each.puzzle.model_dump(), dict(each.traits)) for each in found]
    with work.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"plan": plan, "game": number, "found": kept}) + "\n")


def _file(game: Game, plan: Plan, puzzles: Sequence[Puzzle], command: str) -> PuzzleFile:
    return PuzzleFile(
        game=game.name,
        rules=game.rules_version,
        components=components_print(game),
        command=command,
        depths=[*plan.depths],
        puzzles=[*puzzles],
    )


def _write(path: Path, file: PuzzleFile) -> None:
    """One puzzle a line, so that changes can be read."""
    data = file.model_dump()
    lines = [json.dumps(puzzle, ensure_ascii=False) for puzzle in data.pop("puzzles")]
    head = json.dumps(data, indent=1, ensure_ascii=False).removesuffix("\n}")
    try:
        path.write_text(head + ',\n "puzzles": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n", encoding="utf-8")
    except OSError as error:
        raise PuzzleError(f"{path}: cannot be written: {error.strerror or error}.") from None


def _said(given: argparse.Namespace) -> str:
    """The settings that make the file what it is."""
    depths = " ".join(map(str, given.depths))
    settings = f"--games {given.games} --seed {given.seed} --playouts {given.playouts} --glance {given.glance}"
    return f"python -m khlong.lab.puzzles {given.game} {settings} --depths {depths} --count {given.count}"


if __name__ == "__main__":
    sys.exit(main())
