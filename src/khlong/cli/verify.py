"""Proving a game: that its dice were settled before it began."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from khlong.table import PROVABLE, Table
from khlong.table import commitment as hash_of

from .errors import CommandError


def verify(console: Console, table: Table, promised: str | None) -> None:
    """The record was replayed when it was opened; what is left is where its dice come from."""
    if table.dice != PROVABLE:
        raise CommandError("This game was not played with dice that can be proved: its dice came from one seed.")
    shown = hash_of(table.seed)
    if promised is not None and promised.strip().lower() != shown:
        raise CommandError(f"The seed does not fit: its hash is {shown}, not the one that was shown at the start.")
    given = len(table.known_rolls)
    if given:
        console.print(Text(f"{given} rolls stand in the record itself, from a game that it goes on from."))
    if table.given_rolls:
        console.print(Text(f"{len(table.given_rolls)} rolls were made outside: nothing can be proved of them."))
    rolls = len(table.rolls()) - given
    console.print(Text(f"All {table.ply} moves replay; {rolls} rolls come from the seed and their ply alone."))
    console.print(Text(f"Hash of the seed: {shown}"), soft_wrap=True)
    if promised is None:
        console.print(Text("Compare it with the hash that the table showed at the start."))
    else:
        console.print(Text("It is the hash that was shown at the start: the game is proved."))
