"""`python -m khlong.lab.ladder`: the pairings that show what our bots are worth, played and written up in a page.

Each bot has one core and the same time for a decision. After Ctrl-C, a time limit or a crash the same command goes on.
With `--game` the page keeps what it says of the others.
"""

from __future__ import annotations

import argparse
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from rich.console import Console

from khlong.games import game_named, our_games
from khlong.games.facets import Cover
from khlong.table import KhlongError

from .arena.errors import ArenaError
from .arena.match import Played
from .arena.plan import Fixture, Match, Plan, arena_plan
from .arena.run import run_plan
from .arena.standings import MatchResult, Standing, match_result, standings

GAMES = 1000
CLOCKED_GAMES = 100
SECONDS = 0.2
BY_CLOCK = {"search", "expert"}  # they use all the time they have; a game of theirs takes as long as a hundred others


@dataclass(frozen=True)
class Rung:
    """A line-up, and the share of wins that its first bot should have."""

    bots: tuple[str, ...]
    target: float

    @property
    def title(self) -> str:
        first, *others = self.bots
        return f"{first} against {others[0]}" if len(others) == 1 else f"{first} against {len(others)} × {others[0]}"


ABOUT = (
    "# The ladder",
    "",
    "Who beats whom, with one core for each bot.",
    "",
    "Each deal is played once for every way round the table. Wins are those of the first bot named, shared wins",
    "being split; fair is what luck alone would give. The intervals take into account that the games of a deal",
    "have their luck in common. A target counts as met when the share of wins reaches it.",
    "",
)
SECTION = re.compile(r"^## (.+)\n((?:(?!## |Late is ).*\n)*)", re.MULTILINE)
"""A game's part of a page: its title, and all that is said of it."""
RUNGS = (
    Rung(("greedy", "random", "random", "random"), 0.95),
    Rung(("search", "greedy"), 0.85),
    Rung(("search", "greedy", "greedy", "greedy"), 0.55),
    Rung(("medium", "easy"), 0.65),
    Rung(("hard", "medium"), 0.65),
    Rung(("expert", "hard"), 0.65),
)


def ladder_plan(games: Sequence[str], seconds: float, seed: int) -> Plan:
    """All rungs in all games."""
    plans = [
        arena_plan(game_named(name), None, len(rung.bots), {}, rung.bots, seconds, seed)
        for name in games
        for rung in RUNGS
    ]
    return Plan(tuple(match for plan in plans for match in plan.matches), seed)


def page(plan: Plan, games: Sequence[Played], command: str, planned: Sequence[Fixture] = (), older: str = "") -> str:
    """What was found out, as Markdown; what an older page says of other games stays."""
    sections = {title: text.rstrip() + "\n" for title, text in SECTION.findall(older)}
    for name in dict.fromkeys(match.game for match in plan.matches):
        numbers = [number for number, match in enumerate(plan.matches) if match.game == name]
        played = [game for game in games if game.fixture.match in numbers]
        missing = len({fixture for fixture in planned if fixture.match in numbers} - {game.fixture for game in played})
        sections[Cover.of(game_named(name)).title] = "\n".join(_section(plan, numbers, played, command, missing))
    told = [f"## {title}\n{sections[title]}" for title in sorted(sections)]
    return "\n".join(
        [*ABOUT, *told, "Late is a decision that took more than a tenth and more than 50 ms longer than allowed.\n"]
    )


def _section(plan: Plan, numbers: Sequence[int], played: Sequence[Played], command: str, missing: int) -> Iterator[str]:
    """What was found out about one game, and how."""
    seconds = plan.matches[numbers[0]].seconds
    yield from ("", f"{len(played):,} games at {seconds:g} s a decision, made by", "", "```", command, "```", "")
    if missing:
        yield f"Not all of it: {missing:,} more games are planned, and the same command goes on with them."
        yield ""
    yield from _rows("pairing", "players", "games", "wins", "95 % interval", "fair", "target", "met")
    yield from (_result(match_result(plan, number, played)) for number in numbers)
    yield from ("", *_rows("bot", "decisions", "mean time", "longest", "late", "forfeits"))
    yield from (_habit(bot) for bot in (standings(plan, played).bots if played else []) if bot.decisions)
    yield ""


