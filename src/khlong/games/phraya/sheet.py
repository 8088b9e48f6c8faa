"""The score sheet: every line of the pad for a player, and what it is made of, now or at the end."""

from typing import NamedTuple

from khlong.engine.data import Data
from khlong.engine.moves import members
from khlong.engine.parts import kept
from khlong.engine.rule import Link
from khlong.games.facets import Line

from .canal import STALL_NAMES
from .components import BOXES, KING_COLUMNS, MOST_PLAYERS, TEMPLE_COLUMNS
from .constants import Box
from .enums import GOOD_NAMES, GOODS, Special
from .names import KING_ROW_NAMES, Names
from .rules.scoring import (
    Counts,
    count_board,
    score_card,
    score_cards,
    score_coins,
    score_king_majority,
    score_king_sets,
    score_orders,
    score_stalls,
    score_temple_row,
    score_temple_sections,
)
from .state import NOBODY, State

TEMPLE_ROWS = tuple(reversed(range(GOODS)))
LINES = (
    "coins",
    "temple sections",
    *(f"temple {GOOD_NAMES[good]}" for good in TEMPLE_ROWS),
    "king majority",
    "king sets",
    "orders",
    "cards",
    *(f"stalls {good}" for good in GOOD_NAMES),
)
"""The pad from top to bottom, but for the total."""
SCORES = {special for special in Special if special.name.startswith("SCORE_")}
Parts = list[Data]


class Scored(NamedTuple):
    """A state's values, the counts of its board, and each player's points line by line."""

    values: list[int]
    counts: Counts
    points: list[list[int]]


class ScorePad:
    """Fills in score sheets as if the game ended now: goods count as the coins they would bring.

    Sheets share parts, which are only read.
    """

    def __init__(self, names: Names, box: Box, link: Link) -> None:
        self._names = names
        self._box = box
        self.link = link
        self._count_board = link(count_board)
        self._score_coins = link(score_coins)
        self._score_sections = link(score_temple_sections)
        self._score_row = link(score_temple_row)
        self._score_king_majority = link(score_king_majority)
        self._score_king_sets = link(score_king_sets)
        self._score_orders = link(score_orders)
        self._score_cards = link(score_cards)
        self._score_card = link(score_card)
        self._score_stalls = link(score_stalls)
        scoring = sum(1 << card for card, special in enumerate(box.card_special) if special in SCORES)
        self._scoring_cards = kept(lambda cards: members(cards & scoring))
        self._orders = kept(self._write_orders)
        self._offerings = kept(_write_offerings)
        self._tithes = kept(_write_tithes)
        self._stalls = kept(_write_stalls)
        self._last: Scored | None = None

    def score(self, state: State) -> Scored:
        """All points. The last ones are kept: a view and its sheets are asked for one after the other."""
        values, last = state.values(), self._last
        if last is None or values != last.values:
            counts = self._count_board(state)
            points = [
                [
                    self._score_coins(state, player),
                    self._score_sections(state, counts, player),
                    *[self._score_row(counts, player, good) for good in TEMPLE_ROWS],
                    self._score_king_majority(state, counts, player),
                    self._score_king_sets(state, counts, player),
                    self._score_orders(state, player),
                    self._score_cards(state, counts, player),
                    *[self._score_stalls(state, counts, player, good) for good in range(GOODS)],
                ]
                for player in range(state.players)
            ]
            last = self._last = Scored(values, counts, points)
        return last

    def fill(self, state: State) -> list[list[Line]]:
        """Each player's sheet: the points, and what they are made of."""
        _, counts, scored = self.score(state)
        prices = [self._box.price[good * BOXES + box] for good, box in enumerate(state.box)]
        tallies = (counts.king, *counts.stalls, *counts.sections)
        king_disks, *of_all = [[*tally.to_bytes(MOST_PLAYERS, "little")[: state.players]] for tally in tallies]
        stalls_of_all, disks_of_all = of_all[:GOODS], of_all[GOODS:]
        sections: Parts = [
            {"section": section + 1, "disks": disks, "majority": majority, "penalty": penalty}
            for section, (disks, majority, penalty) in enumerate(
                zip(disks_of_all, self._box.temple_majority, self._box.temple_penalty, strict=True)
            )
        ]
        tithes: Parts = [{"disks": king_disks}]
        offerings, king = self._offerings(*state.temple), self._tithes(*state.king)
        stalls = self._stalls(tuple(state.owner), tuple(state.stall))
        sheets = []
        for player, points in enumerate(scored):
            seat = state.seat[player]
            goods = zip(GOOD_NAMES, seat.goods, prices, strict=True)
            sold = {name: number * price for name, number, price in goods if number}
            parts: list[Parts] = [
                [{"coins": seat.coins + sum(sold.values()), "goods sold": sold}],
                sections,
                *[offerings[player][good] for good in TEMPLE_ROWS],
                tithes,
                king[player],
                self._orders(seat.orders),
                [
                    {"card": self._names.cards[card], "points": bonus}
                    for card in self._scoring_cards(seat.hand | seat.discard)
                    if (bonus := self._score_card(state, counts, player, card))
                ],
                *[
                    [{"stalls": own, "stalls of all": of_all}]
                    for own, of_all in zip(stalls[player], stalls_of_all, strict=True)
                ],
            ]
            sheets.append([*map(Line, LINES, points, parts), Line("total", sum(points))])
        return sheets

    def _write_orders(self, delivered: int) -> Parts:
        names, points = self._names.orders, self._box.order_vp
        return [{"order": names[order], "points": points[order]} for order in members(delivered)]


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
