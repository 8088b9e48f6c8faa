"""The board in a terminal: the canals on the left, prices, charts and market on the right, the players below.

Everything is told apart by letters as well as by colours, so that the board also reads well without colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from khlong.games.drawing import (
    GOLD,
    GOOD,
    LOUD,
    QUIET,
    WATER,
    at_both_ends,
    beside,
    fit,
    marks,
    paragraph,
    wrap,
)

from ..components import EDITIONS, load_components
from ..constants import BOX, Box
from ..enums import GOOD_NAMES
from ..moves import card_names
from ..view import Viewer
from .canals import Canals
from .words import (
    LOTUS,
    SERVICE_CODES,
    SERVICE_STYLES,
    card_words,
    coins,
    counted,
    flowers,
    goods_list,
    letter,
    order_words,
    pair,
    tile_words,
)

CHART, ORDER, GAP = 24, 33, 3  # how wide a chart is drawn, an order, and the space between board and panels
FULL = 67 + GAP + 50  # from here on the panels stand beside the canals
MERCHANT = f"bold {GOLD}"
KING_STYLES = {"coins": GOLD, "flowers": LOTUS}


def draw(view: Mapping[str, Any], names: Sequence[str], viewer: Viewer | None = None) -> Board:
    """The board as something that Rich can print, as wide as there is room."""
    if viewer is None:
        return Board(view, names, _usual_cards(), BOX)
    return Board(view, names, viewer.names.cards, viewer.tables)


@cache
def _usual_cards() -> Sequence[str]:
    return card_names(load_components())


class Board:
    """A view, ready to be printed."""

    def __init__(self, view: Mapping[str, Any], names: Sequence[str], cards: Sequence[str], tables: Box) -> None:
        self._view = view
        self._names = names
        self._cards = cards
        self._tables = tables
        self._marks = marks(names)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        for line in self._lines(width):
            yield fit(line, width) if line.cell_len > width else line

    def _lines(self, width: int) -> Iterator[Text]:
        yield from self._header(width)
        canals = Canals(self._view, self._marks, width)
        grid = canals.lines()
        if width >= FULL:
            left = [*grid, Text(), *self._players(canals.width)]
            yield from beside(left, self._panels(width - canals.width - GAP), canals.width, GAP)
        else:
            yield from [*grid, *self._panels(width), *self._players(width)]

    def _header(self, width: int) -> list[Text]:
        """Round, whose turn, the card of the turn; and how far the ends have come."""
        view = self._view
        left = Text(f"Round {view['round']}", LOUD)
        if view["decider"] is not None:
            left.append(" · ").append_text(self._marks[view["decider"]].chip())
            left.append(f" {self._names[view['decider']]}'s turn")
            if view["card"]:
                left.append(" · played ", QUIET).append(view["card"], LOUD)
            if view["used"]:
                left.append(f" · used: {', '.join(view['used'])}", QUIET)
        else:
            left.append(" · the game is over")
        ends = [Text.assemble(("ends with two of", QUIET)), *self._conditions()]
        return [left, *wrap(ends, width)]

    def _conditions(self) -> Iterator[Text]:
        view = self._view
        rows = [[space["seat"] is not None for space in row] for row in view["king"].values()]
        temple = list(view["temple"].values())
        last = max(space["section"] for space in temple[0])
        needed = 1 + sum(space["section"] < last for space in temple[0])
        best = max(sum(space["seat"] is not None for space in row) for row in temple)
        progress = {
            "tithe": f"{max(map(sum, rows))}/{len(rows[0])}",
            "worship": f"{min(best, needed)}/{needed}",
            "supremacy": f"{counted(min(seat['stalls_left'] for seat in view['seats']), 'stall')} left",
        }
        for name, met in view["conditions"].items():
            yield Text.assemble((f"{'●' if met else '○'} {name} {progress[name]}", GOOD if met else ""))

    # the panels

    def _panels(self, width: int) -> list[Text]:
        prices, temple, king, legend = self._prices(), self._temple(), self._king(), self._legend()
        offers = beside(self._orders(), self._baskets(), ORDER, 1)
        if width >= 3 * CHART + 4:
            charts = beside(prices, beside(temple, king, CHART), CHART)
            offers = beside(offers, legend, 2 * CHART + 2)
        else:
            charts = [*beside(prices, temple, CHART), *beside(king, legend, CHART)]
        return [*charts, *offers, *self._market(width)]

    def _prices(self) -> list[Text]:
        """Each row with its cube's place in brackets, and the merchant on his loop."""
        lines = [title("Prices")]
        for good, row in self._view["prices"].items():
            line = Text.assemble(letter(good), "  ")
            for box, price in enumerate(row["row"], 1):
                here = box == row["box"]
                line.append(f"[{price}]" if here else f" {price} ", f"bold {GOLD}" if here else QUIET)
            lines.append(line)
        route = Text()
        for space in self._view["route"]:
            ends = "‹›" if space == self._view["merchant"] else "  "
            route.append(ends[0], MERCHANT).append_text(pair(space.split("-"))).append(ends[1], MERCHANT)
        return [*lines, Text.assemble(("‹merchant› round ", QUIET), ("↻", QUIET)), route]

    def _temple(self) -> list[Text]:
        """Flowers for each free space, disks on the others; bars part the sections."""
        lines = [Text.assemble(title("Temple"), (" flowers ❀     pts", QUIET))]
        for (good, row), points in zip(self._view["temple"].items(), self._tables.temple_vp, strict=True):
            line, section = Text.assemble(letter(good), " "), 1
            for space in row:
                line.append("│" if space["section"] != section else "", QUIET)
                section = space["section"]
                line.append(" ").append_text(self._space(space, Text(str(space["flowers"]), LOTUS))).append(" ")
            lines.append(line.append(f" {points}", QUIET))
        most, none = self._tables.temple_majority, self._tables.temple_penalty
        lines.append(Text(f"most here  {' · '.join(map(str, most))}", QUIET))
        return [*lines, Text(f"no disk    {' · '.join(f'−{points}' for points in none)}", QUIET)]

    def _king(self) -> list[Text]:
        """What each free space costs, disks on the others."""
        lines = [Text.assemble(title("King"), (" a Favor each", QUIET))]
        for row, spaces in self._view["king"].items():
            line = Text.assemble((f"{row:<7}", QUIET))
            for space in spaces:
                price = pair(space["goods"]) if row == "goods" else Text(str(space[row]), KING_STYLES[row])
                shown = self._space(space, price)
                line.append(" " * (3 - shown.cell_len)).append_text(shown)
            lines.append(line)
        edition = EDITIONS.index(self._view["edition"])
        first, second = self._tables.king_first[edition], self._tables.king_second[edition]
        lines.append(Text(f"most {first} pts, second {second}", QUIET))
        return [*lines, Text(f"one of each row {self._tables.king_set[edition]} pts", QUIET)]

    def _space(self, space: Mapping[str, Any], price: Text) -> Text:
        return price if space["seat"] is None else self._marks[space["seat"]].chip()

    def _legend(self) -> list[Text]:
        one = self._marks[0]
        lines = [Text.assemble(title("Stalls"), (" V· free, V", QUIET), one.chip(), (f" {one.letter}'s", QUIET))]
        lines += wrap([Text.assemble(letter(good), f" {good}") for good in GOOD_NAMES], CHART)
        lines += wrap(
            [Text.assemble((code, SERVICE_STYLES[kind]), f" {kind}") for kind, code in SERVICE_CODES.items()], CHART
        )
        return lines

    def _orders(self) -> list[Text]:
        left = " ".join(map(str, self._view["orders_left"]))
        found = [(stall["stall"], stall["order"]) for stall in self._view["stalls"] if stall["order"]]
        lines = [Text.assemble((f"{stall:<9}", SERVICE_STYLES["restaurant"]), order_words(o)) for stall, o in found]
        return [Text.assemble(title("Orders"), (f" stacks {left}", QUIET)), *lines]

    def _baskets(self) -> list[Text]:
        found = [(stall["stall"], stall["basket"]) for stall in self._view["stalls"] if stall["basket"]]
        lines = [Text.assemble((f"{stall:<9}", SERVICE_STYLES["basket"]), tile_words(tile)) for stall, tile in found]
        return [Text.assemble(title("Baskets"), (f" {self._view['baskets_left']} left", QUIET)), *lines]

    def _market(self, width: int) -> Iterator[Text]:
        """Every card with its number, its cost and what it does."""
        under = f", then {', '.join(self._view['under'])}" if self._view["under"] else ""
        yield from paragraph(title("Cards"), Text(f"{self._view['deck']} in the deck{under}", QUIET), width, 6)
        for slot, card in enumerate(self._view["market"], 1):
            cost = Text.assemble(coins(card["coins"]), (" or ", QUIET), flowers(card["flowers"]))
            name = Text.assemble((f"{slot} ", WATER), (card["card"], LOUD))
            words = Text(card_words(self._cards.index(card["card"]), self._tables))
            if width >= 3 * CHART:
                yield from paragraph(Text.assemble(fit(name, 19), cost), words, width, 30)
            else:
                yield Text.assemble(fit(name, 19), cost)
                yield from paragraph(Text(), words, width, 2)

    # the players

    def _players(self, width: int) -> Iterator[Text]:
        for seat, holds in enumerate(self._view["seats"]):
            yield from self._player(seat, holds, width)

    def _player(self, seat: int, holds: Mapping[str, Any], width: int) -> Iterator[Text]:
        """Purse and score; boat and pieces; cards and orders."""
        turn = ("▶ ", LOUD) if self._view["decider"] == seat else "  "
        name = Text(self._names[seat], LOUD)
        where = f" at {holds['section']}" if holds["section"] else ""
        who = Text.assemble(turn, self._marks[seat].chip(), " ", fit(name, min(name.cell_len, 20)), (where, QUIET))
        purse = Text.assemble(
            (f"{holds['coins']:>4}¢", GOLD),
            (f"{holds['flowers']:>4}❀", LOTUS),
            (f"  {counted(holds['favors'], 'Favor')}", "" if holds["favors"] else QUIET),
        )
        now = "" if self._view["ending"] else " now"
        score = Text(f"{counted(holds['score'], 'point')}{now}", LOUD)
        yield at_both_ends(fit(who, 28).append_text(purse), score, width)
        boat = Text("  ").join(
            Text.assemble(letter(good), (f" {number}/{holds['room'][good]}", "" if number else QUIET))
            for good, number in holds["goods"].items()
        )
        pieces = f"{counted(holds['stalls_left'], 'stall')}, {counted(holds['disks_left'], 'disk')} left"
        yield Text.assemble("    ", boat, f"   {counted(holds['rowers'], 'rower')} · {pieces}")
        hand = Text.assemble(("    hand ", QUIET), " ".join(holds["hand"]) or "empty")
        played = Text.assemble(("played ", QUIET), (" ".join(holds["discard"]), QUIET)) if holds["discard"] else Text()
        if hand.cell_len + 3 + played.cell_len <= width:
            yield Text("   ").join([hand, played]) if played else hand
        else:
            yield from paragraph(hand[:9], hand[9:], width, 9)
            yield from paragraph(Text.assemble(("    ", ""), played[:7]), played[7:], width, 11)
        if holds["orders"]:
            points = sum(order["vp"] for order in holds["orders"])
            done = Text("  ").join(goods_list(order["goods"]) for order in holds["orders"])
            words = Text.assemble(f"{len(holds['orders'])} for {points} pts: ", done)
            yield from paragraph(Text("    orders", QUIET), words, width, 11)


def title(text: str) -> Text:
    return Text(text, f"bold {WATER}")
