"""Makes the pictures of the documents: boards as they look in a terminal."""

import random
from io import StringIO
from pathlib import Path

from rich.console import Console, Group
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from khlong.cli.show import asked_line, board, move_list
from khlong.games import our_games
from khlong.games.facets import Cover
from khlong.table import new_table
from tests.scenes import scenes_of

FOLDER = Path(__file__).parent / "images"
NIGHT = TerminalTheme(
    (12, 27, 32),
    (236, 230, 216),
    [
        *[(12, 27, 32), (224, 122, 95), (125, 185, 122), (240, 182, 90)],
        *[(28, 140, 134), (229, 138, 166), (63, 184, 175), (236, 230, 216)],
    ],
)
FRAME = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" xml:space="preserve">
<title>A game of TITLE in a terminal</title>
<style>{styles}
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>{lines}</defs>
<rect width="{width}" height="{height}" rx="10" fill="#0c1b20"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


def picture(game: str, seed: int, plies: int, first_move: str) -> None:
    """A game after some moves, at a point where the first legal move is a certain one."""
    table = new_table(game, 4, seed, names=["Ann", "Mali", "Chai", "Nok"])
    choices = random.Random(seed)
    while table.ply < plies or table.legal_moves()[0].notation != first_move:
        table.play(choices.choice(table.legal_moves()).number)
    console = Console(record=True, width=120, force_terminal=True, color_system="truecolor", file=StringIO())
    console.print(Group(board(table), Text(), asked_line(table), move_list(table, table.legal_moves())))
    FOLDER.mkdir(exist_ok=True)
    frame = FRAME.replace("TITLE", Cover.of(table.game).title)
    console.save_svg(str(FOLDER / f"{game}.svg"), theme=NIGHT, code_format=frame, unique_id="khlong")


if __name__ == "__main__":
    for name in our_games():
        if wanted := scenes_of(name).terminal:
            picture(name, *wanted)
