"""The score sheet: every line of the pad for a player, and what it is made of, now or at the end."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from khlong.engine.parts import MOST_KEPT
from khlong.games.facets import Line

from .canal import STALL_NAMES
from .components import BOXES, KING_COLUMNS, TEMPLE_COLUMNS, TEMPLE_SECTIONS
from .constants import Box
from .enums import GOOD_NAMES, GOODS, STALL_KINDS, Special
from .names import KING_ROW_NAMES, Names
from .rules.game_end import sell_all
from .rules.scoring import (
    king_disks,
    majority,
    score_card,
    score_coins,
    score_king_majority,
    score_king_sets,
    score_temple_row,
    score_temple_sections,
    stalls_of,
    temple_disks,
)
from .state import NOBODY, State, members

SCORES = {special for special in Special if special.name.startswith("SCORE_")}


class ScorePad:
    """Fills in score sheets. A move changes few lines: those of temple, King and stalls are kept by what they count."""

    def __init__(self, names: Names, tables: Box, linked: Any) -> None:
        self._names = names
        self._tables = tables
        self._kept: dict[tuple[object, ...], list[list[Line]]] = {}
        self._counts: dict[tuple[int, int, int], int] = {}
        self._last: tuple[list[int], list[list[Line]]] = ([], [])
        kept = lru_cache(MOST_KEPT)
        self._coins = kept(self._write_coins)
        self._orders = kept(self._write_orders)
        self._total = kept(lambda points: Line("total", points))
        self._stall_line = kept(self._write_stall_line)
        self._no_cards = Line("cards", 0)
        self._scoring = sum(1 << card for card, special in enumerate(tables.card_special) if special in SCORES)
        """The cards that can be worth something."""
        self.rule = linked

    def fill(self, state: State) -> list[list[Line]]:
        """Each player's sheet as if the game ended now: goods count as the coins they would bring."""
        values, (known, sheets) = state.values(), self._last
        if values != known:  # a view and a sheet of the same state are often asked for together
            sheets = self._fill(state)
            self._last = (values, sheets)
        return sheets

    def _fill(self, state: State) -> list[list[Line]]:
        settled = state.copy()
        for player in range(state.players):
            self.rule(sell_all)(settled, player)
        common = (state.players, state.edition)
        cards = [seat.hand | seat.discard for seat in state.seat]
        temple = self._lines(("temple", *common, *state.temple), settled, self._temple)
        king = self._lines(("king", *common, *state.king), settled, self._king)
        stalls = self._lines(("stalls", *common, *state.owner, *state.stall, *cards), settled, self._stalls)
        sheets = []
        for player, seat in enumerate(state.seat[: state.players]):
            coins = self._coins(
                self.rule(score_coins)(settled, player), settled.seat[player].coins, tuple(seat.goods), tuple(state.box)
            )
            own = [self._orders(seat.orders), self._cards(settled, player)]
            lines = [coins, *temple[player], *king[player], *own, *stalls[player]]
            sheets.append([*lines, self._total(sum([line.points for line in lines]))])
        return sheets

    def _lines(
        self, counted: tuple[object, ...], state: State, write: Callable[[State], list[list[Line]]]
    ) -> list[list[Line]]:
        """Some lines of each player, which depend on nothing but what is counted."""
        known = self._kept.get(counted)
        if known is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            known = self._kept[counted] = write(state)
        return known

    def _write_coins(self, points: int, coins: int, goods: tuple[int, ...], boxes: tuple[int, ...]) -> Line:
        sold = {
            GOOD_NAMES[good]: number * self._tables.price[good * BOXES + boxes[good]]
            for good, number in enumerate(goods)
            if number
        }
        return Line("coins", points, [{"coins": coins, "goods sold": sold}])

    def _temple(self, state: State) -> list[list[Line]]:
        sections = [
            {
                "section": section + 1,
                "disks": [self.rule(temple_disks)(state, player, section) for player in range(state.players)],
                "majority": self._tables.temple_majority[section],
                "penalty": self._tables.temple_penalty[section],
            }
            for section in range(TEMPLE_SECTIONS)
        ]
        return [
            [
                Line("temple sections", self.rule(score_temple_sections)(state, player), sections),
                *(self._temple_row(state, player, good) for good in reversed(range(GOODS))),
            ]
            for player in range(state.players)
        ]

    def _temple_row(self, state: State, player: int, good: int) -> Line:
        row = state.temple[good * TEMPLE_COLUMNS : (good + 1) * TEMPLE_COLUMNS]
        disks = [{"column": column + 1} for column, owner in enumerate(row) if owner == player]
        return Line(f"temple {GOOD_NAMES[good]}", self.rule(score_temple_row)(state, player, good), disks)

    def _king(self, state: State) -> list[list[Line]]:
        rivals = [self.rule(king_disks)(state, player) for player in range(state.players)]
        return [
            [
                Line("king majority", self.rule(score_king_majority)(state, player), [{"disks": rivals}]),
                Line("king sets", self.rule(score_king_sets)(state, player), self._king_disks(state, player)),
            ]
            for player in range(state.players)
        ]

    def _king_disks(self, state: State, player: int) -> list[dict[str, Any]]:
        return [
            {"row": KING_ROW_NAMES[space // KING_COLUMNS], "space": space % KING_COLUMNS + 1}
            for space, owner in enumerate(state.king)
            if owner == player
        ]

    def _stalls(self, state: State) -> list[list[Line]]:
        """Every player's stalls are counted once: `score_stalls` would count all of them for each player anew."""
        own = [[0] * len(STALL_KINDS) for _ in range(state.players)]  # the stalls of each kind, as bits
        for stall, owner in enumerate(state.owner):
            if owner != NOBODY:
                own[owner][state.stall[stall]] |= 1 << stall
        counts = [
            [self._count(state, player, good, own[player][good]) for player in range(state.players)]
            for good in range(GOODS)
        ]
        return [
            [self._stall_line(good, stalls[good], player, *counts[good]) for good in range(GOODS)]
            for player, stalls in enumerate(own)
        ]

    def _count(self, state: State, player: int, good: int, stalls: int) -> int:
        """How many stalls of a good a player has: kept, since a move places one stall at most."""
        key = (good, stalls, state.seat[player].hand | state.seat[player].discard)
        known = self._counts.get(key)
        if known is None:
            if len(self._counts) >= MOST_KEPT:
                self._counts.clear()
            known = self._counts[key] = self.rule(stalls_of)(state, player, good)
        return known

    def _write_stall_line(self, good: int, stalls: int, player: int, *counts: int) -> Line:
        own, above = counts[player], sum(count > counts[player] for count in counts)
        first, second = self._tables.stall_first[good], self._tables.stall_second[good]
        points = self.rule(majority)(own, above, counts.count(own), first, second)
        names = [STALL_NAMES[stall] for stall in members(stalls)]
        return Line(f"stalls {GOOD_NAMES[good]}", points, [{"stalls": names, "stalls of all": [*counts]}])

    def _write_orders(self, delivered: int) -> Line:
        orders: list[dict[str, Any]] = [
            {"order": self._names.orders[order], "points": self._tables.order_vp[order]} for order in members(delivered)
        ]
        return Line("orders", sum(order["points"] for order in orders), orders)

    def _cards(self, state: State, player: int) -> Line:
        seat, score = state.seat[player], self.rule(score_card)
        scoring = (seat.hand | seat.discard) & self._scoring
        if not scoring:
            return self._no_cards
        cards = [
            {"card": self._names.cards[card], "points": points}
            for card in members(scoring)
            if (points := score(state, player, card))
        ]
        return Line("cards", sum(card["points"] for card in cards), cards)
