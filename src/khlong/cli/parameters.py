"""What more than one command takes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from khlong.table import game_names
from khlong.words import LANGUAGES

GameName = Annotated[
    str | None, typer.Argument(help="Which game; see [bold]khlong games[/].", autocompletion=game_names)
]
Players = Annotated[
    int | None, typer.Option(metavar="N", help="How many players.", show_default="as many as named, or 4")
]
Seed = Annotated[
    int | None, typer.Option(metavar="N", help="The same seed gives the same dice.", show_default="a random one")
]
Options = Annotated[
    list[str],
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game, like goal=7. Repeatable."),
]
Components = Annotated[Path | None, typer.Option(metavar="FILE", help="Play with components of your own (TOML).")]
Seconds = Annotated[float | None, typer.Option(metavar="S", min=0.001, help="How long bots may think about a move.")]
Language = Annotated[
    str | None,
    typer.Option(
        metavar="LANGUAGE",
        help=f"What the game is told in: {', '.join(LANGUAGES)}.",
        show_default="that of KHLONG_LANGUAGE, or of your computer",
    ),
]
