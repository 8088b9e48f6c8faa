"""The board in a terminal: the canals on the left, prices, charts and market on the right, the players below.

Everything is told apart by letters as well as by colours, so that the board also reads well without colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from khlong.engine.data import ReadData
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
from khlong.words import Messages

from ..effects import card_words
from ..enums import GOOD_NAMES
from .canals import Canals
from .words import (
    LOTUS,
    SERVICE_CODES,
    SERVICE_STYLES,
    card_name,
    coins,
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


def draw(view: ReadData, names: Sequence[str], words: Messages) -> Board:
    """The board as something that Rich can print, as wide as there is room."""
    return Board(view, names, words)


class Board:
    """A view, ready to be printed."""

    def __init__(self, view: ReadData, names: Sequence[str], words: Messages) -> None:
        self._view = view
        self._names = names
        self._words = words
        self._printed = view["printed"]
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
        say = self._words.say
        left = Text(say("terminal.round", round=view["round"]), LOUD)
        if view["decider"] is not None:
            left.append(" · ").append_text(self._marks[view["decider"]].chip())
            left.append(f" {say('terminal.turn', player=self._names[view['decider']])}")
            if view["card"]:
                left.append(f" · {say('terminal.played')} ", QUIET).append(card_name(self._words, view["card"]), LOUD)
            if view["used"]:
                left.append(f" · {say('terminal.used', places=', '.join(view['used']))}", QUIET)
        else:
            left.append(f" · {say('terminal.over')}")
        ends = [Text(say("terminal.ends"), QUIET), *self._conditions()]
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
            "supremacy": self._words.say("amount.stalls", count=min(seat["stalls_left"] for seat in view["seats"])),
        }
        for name, met in view["conditions"].items():
            yield Text.assemble(
                (f"{'●' if met else '○'} {self._words.say(f'terminal.{name}')} {progress[name]}", GOOD if met else "")
            )

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
        lines = [title(self._words.say("prices"))]
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
        return [*lines, Text(f"‹{self._words.say('terminal.merchant')}› ↻", QUIET), route]

    def _temple(self) -> list[Text]:
        """Flowers for each free space, disks on the others; bars part the sections."""
        lines = [self._titled("temple", self._words.say("terminal.temple-columns"))]
        printed = self._printed["temple"]
        for (good, row), points in zip(self._view["temple"].items(), printed["points"].values(), strict=True):
            line, section = Text.assemble(letter(good), " "), 1
            for space in row:
                line.append("│" if space["section"] != section else "", QUIET)
                section = space["section"]
                line.append(" ").append_text(self._space(space, Text(str(space["flowers"]), LOTUS))).append(" ")
            lines.append(line.append(f" {points}", QUIET))
        most, none = printed["majorities"], printed["penalties"]
        lines.append(Text(self._words.say("terminal.most-here", points=" · ".join(map(str, most))), QUIET))
        return [
            *lines,
            Text(self._words.say("terminal.no-disk", points=" · ".join(f"−{points}" for points in none)), QUIET),
        ]

    def _king(self) -> list[Text]:
        """What each free space costs, disks on the others."""
        lines = [self._titled("terminal.king", self._words.say("terminal.favor-each"))]
        for row, spaces in self._view["king"].items():
            line = fit(Text(self._words.say(f"terminal.row.{row}"), QUIET), 7)
            for space in spaces:
                price = pair(space["goods"]) if row == "goods" else Text(str(space[row]), KING_STYLES[row])
                shown = self._space(space, price)
                line.append(" " * (3 - shown.cell_len)).append_text(shown)
            lines.append(line)
        king = self._printed["king"]
        lines.append(Text(self._words.say("terminal.king-points", first=king["first"], second=king["second"]), QUIET))
        return [*lines, Text(self._words.say("terminal.king-set", points=king["set"]), QUIET)]

    def _titled(self, key: str, note: str) -> Text:
        """The name of a panel, and a quiet note beside it."""
        return Text.assemble(title(self._words.say(key)), (f" {note}", QUIET))

    def _space(self, space: ReadData, price: Text) -> Text:
        return price if space["seat"] is None else self._marks[space["seat"]].chip()

    def _legend(self) -> list[Text]:
        one = self._marks[0]
        lines = [
            Text.assemble(
                title(self._words.say("terminal.stalls")),
                (f" V· {self._words.say('terminal.free')}, V", QUIET),
                one.chip(),
                (f" {self._words.say('terminal.owned', letter=one.letter)}", QUIET),
            )
        ]
        lines += wrap(
            [Text.assemble(letter(good), f" {self._words.say(f'good.{good}')}") for good in GOOD_NAMES], CHART
        )
        lines += wrap(
            [
                Text.assemble((code, SERVICE_STYLES[kind]), f" {self._words.say(f'kind.{kind}')}")
                for kind, code in SERVICE_CODES.items()
            ],
            CHART,
        )
        return lines

    def _orders(self) -> list[Text]:
        left = " ".join(map(str, self._view["orders_left"]))
        found = [(stall["stall"], stall["order"]) for stall in self._view["stalls"] if stall["order"]]
        lines = [
            Text.assemble((f"{stall:<9}", SERVICE_STYLES["restaurant"]), order_words(self._words, o))
            for stall, o in found
        ]
        return [
            self._titled("orders", self._words.say("terminal.stacks", left=left)),
            *lines,
        ]

    def _baskets(self) -> list[Text]:
        found = [(stall["stall"], stall["basket"]) for stall in self._view["stalls"] if stall["basket"]]
        lines = [Text.assemble((f"{stall:<9}", SERVICE_STYLES["basket"]), tile_words(tile)) for stall, tile in found]
        return [
            self._titled("terminal.baskets", self._words.say("terminal.left", count=self._view["baskets_left"])),
            *lines,
        ]

    def _market(self, width: int) -> Iterator[Text]:
        """Every card with its number, its cost and what it does."""
        deck, cards = self._words.say("terminal.deck", count=self._view["deck"]), self._words.say("line.cards")
        if self._view["under"]:
            under = ", ".join(card_name(self._words, card) for card in self._view["under"])
            deck += self._words.say("terminal.then", cards=under)
        yield from paragraph(title(cards), Text(deck, QUIET), width, cell_len(cards) + 1)
        for slot, card in enumerate(self._view["market"], 1):
            cost = Text.assemble(
                coins(card["coins"]), (f" {self._words.say('terminal.or')} ", QUIET), flowers(card["flowers"])
            )
            name = Text.assemble((f"{slot} ", WATER), (card_name(self._words, card["card"]), LOUD))
            words = Text(card_words(self._words, self._view["printed"]["cards"][card["card"]]))
            if width >= 3 * CHART:
                yield from paragraph(Text.assemble(fit(name, 19), cost), words, width, 30)
            else:
                yield Text.assemble(fit(name, 19), cost)
                yield from paragraph(Text(), words, width, 2)

    # the players

    def _players(self, width: int) -> Iterator[Text]:
        for seat, holds in enumerate(self._view["seats"]):
            yield from self._player(seat, holds, width)

    def _player(self, seat: int, holds: ReadData, width: int) -> Iterator[Text]:
        """Purse and score; boat and pieces; cards and orders."""
        turn = ("▶ ", LOUD) if self._view["decider"] == seat else "  "
        name = Text(self._names[seat], LOUD)
        where = f" {self._words.say('terminal.at', section=holds['section'])}" if holds["section"] else ""
        who = Text.assemble(turn, self._marks[seat].chip(), " ", fit(name, min(name.cell_len, 20)), (where, QUIET))
        purse = Text.assemble(
            (f"{holds['coins']:>4}¢", GOLD),
            (f"{holds['flowers']:>4}❀", LOTUS),
            (f"  {self._words.say('amount.favors', count=holds['favors'])}", "" if holds["favors"] else QUIET),
        )
        now = "" if self._view["ending"] else f" {self._words.say('terminal.now')}"
        score = Text(f"{self._words.say('points', count=holds['score'])}{now}", LOUD)
        yield at_both_ends(fit(who, 28).append_text(purse), score, width)
        boat = Text("  ").join(
            Text.assemble(letter(good), (f" {number}/{holds['room'][good]}", "" if number else QUIET))
            for good, number in holds["goods"].items()
        )
        say = self._words.say
        pieces = say("terminal.pieces", stalls=holds["stalls_left"], disks=holds["disks_left"])
        yield Text.assemble("    ", boat, f"   {say('amount.rowers', count=holds['rowers'])} · {pieces}")
        begin, then = f"    {say('terminal.hand')} ", f"{say('terminal.played')} "
        hand = Text.assemble((begin, QUIET), self._card_names(holds["hand"]) or say("terminal.empty"))
        played = Text.assemble((then, QUIET), (self._card_names(holds["discard"]), QUIET))
        if not holds["discard"]:
            yield from paragraph(hand[: len(begin)], hand[len(begin) :], width, cell_len(begin))
        elif hand.cell_len + 3 + played.cell_len <= width:
            yield Text("   ").join([hand, played])
        else:
            yield from paragraph(hand[: len(begin)], hand[len(begin) :], width, cell_len(begin))
            rest = played[len(then) :]
            yield from paragraph(Text.assemble("    ", played[: len(then)]), rest, width, 4 + cell_len(then))
        if holds["orders"]:
            points = sum(order["vp"] for order in holds["orders"])
            done = Text("  ").join(goods_list(order["goods"]) for order in holds["orders"])
            begin = f"    {say('terminal.orders')}"
            words = Text.assemble(say("terminal.orders-for", count=len(holds["orders"]), points=points), " ", done)
            yield from paragraph(Text(begin, QUIET), words, width, cell_len(begin) + 1)

    def _card_names(self, cards: Sequence[str]) -> str:
        return " ".join(card_name(self._words, card) for card in cards)


def title(text: str) -> Text:
    return Text(text, f"bold {WATER}")
