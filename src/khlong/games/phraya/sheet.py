"""The score sheet: every line of the pad for a player, and what it is made of, now or at the end."""

from typing import Any

from khlong.engine.data import Data
from khlong.engine.parts import kept
from khlong.games.facets import Line

from .canal import STALL_NAMES
from .components import BOXES, KING_COLUMNS, TEMPLE_COLUMNS
from .constants import Box
from .enums import GOOD_NAMES, GOODS, Special
from .names import KING_ROW_NAMES, Names
from .rules.scoring import (
    count_board,
    of_player,
    score_card,
    score_coins,
    score_king_majority,
    score_king_sets,
    score_stalls,
    score_temple_row,
    score_temple_sections,
)
from .state import MOST_PLAYERS, NOBODY, State, members

TEMPLE_LINES = tuple((good, f"temple {GOOD_NAMES[good]}") for good in reversed(range(GOODS)))
STALL_LINES = tuple((good, f"stalls {GOOD_NAMES[good]}") for good in range(GOODS))
SCORES = {special for special in Special if special.name.startswith("SCORE_")}
Parts = list[Data]
Sheets = list[list[Line]]


class ScorePad:
    """Fills in score sheets as if the game ended now: goods count as the coins they would bring.

    Sheets share their lines, which are only read.
    """

    def __init__(self, names: Names, box: Box, link: Any) -> None:
        self._names = names
        self._box = box
        self.link = link
        self._count_board = link(count_board)
        self._score_coins = link(score_coins)
        self._score_sections = link(score_temple_sections)
        self._score_row = link(score_temple_row)
        self._score_king_majority = link(score_king_majority)
        self._score_king_sets = link(score_king_sets)
        self._score_card = link(score_card)
        self._score_stalls = link(score_stalls)
        self._scoring = sum(1 << card for card, special in enumerate(box.card_special) if special in SCORES)
        """The cards that can be worth something."""
        self._cards = kept(lambda cards: members(cards & self._scoring))
        self._orders = kept(self._write_orders)
        self._offerings = kept(_write_offerings)
        self._tithes = kept(_write_tithes)
        self._stalls = kept(_write_stalls)
        self._last: tuple[list[int], Sheets] = ([], [])

    def fill(self, state: State) -> Sheets:
        """Each player's sheet. The last ones are kept: a view and its sheets are asked for one after the other."""
        seen, last = state.values(), self._last
        if seen != last[0]:
            last = self._last = (seen, self._write(state))
        return [[*lines] for lines in last[1]]

    def _write(self, state: State) -> Sheets:
        """The sheets, in the order of the pad."""
        counts = self._count_board(state)
        sections: Parts = [
            {"section": section + 1, "disks": _shares(tally, state.players), "majority": majority, "penalty": penalty}
            for section, (tally, majority, penalty) in enumerate(
                zip(counts.sections, self._box.temple_majority, self._box.temple_penalty, strict=True)
            )
        ]
        prices = [self._box.price[good * BOXES + box] for good, box in enumerate(state.box)]
        tithes: Parts = [{"disks": _shares(counts.king, state.players)}]
        stalls_of_all = [_shares(tally, state.players) for tally in counts.stalls]
        offerings, stalls = self._offerings(*state.temple), self._stalls(tuple(state.owner), tuple(state.stall))
        king = self._tithes(*state.king)
        sheets = []
        for player in range(state.players):
            seat = state.seat[player]
            sold = {
                name: number * price
                for name, number, price in zip(GOOD_NAMES, seat.goods, prices, strict=True)
                if number
            }
            orders = self._orders(seat.orders)
            cards: Parts = [
                {"card": self._names.cards[card], "points": points}
                for card in self._cards(seat.hand | seat.discard)
                if (points := self._score_card(state, counts, player, card))
            ]
            lines = [
                Line(
                    "coins",
                    self._score_coins(state, player),
                    [{"coins": seat.coins + sum(sold.values()), "goods sold": sold}],
                ),
                Line("temple sections", self._score_sections(state, counts, player), sections),
                *[
                    Line(key, self._score_row(counts, player, good), offerings[player][good])
                    for good, key in TEMPLE_LINES
                ],
                Line("king majority", self._score_king_majority(state, counts, player), tithes),
                Line("king sets", self._score_king_sets(state, counts, player), king[player]),
                Line("orders", sum([order["points"] for order in orders]), orders),
                Line("cards", sum([card["points"] for card in cards]), cards),
                *[
                    Line(
                        key,
                        self._score_stalls(state, counts, player, good),
                        [{"stalls": stalls[player][good], "stalls of all": stalls_of_all[good]}],
                    )
                    for good, key in STALL_LINES
                ],
            ]
            sheets.append([*lines, Line("total", sum([line.points for line in lines]))])
        return sheets

    def _write_orders(self, delivered: int) -> Parts:
        names, points = self._names.orders, self._box.order_vp
        return [{"order": names[order], "points": points[order]} for order in members(delivered)]


def _shares(tally: int, players: int) -> list[int]:
    """All players' shares of a tally."""
    return [of_player(tally, player) for player in range(players)]


def _write_offerings(*disks: int) -> list[list[Parts]]:
    """The spaces of each temple row that each player's disks lie on."""
    spaces: list[list[Parts]] = [[[] for _ in range(GOODS)] for _ in range(MOST_PLAYERS)]
    for space, owner in enumerate(disks):
        if owner != NOBODY:
            good, column = divmod(space, TEMPLE_COLUMNS)
            spaces[owner][good].append({"column": column + 1})
    return spaces


def _write_tithes(*disks: int) -> list[Parts]:
    """The spaces of the King's chart that each player's disks lie on."""
    spaces: list[Parts] = [[] for _ in range(MOST_PLAYERS)]
    for space, owner in enumerate(disks):
        if owner != NOBODY:
            row, column = divmod(space, KING_COLUMNS)
            spaces[owner].append({"row": KING_ROW_NAMES[row], "space": column + 1})
    return spaces


def _write_stalls(owners: tuple[int, ...], kinds: tuple[int, ...]) -> list[list[list[str]]]:
    """The names of each player's stalls of each good."""
    stalls: list[list[list[str]]] = [[[] for _ in range(GOODS)] for _ in range(MOST_PLAYERS)]
    for name, owner, kind in zip(STALL_NAMES, owners, kinds, strict=True):
        if owner != NOBODY:
            stalls[owner][kind].append(name)
    return stalls
