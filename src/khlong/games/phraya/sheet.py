"""The score sheet: every line of the pad for a player, and what it is made of, now or at the end."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from khlong.engine.game import Line

from .canal import STALL_NAMES, STALLS
from .components import BOXES, KING_COLUMNS, TEMPLE_COLUMNS, TEMPLE_SECTIONS
from .kinds import GOOD_NAMES, GOODS, Special
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
from .state import State, members
from .tables import Tables

MOST_KEPT = 4096
SCORES = {special for special in Special if special.name.startswith("SCORE_")}


class ScorePad:
    """Fills in score sheets. A move changes few lines: those of temple, King and stalls are kept by what they count."""

    def __init__(self, names: Names, tables: Tables, linked: Any) -> None:
        self._names = names
        self._tables = tables
        self._kept: dict[tuple[object, ...], list[list[Line]]] = {}
        self._last: tuple[list[int], list[list[Line]]] = ([], [])
        self._orders = lru_cache(MOST_KEPT)(self._write_orders)
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
        for player in range(state.players):
            coins = Line("coins", self.rule(score_coins)(settled, player), self._coins(state, settled, player))
            own = [self._orders(state.seat[player].orders), self._cards(settled, player)]
            lines = [coins, *temple[player], *king[player], *own, *stalls[player]]
            sheets.append([*lines, Line("total", sum(line.points for line in lines))])
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

    def _coins(self, state: State, settled: State, player: int) -> list[dict[str, Any]]:
        goods = {
            GOOD_NAMES[good]: number * self._tables.price[good * BOXES + state.box[good]]
            for good, number in enumerate(state.seat[player].goods)
            if number
        }
        return [{"coins": settled.seat[player].coins, "goods sold": goods}]

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
        counts = [
            [self.rule(stalls_of)(state, player, good) for player in range(state.players)] for good in range(GOODS)
        ]
        return [
            [self._stall_line(state, player, good, counts[good]) for good in range(GOODS)]
            for player in range(state.players)
        ]

    def _stall_line(self, state: State, player: int, good: int, counts: list[int]) -> Line:
        own, above = counts[player], sum(count > counts[player] for count in counts)
        first, second = self._tables.stall_first[good], self._tables.stall_second[good]
        points = self.rule(majority)(own, above, counts.count(own), first, second)
        stalls = [STALL_NAMES[s] for s in range(STALLS) if state.owner[s] == player and state.stall[s] == good]
        return Line(f"stalls {GOOD_NAMES[good]}", points, [{"stalls": stalls, "stalls of all": counts}])

    def _write_orders(self, delivered: int) -> Line:
        orders: list[dict[str, Any]] = [
            {"order": self._names.orders[order], "points": self._tables.order_vp[order]} for order in members(delivered)
        ]
        return Line("orders", sum(order["points"] for order in orders), orders)

    def _cards(self, state: State, player: int) -> Line:
        seat, score = state.seat[player], self.rule(score_card)
        cards = [
            {"card": self._names.cards[card], "points": points}
            for card in members((seat.hand | seat.discard) & self._scoring)
            if (points := score(state, player, card))
        ]
        return Line("cards", sum(card["points"] for card in cards), cards)
