"""The canal grid: islands with their stalls, water with boats, crossings and the royal barge."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from khlong.engine.data import ReadData
from khlong.games.drawing import QUIET, WOOD, Mark

from ..canal import SIZE, Point, name_of
from .words import GOOD_LETTERS, GOOD_STYLES, SERVICE_CODES, SERVICE_STYLES

ISLAND, CHANNEL, LABEL = 11, 7, 2  # how wide they are drawn
NARROW_ISLAND, NARROW_CHANNEL = 9, 4
SHORE = WOOD
SEA, DEEP = "#7fc8c0 on #0c4a50", "#4f9a95 on #0c4a50"
BARGE = "bold #1e1e1e on #f0b65a"


class Canals:
    """The grid of a view, row 7 on top."""

    def __init__(self, view: ReadData, marks: Sequence[Mark], width: int) -> None:
        self._marks = marks
        self._stalls = {stall["stall"]: stall for stall in view["stalls"]}
        self._boats = {seat["section"]: number for number, seat in enumerate(view["seats"]) if seat["section"]}
        self._barge = view["barge"]
        wide = width >= LABEL + 4 * ISLAND + 3 * CHANNEL
        self._island, self._channel = (ISLAND, CHANNEL) if wide else (NARROW_ISLAND, NARROW_CHANNEL)
        self.width = LABEL + 4 * self._island + 3 * self._channel

    def lines(self) -> list[Text]:
        """Letters of the columns, then three lines for a row of islands and one for a channel."""
        letters = Text(" " * LABEL)
        for column in range(SIZE):
            letters.append(f"{'abcdefg'[column]:^{self._channel if column % 2 else self._island}}", QUIET)
        drawn = [letters]
        for row in reversed(range(SIZE)):
            cells = [self._cell((column, row)) for column in range(SIZE)]
            for number in range(len(cells[0])):
                label = f"{row + 1} " if number == len(cells[0]) // 2 else "  "
                drawn.append(Text.assemble((label, QUIET), *(cell[number] for cell in cells)))
        return drawn

    def _cell(self, point: Point) -> list[Text]:
        column, row = point
        if column % 2 and row % 2:
            return [self._crossing(name_of(point))]
        if row % 2:
            return [self._water(name_of(point), self._island)]
        if column % 2:
            blank = Text("~".center(self._channel), DEEP)
            return [blank, self._water(name_of(point), self._channel), blank]
        return self._land(point)

    # water

    def _water(self, section: str, width: int) -> Text:
        """A section by its name, with the boat that lies there."""
        if section not in self._boats:
            return Text(section.center(width), SEA)
        mark = self._marks[self._boats[section]]
        room = width - 5
        if room < 0:
            return Text.assemble((f"‹{mark.letter}›".center(width), mark.style))
        left = room // 2
        return Text.assemble((" " * left + section, SEA), (f"‹{mark.letter}›", mark.style), (" " * (room - left), SEA))

    def _crossing(self, name: str) -> Text:
        if name != self._barge:
            return Text(f"·{name}·".center(self._channel), DEEP)
        return Text(f"♛ {name}".center(self._channel), BARGE)

    # land

    def _land(self, point: Point) -> list[Text]:
        """An island: a stall stands wherever a channel passes."""
        column, row = point
        north, south = self._stall((column, row + 1), "-left"), self._stall((column, row - 1), "-right")
        west, east = self._stall((column - 1, row), "-right"), self._stall((column + 1, row), "-left")
        inside = self._island - 2
        gap = inside - (west.cell_len if west else 0) - (east.cell_len if east else 0)
        middle = Text.assemble(
            ("│" if west is None else "┤", SHORE),
            west or "",
            " " * gap,
            east or "",
            ("│" if east is None else "├", SHORE),
        )
        return [self._shore("╭", north, "╮"), middle, self._shore("╰", south, "╯")]

    def _shore(self, left: str, stall: Text | None, right: str) -> Text:
        length = self._island - 2
        if stall is None:
            return Text(left + "─" * length + right, SHORE)
        before = (length - stall.cell_len) // 2
        after = length - stall.cell_len - before
        return Text.assemble((left + "─" * before, SHORE), stall, ("─" * after + right, SHORE))

    def _stall(self, section: Point, side: str) -> Text | None:
        """What is sold there; of goods stalls also whose they are."""
        if not all(0 <= part < SIZE for part in section):
            return None
        stall = self._stalls[name_of(section) + side]
        kind, owner = stall["kind"], stall["owner"]
        if kind in SERVICE_CODES:
            return Text(SERVICE_CODES[kind], SERVICE_STYLES[kind])
        good = Text(f" {GOOD_LETTERS[kind]}", GOOD_STYLES[kind])
        return Text.assemble(good, ("·", QUIET) if owner is None else self._marks[owner].chip())