def target_of(match: Match) -> float:
    return next(rung.target for rung in RUNGS if rung.bots == match.bots)


def _rows(first: str, *others: str) -> list[str]:
    return [f"| {' | '.join((first, *others))} |", f"| --- |{' ---: |' * len(others)}"]


def _result(result: MatchResult) -> str:
    match, target = result.match, target_of(result.match)
    first = match.bots[0]
    cells = [Rung(match.bots, target).title, str(match.players), f"{result.games:,}"]
    if result.games:
        wins = result.wins[first]
        cells += [f"{wins.share:.1%}", f"{wins.low:.1%} – {wins.high:.1%}"]
        met = "yes" if wins.share >= target else "no"
    else:
        cells += ["–", "–"]
        met = "not played"
    return f"| {' | '.join([*cells, f'{result.fair[first]:.0%}', f'{target:.0%}', met])} |"


def _habit(bot: Standing) -> str:
    late = f"{bot.overruns:,} ({bot.overruns / bot.decisions:.2%})"
    times = f"{1000 * bot.seconds:,.1f} ms", f"{1000 * bot.longest:,.0f} ms"
    return f"| {' | '.join((bot.bot, f'{bot.decisions:,}', *times, late, f'{bot.forfeits:,}'))} |"


def main(words: Sequence[str] | None = None) -> int:
    """Plays what is missing and writes the page. The exit status says whether all games were played."""
    parser = argparse.ArgumentParser(prog="python -m khlong.lab.ladder", description=__doc__)
    parser.add_argument("--games", type=_at_least_one, default=GAMES, help=f"games of each pairing (default: {GAMES})")
    parser.add_argument(
        "--clocked", type=_at_least_one, help=f"games with bots that use all their time (default: {CLOCKED_GAMES})"
    )
    parser.add_argument("--game", action="append", choices=our_games(), help="only this game; repeatable")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"a decision (default: {SECONDS})")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal (default: 1)")
    parser.add_argument("--processes", type=_at_least_one, help="games at a time (default: one for each core)")
    parser.add_argument("--minutes", type=float, help="stop after so long")
    parser.add_argument("--results", type=Path, default=Path("ladder-games.jsonl"), help="where games are kept")
    parser.add_argument("--out", type=Path, default=Path("docs/ladder.md"), help="the page")
    given = parser.parse_args(words)
    console = Console(stderr=True)
    try:
        plan = ladder_plan(given.game or our_games(), given.seconds, given.seed)
        clocked = given.clocked or min(given.games, CLOCKED_GAMES)
        fixtures = plan.fixtures_each([clocked if BY_CLOCK & {*match.bots} else given.games for match in plan.matches])
        run = run_plan(
            plan,
            fixtures,
            given.results,
            processes=given.processes,
            minutes=given.minutes,
            interrupted=_ctrl_c(),
            console=console,
        )
        command = " ".join(["python -m khlong.lab.ladder", *_said(given)])
        older = given.out.read_text(encoding="utf-8") if given.out.is_file() else ""
        _write(given.out, page(plan, run.games, command, fixtures, older))
    except KhlongError as error:
        console.print(f"ladder: {error}", soft_wrap=True, markup=False, highlight=False)
        return 2
    console.print(f"{given.out}: {len(run.games):,} games, {run.missing:,} still to be played.", highlight=False)
    return 1 if run.missing else 0


def _said(given: argparse.Namespace) -> Iterator[str]:
    """What makes the page what it is; how fast and where it was made does not."""
    yield f"--games {given.games}"
    if given.clocked:
        yield f"--clocked {given.clocked}"
    for name in given.game or ():
        yield f"--game {name}"
    if given.seconds != SECONDS:
        yield f"--seconds {given.seconds:g}"
    if given.seed != 1:
        yield f"--seed {given.seed}"


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is too few: at least 1")
    return number


def _ctrl_c() -> Event:
    """Set when Ctrl-C is pressed, which ends the run in good order."""
    pressed = Event()
    signal.signal(signal.SIGINT, lambda *_: pressed.set())
    return pressed


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ArenaError(f"{path}: cannot be written: {error.strerror or error}. The games are kept.") from None


if __name__ == "__main__":
    sys.exit(main())
