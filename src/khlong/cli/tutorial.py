"""Tutorials on the command line: whether one can be played, and what it does step by step."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from khlong.bots import Clock, ExplainingBot, UnpreparedExplainingBot, bot_named
from khlong.games.drawing import LOUD, QUIET
from khlong.table import Table
from khlong.table.tutorial import Tutorial, check_tutorial, read_tutorial

JUDGE = "expert"


def tutorial(console: Console, file: Path, language: str, seconds: float | None) -> None:
    """Checks a tutorial and prints it; with seconds a strong bot thinks about each of the learner's moves."""
    found = read_tutorial(file)
    ways = check_tutorial(found)
    moments = found.walk([])
    choices: list[str] = []
    for number, step in enumerate(found.steps):
        for moment in moments:
            if moment.step == number and moment.table.ply:
                table = moment.table.copy()
                table.language = language
                console.print(Text(f"      {' '.join(table.log())}", QUIET), soft_wrap=True)
        said = getattr(step.says, language)
        console.print(Text.assemble((f"{number + 1:>4}  ", LOUD), said), soft_wrap=True)
        if step.moves:
            console.print(f"      → {' | '.join(step.moves)}", soft_wrap=True)
            if seconds is not None:
                for line in judged(found, moments[-1].table, step.moves, seconds):
                    console.print(Text(f"        {line}", QUIET), soft_wrap=True)
            choices.append(step.moves[0])
            moments = found.walk(choices)
    asked = len(choices)
    console.print(f"{found.source}: {len(found.steps)} steps, {asked} moves; every way through it ({ways}) is legal.")


def judged(tutorial: Tutorial, table: Table, moves: list[str], seconds: float) -> list[str]:
    """What a strong bot gives for the moves of a step, beside the best that it knows."""
    bot, clock = bot_named(JUDGE, seed=1), Clock(seconds)
    if isinstance(bot, ExplainingBot):
        found = bot.explain(table.for_bot(), clock)
    else:
        assert isinstance(bot, UnpreparedExplainingBot)
        found = bot.explain_unprepared(table.for_bot(), clock)
    seat = table.state.decider
    shares = {each.notation: each.win_shares[seat] for each in found.moves}
    best = max(shares, key=lambda move: shares[move] or 0)
    known = [f"{move} {shares[move]:.1%}" for move in moves if shares.get(move) is not None]
    return [f"best {best} {shares[best]:.1%}; " + ", ".join(known)]
