"""The score sheet: every line of the pad for a player, and what it is made of, now or at the end."""

from typing import Any

from khlong.engine.data import Data
from khlong.games.facets import Line

from .canal import STALL_NAMES
from .components import BOXES, KING_COLUMNS, TEMPLE_COLUMNS, TEMPLE_SECTIONS
from .constants import Box
from .enums import GOOD_NAMES, GOODS, Special
from .names import KING_ROW_NAMES, Names
from .rules.scoring import (
    Counts,
    all_tithes,
    count_board,
    of_player,
    score_card,
    score_coins,
    score_king_majority,
    score_king_sets,
    score_stalls,
    score_temple_row,
    score_temple_sections,
    total_score,
)
from .state import NOBODY, State, members

TEMPLE_LINES = tuple((good, f"temple {GOOD_NAMES[good]}") for good in reversed(range(GOODS)))
STALL_LINES = tuple((good, f"stalls {GOOD_NAMES[good]}") for good in range(GOODS))
SCORES = {special for special in Special if special.name.startswith("SCORE_")}
Parts = list[Data]


class ScorePad:
    """Fills in score sheets as if the game ended now: goods count as the coins they would bring."""

    def __init__(self, names: Names, box: Box, linked: Any) -> None:
        self._names = names
        self._box = box
        self._scoring = sum(1 << card for card, special in enumerate(box.card_special) if special in SCORES)
        """The cards that can be worth something."""
        self.rule = linked

    def totals(self, state: State) -> list[int]:
        """Each player's points."""
        counts, score = self.rule(count_board)(state), self.rule(total_score)
        return [score(state, counts, player) for player in range(state.players)]

    def fill(self, state: State) -> list[list[Line]]:
        """Each player's sheet."""
        counts = self.rule(count_board)(state)
        sections, tithes = self._sections(state, counts), [{"disks": _shares(all_tithes(counts), state.players)}]
        offerings, king, stalls = _offerings(state), _king_spaces(state), _own_stalls(state)
        stall_counts = [_shares(tally, state.players) for tally in counts.stalls]
        score_row, score_good = self.rule(score_temple_row), self.rule(score_stalls)
        sheets = []
        for player in range(state.players):
            lines = [
                self._coins(state, player),
                Line("temple sections", self.rule(score_temple_sections)(state, counts, player), sections),
                *[Line(key, score_row(counts, player, good), offerings[player][good]) for good, key in TEMPLE_LINES],
                Line("king majority", self.rule(score_king_majority)(state, counts, player), tithes),
                Line("king sets", self.rule(score_king_sets)(state, counts, player), king[player]),
                self._orders(state.seat[player].orders),
                self._cards(state, counts, player),
                *[
                    Line(
                        key,
                        score_good(state, counts, player, good),
                        [{"stalls": stalls[player][good], "stalls of all": stall_counts[good]}],
                    )
                    for good, key in STALL_LINES
                ],
            ]
            sheets.append([*lines, Line("total", sum([line.points for line in lines]))])
        return sheets

    def _coins(self, state: State, player: int) -> Line:
        seat, coins = state.seat[player], state.seat[player].coins
        sold = {}
        for good, number in enumerate(seat.goods):
            if number:
                coins += number * self._box.price[good * BOXES + state.box[good]]
                sold[GOOD_NAMES[good]] = number * self._box.price[good * BOXES + state.box[good]]
        return Line("coins", self.rule(score_coins)(state, player), [{"coins": coins, "goods sold": sold}])

    def _sections(self, state: State, counts: Counts) -> Parts:
        return [
            {
                "section": section + 1,
                "disks": _shares(counts.sections[section], state.players),
                "majority": self._box.temple_majority[section],
                "penalty": self._box.temple_penalty[section],
            }
            for section in range(TEMPLE_SECTIONS)
        ]

    def _orders(self, delivered: int) -> Line:
        orders: Parts = [
            {"order": self._names.orders[order], "points": self._box.order_vp[order]} for order in members(delivered)
        ]
        return Line("orders", sum([order["points"] for order in orders]), orders)

    def _cards(self, state: State, counts: Counts, player: int) -> Line:
        seat = state.seat[player]
        cards: Parts = [
            {"card": self._names.cards[card], "points": points}
            for card in members((seat.hand | seat.discard) & self._scoring)
            if (points := self.rule(score_card)(state, counts, player, card))
        ]
        return Line("cards", sum([card["points"] for card in cards]), cards)


def _shares(tally: int, players: int) -> list[int]:
    """All players' shares of a tally."""
    return [of_player(tally, player) for player in range(players)]


def _offerings(state: State) -> list[list[Parts]]:
    """The spaces of each temple row that each player's disks lie on."""
    spaces: list[list[Parts]] = [[[] for _ in range(GOODS)] for _ in range(state.players)]
    for good, disks in enumerate(state.temple_count):
        for column in range(disks):
            spaces[state.temple[good * TEMPLE_COLUMNS + column]][good].append({"column": column + 1})
    return spaces


def _king_spaces(state: State) -> list[Parts]:
    """The spaces of the King's chart that each player's disks lie on."""
    spaces: list[Parts] = [[] for _ in range(state.players)]
    for space, owner in enumerate(state.king):
        if owner != NOBODY:
            row, column = divmod(space, KING_COLUMNS)
            spaces[owner].append({"row": KING_ROW_NAMES[row], "space": column + 1})
    return spaces


def _own_stalls(state: State) -> list[list[list[str]]]:
    """The names of each player's stalls of each good."""
    stalls: list[list[list[str]]] = [[[] for _ in range(GOODS)] for _ in range(state.players)]
    for stall, owner in enumerate(state.owner):
        if owner != NOBODY:
            stalls[owner][state.stall[stall]].append(STALL_NAMES[stall])
    return stalls
