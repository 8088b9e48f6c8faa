"""The score sheet: every line of the pad for a player, and what it is made of, now or at the end."""

from typing import Any

from khlong.engine.game import Line

from .canal import STALL_NAMES, STALLS
from .components import BOXES, KING_COLUMNS, TEMPLE_COLUMNS, TEMPLE_SECTIONS
from .kinds import GOOD_NAMES, GOODS
from .moves import CARDS
from .names import KING_ROW_NAMES, Names
from .rules.game_end import sell_all
from .rules.scoring import (
    king_disks,
    score_card,
    score_coins,
    score_king_majority,
    score_king_sets,
    score_stalls,
    score_temple_row,
    score_temple_sections,
    stalls_of,
    temple_disks,
    total_score,
)
from .state import State
from .tables import Tables

LINES = (
    "coins",
    "temple sections",
    "temple meat",
    "temple fish",
    "temple fruit",
    "temple vegetable",
    "king majority",
    "king sets",
    "orders",
    "cards",
    "stalls vegetable",
    "stalls fruit",
    "stalls fish",
    "stalls meat",
    "total",
)


class ScorePad:
    """Fills in score sheets."""

    def __init__(self, names: Names, tables: Tables, linked: Any) -> None:
        self._names = names
        self._tables = tables
        self.rule = linked

    def fill(self, state: State) -> list[list[Line]]:
        """Each player's sheet as if the game ended now: goods count as the coins they would bring."""
        settled = state.copy()
        for player in range(state.players):
            self.rule(sell_all)(settled, player)
        return [self._sheet(state, settled, player) for player in range(state.players)]

    def _sheet(self, state: State, settled: State, player: int) -> list[Line]:
        call = self.rule
        seat = settled.seat[player]
        lines = [
            Line("coins", call(score_coins)(settled, player), self._coins(state, settled, player)),
            Line("temple sections", call(score_temple_sections)(settled, player), self._sections(settled, player)),
        ]
        for good in reversed(range(GOODS)):
            points = call(score_temple_row)(settled, player, good)
            lines.append(Line(f"temple {GOOD_NAMES[good]}", points, self._temple_row(settled, player, good)))
        king = [
            {"row": KING_ROW_NAMES[space // KING_COLUMNS], "space": space % KING_COLUMNS + 1}
            for space, owner in enumerate(settled.king)
            if owner == player
        ]
        rivals = [call(king_disks)(settled, other) for other in range(state.players)]
        lines.append(Line("king majority", call(score_king_majority)(settled, player), [{"disks": rivals}]))
        lines.append(Line("king sets", call(score_king_sets)(settled, player), king))
        orders: list[dict[str, Any]] = [
            {"order": name, "points": self._tables.order_vp[number]}
            for number, name in enumerate(self._names.orders)
            if seat.orders >> number & 1
        ]
        lines.append(Line("orders", sum(order["points"] for order in orders), orders))
        cards = [
            {"card": self._names.cards[card], "points": points}
            for card in range(CARDS)
            if (seat.hand | seat.discard) >> card & 1 and (points := call(score_card)(settled, player, card))
        ]
        lines.append(Line("cards", sum(card["points"] for card in cards), cards))
        for good in range(GOODS):
            points = call(score_stalls)(settled, player, good)
            lines.append(Line(f"stalls {GOOD_NAMES[good]}", points, self._stalls(settled, player, good)))
        return [*lines, Line("total", call(total_score)(settled, player))]

    def _coins(self, state: State, settled: State, player: int) -> list[dict[str, Any]]:
        goods = {
            GOOD_NAMES[good]: state.seat[player].goods[good] * self._tables.price[good * BOXES + state.box[good]]
            for good in range(GOODS)
            if state.seat[player].goods[good]
        }
        return [{"coins": settled.seat[player].coins, "goods sold": goods}]

    def _sections(self, state: State, player: int) -> list[dict[str, Any]]:
        return [
            {
                "section": section + 1,
                "disks": [self.rule(temple_disks)(state, other, section) for other in range(state.players)],
                "majority": self._tables.temple_majority[section],
                "penalty": self._tables.temple_penalty[section],
            }
            for section in range(TEMPLE_SECTIONS)
        ]

    def _temple_row(self, state: State, player: int, good: int) -> list[dict[str, Any]]:
        row = state.temple[good * TEMPLE_COLUMNS : (good + 1) * TEMPLE_COLUMNS]
        return [{"column": column + 1} for column, owner in enumerate(row) if owner == player]

    def _stalls(self, state: State, player: int, good: int) -> list[dict[str, Any]]:
        own = [STALL_NAMES[s] for s in range(STALLS) if state.owner[s] == player and state.stall[s] == good]
        counts = [self.rule(stalls_of)(state, other, good) for other in range(state.players)]
        return [{"stalls": own, "stalls of all": counts}]
