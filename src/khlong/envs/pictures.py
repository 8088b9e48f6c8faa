"""How environments show a table: as text, printed, or as a picture of that text."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

from khlong.engine.given import shown
from khlong.games.facets import Terminal

from .errors import EnvError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from rich.color import Color
    from rich.console import RenderableType
    from rich.style import Style

    from .one_game import OneGame

    Picture = npt.NDArray[np.uint8]

MODES = ("ansi", "human", "rgb_array")
WIDTH = 110  # letters
CELL = (9, 18)  # pixels of a letter
FONT_SIZE = 15
Colour = tuple[int, ...]
GROUND, INK = (12, 27, 32), (236, 230, 216)  # the page's night


def refuse_mode(mode: str | None) -> str | None:
    """The way to render, if it is one."""
    if mode is not None and mode not in MODES:
        raise EnvError(f"A table is rendered as {', '.join(MODES)}, not as {shown(mode)}.")
    return mode


def render(game: OneGame, mode: str | None) -> str | Picture | None:
    """The table: text for `ansi`, a picture for `rgb_array`; `human` prints it."""
    if mode is None:
        raise EnvError(f"Say how to render when you make the environment: render_mode is one of {', '.join(MODES)}.")
    if not game.begun:
        raise EnvError("No game has begun yet: call reset first.")
    if mode == "rgb_array":
        return picture_of(game)
    text = text_of(game)
    if mode == "ansi":
        return text
    print(text)
    return None


def board_of(game: OneGame) -> RenderableType:
    """What a terminal would show."""
    table = game.table()
    return Terminal.of(table.game).draw(table.shown(), table.names, table.messages)


def text_of(game: OneGame) -> str:
    """The table as plain text."""
    from rich.console import Console

    console = Console(file=StringIO(), width=WIDTH, color_system=None, highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        console.print(board_of(game))
    return captured.get()


def picture_of(game: OneGame) -> Picture:
    """The table as an array of pixels: height × width × 3."""
    try:
        import numpy as np
        from matplotlib import get_data_path
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as missing:
        raise EnvError("Pictures need matplotlib and its font: pip install 'khlong[rl]'.") from missing
    from rich.cells import cell_len
    from rich.console import Console

    console = Console(file=StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor")
    lines = console.render_lines(board_of(game), pad=False)
    font = ImageFont.truetype(f"{get_data_path()}/fonts/ttf/DejaVuSansMono.ttf", FONT_SIZE)
    image = Image.new("RGB", (WIDTH * CELL[0], max(1, len(lines)) * CELL[1]), GROUND)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        column = 0
        for text, style, _ in line:
            ink, ground = _colours(style)
            for letter in text:
                left, top, wide = column * CELL[0], row * CELL[1], cell_len(letter)
                if ground != GROUND:
                    pen.rectangle((left, top, left + wide * CELL[0] - 1, top + CELL[1] - 1), fill=ground)
                pen.text((left, top), letter, fill=ink, font=font)
                column += wide
    return np.asarray(image, np.uint8).copy()


def _colours(style: Style | None) -> tuple[Colour, Colour]:
    """The ink and the ground of a piece of text."""
    if style is None:
        return INK, GROUND
    ink, ground = _colour(style.color, INK), _colour(style.bgcolor, GROUND)
    return (ground, ink) if style.reverse else (ink, ground)


def _colour(given: Color | None, usual: Colour) -> Colour:
    return usual if given is None or given.is_default else tuple(given.get_truecolor())
