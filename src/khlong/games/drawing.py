"""What the games' boards share in a terminal: colours, a mark for each player, and texts fitted together.

Everybody is told apart by a letter and a colour, so that boards also read well without colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

WATER, WOOD, GOLD, GOOD, QUIET, LOUD = "#1c9c94", "#c98a4b", "#d99a26", "bold #5aa457", "dim", "bold"
SEATS = (
    "bold #1e1e1e on #ee8434",
    "bold #ffffff on #7d4fa0",
    "bold #1e1e1e on #efe9dc",
    "bold #ffffff on #4a4a4a",
    "bold #1e1e1e on #3fb8af",
)

_PLAIN = Console(width=80)  # what Rich wants to know when it wraps words
_SOMEBODY = 0xE000  # characters that no font has a picture for


@dataclass(frozen=True)
class Mark:
    """How a player is told apart: a letter and a colour."""

    letter: str
    style: str

    def chip(self) -> Text:
        return Text(self.letter, self.style)


def marks(names: Sequence[str]) -> list[Mark]:
    """A mark for each player: the first letter of a word of the name that is still free, or any of its letters.

    >>> [mark.letter for mark in marks(["Ann", "Anton", "Player 1", "Player 2"])]
    ['A', 'N', 'P', '2']
    """
    taken: list[str] = []
    for name in names:
        letters = [word[0] for word in name.split()] + [*name, *"ABCDEFGHIJ"]
        fitting = (letter.upper() for letter in letters if letter.isalnum() and cell_len(letter.upper()) == 1)
        taken.append(next(letter for letter in fitting if letter not in taken))
    return [Mark(letter, SEATS[seat % len(SEATS)]) for seat, letter in enumerate(taken)]


def gauge(share: float, width: int) -> Text:
    """A bar on the water line, exact to half a cell."""
    halves = max(round(2 * width * share), 1 if share else 0)
    bar = "━" * (halves // 2) + "╸" * (halves % 2)
    return Text.assemble((bar, WATER), ("─" * (width - len(bar)), QUIET))


def fit(text: Text, width: int) -> Text:
    """The text at exactly some width."""
    twin = text.copy()
    twin.truncate(max(width, 0), overflow="ellipsis", pad=True)
    return twin


def at_both_ends(left: Text, right: Text, width: int) -> Text:
    """One text at each end of a line, or closer together than that."""
    return Text.assemble(left, " " * max(width - left.cell_len - right.cell_len, 1), right)


def spread(blocks: Sequence[Sequence[Text]], rows: int) -> list[Text]:
    """Blocks one under the other, with the blank lines that are left between them."""
    blank = rows - sum(map(len, blocks))
    lines: list[Text] = []
    for number, block in enumerate(blocks):
        gap = blank * (number + 1) // len(blocks) - blank * number // len(blocks)
        lines += [*block, *[Text()] * gap] if number < len(blocks) - 1 else [*[Text()] * gap, *block]
    return lines


def wrap(parts: Sequence[Text], width: int) -> list[Text]:
    """Parts side by side, in as many lines as it takes."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + 3 + part.cell_len <= width:
            lines[-1].append("   ").append_text(part)
        else:
            lines.append(part.copy())
    return lines


def columns(cells: Sequence[Text], width: int, gap: int = 2) -> list[Text]:
    """Cells in columns of one width, read downwards."""
    wide = max(cell.cell_len for cell in cells)
    rows = -(-len(cells) // max(1, (width + gap) // (wide + gap)))
    count = -(-len(cells) // rows)
    wide = (width + gap) // count - gap
    return [Text(" " * gap).join(fit(cell, wide) for cell in cells[row::rows]) for row in range(rows)]


def beside(left: Sequence[Text], right: Sequence[Text], width: int, gap: int = 2) -> list[Text]:
    """Two blocks of lines next to each other, the left one at some width."""
    rows = max(len(left), len(right))
    lines = []
    for number in range(rows):
        one = left[number] if number < len(left) else Text()
        other = right[number] if number < len(right) else Text()
        lines.append(Text.assemble(fit(one, width), " " * gap, other))
    return lines


def paragraph(first: Text, words: Text, width: int, indent: int) -> list[Text]:
    """Words after a beginning that takes up `indent`, in as many lines as it takes."""
    lines = words.wrap(_PLAIN, max(width - indent, 10))
    for line in lines:
        line.rstrip()
    return [
        Text.assemble(fit(first, indent) if number == 0 else " " * indent, line) for number, line in enumerate(lines)
    ]


# Hints know seats, not names: they hold a sign for a player, and whoever prints them puts the player's mark there.


def somebody(seat: int) -> str:
    """A sign that stands for a player."""
    return chr(_SOMEBODY + seat)


def with_marks(text: Text, players: Sequence[Mark]) -> Text:
    """The text with a mark for every sign that stands for a player."""
    signs = {somebody(seat): mark for seat, mark in enumerate(players)}
    places = [place for place, sign in enumerate(text.plain) if sign in signs]
    if not places:
        return text
    pieces = text.divide([edge for place in places for edge in (place, place + 1)])
    return Text.assemble(*(signs[piece.plain].chip() if piece.plain in signs else piece for piece in pieces))


def plain_grid(first: str, *others: str) -> Grid:
    """A table of names and figures: the first column to the left, the others to the right."""
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style=WATER)
    grid.add_column(first)
    for name in others:
        grid.add_column(name, justify="right")
    return grid
