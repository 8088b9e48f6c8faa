"""A record, step by step: forward and back in a terminal, or the whole of it as text."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from khlong.games.drawing import LOUD, QUIET, WATER
from khlong.table import Table
from khlong.words import OWN, Value, load_messages

from . import show
from .errors import CommandError
from .prompt import read_line, somebody_types


def replay(console: Console, table: Table, ply: int | None) -> None:
    """Shows a record, from some move on."""
    if ply is not None and not 0 <= ply <= table.ply:
        own = load_messages(table.language, OWN)
        raise CommandError(own.say("replay.no-move", move=ply, count=table.ply))
    if somebody_types() and console.is_terminal:
        Browser(console, table, ply or 0).run()
    else:
        print_moves(console, table, ply or 0)


def print_moves(console: Console, table: Table, ply: int) -> None:
    """The rest of the game move by move, and how it ended."""
    console.print(show.greeting(table))
    console.print(show.options_line(table), soft_wrap=True)
    console.print(show.board(table.at(ply)))
    for number in range(ply + 1, table.ply + 1):
        console.print(Text.assemble((f"{number:>4}", WATER), f"  {table.moves[number - 1]}"))
        for line in show.happened(table, number):
            console.print(Text.assemble("    ", line), soft_wrap=True)
    unfinished = load_messages(table.language, OWN).say("replay.unfinished", count=table.ply)
    console.print(show.result(table) if table.over else Text(unfinished))
    console.print()
    console.print(show.score_sheet(table))


class Browser:
    """Steps through a record."""

    def __init__(self, console: Console, table: Table, ply: int) -> None:
        self._console = console
        self._table = table
        self._ply = ply
        self._words = load_messages(table.language, OWN)

    def run(self) -> None:
        self._console.print(show.greeting(self._table))
        self._console.print(show.options_line(self._table), soft_wrap=True)
        self._say("replay.help")
        self._show()
        while True:
            try:
                text = read_line(f"{self._ply}/{self._table.ply} > ").strip().lower()
                if text in ("q", "quit", "exit"):
                    return
                if text in ("s", "score"):
                    self._console.print(show.score_sheet(self._table.at(self._ply)))
                else:
                    self._step(text)
            except (EOFError, KeyboardInterrupt):
                self._console.print()
                return

    def _step(self, text: str) -> None:
        target = self._target(text)
        if target is None:
            self._say("replay.help")
        elif target < 0:
            self._say("replay.beginning")
        elif target <= self._table.ply:
            self._ply = target
            self._show()
        elif text.isdecimal():
            self._say("replay.no-move", move=text[:20], count=self._table.ply)
        else:
            self._say("replay.last")

    def _target(self, text: str) -> int | None:
        """The ply that is asked for, or None if it is not clear which."""
        if text.isascii() and text.isdecimal():
            return int(text) if len(text) < 10 else self._table.ply + 1
        match text:
            case "" | "n" | "next":
                return self._ply + 1
            case "p" | "previous":
                return self._ply - 1
            case "t" | "turn":
                return self._next_change(lambda table: table.question and table.question.seat)
            case "r" | "round":
                return self._next_change(lambda table: table.state.round_number)
            case _:
                return None

    def _next_change(self, what: Callable[[Table], object]) -> int:
        """The next ply at which something differs from now; the last one if nothing does."""
        now = what(self._table.at(self._ply))
        for ply in range(self._ply + 1, self._table.ply):
            if what(self._table.at(ply)) != now:
                return ply
        return self._table.ply if self._ply < self._table.ply else self._table.ply + 1

    def _show(self) -> None:
        """The move that led here, the board, and what is asked next."""
        table = self._table.at(self._ply)
        self._console.print(show.board(table))
        if self._ply:
            self._console.print(
                Text.assemble((self._words.say("replay.move", ply=self._ply), QUIET), (table.moves[-1], LOUD))
            )
        for line in show.happened(table):
            self._console.print(line)
        self._console.print(show.result(table) if table.over else show.asked_line(table))

    def _say(self, key: str, **values: Value) -> None:
        self._console.print(Text(self._words.say(key, **values), QUIET))
