"""What things are called in views, positions and events."""

from functools import cache
from itertools import permutations
from typing import get_args

from khlong.engine.given import shown
from khlong.engine.moves import members
from khlong.games.facets import Draw

from .canal import PARTS
from .components import EDITIONS, STACK_SIZE, Components
from .constants import Box
from .enums import GOOD_NAMES
from .moves import BASKET, DELIVER, REFRESH, TAKE, VERBS, card_names, route_names
from .rules.draws import STACK_TILES
from .state import State
from .view_types import Condition, KingRow, Place, Start

CONDITION_NAMES: tuple[Condition, ...] = get_args(Condition)
KING_ROW_NAMES: tuple[KingRow, ...] = get_args(KingRow)
ASYMMETRIC: tuple[Start, ...] = get_args(Start)
ACTION_PLACES: tuple[Place, ...] = get_args(Place)
_ORDERS = tuple(permutations(range(PARTS)))


class Names:
    """Names of cards, tiles and orders, as the components give them."""

    def __init__(self, sheet: Components, box: Box) -> None:
        self.cards = card_names(sheet)
        self.route = route_names(sheet)
        self.tiles = tuple(
            f"{GOOD_NAMES[one]}-{GOOD_NAMES[other]}-{price}{mark}"
            for tiles, mark in (((0, box.bag[0].bit_length()), ""), ((box.bag[0].bit_length(), None), "*"))
            for one, other, price in list(zip(box.basket_one, box.basket_other, box.basket_price, strict=True))[
                slice(*tiles)
            ]
        )
        self.orders = tuple(f"{number // STACK_SIZE + 1}{'abcde'[number % STACK_SIZE]}" for number in range(20))
        self.editions = EDITIONS

    def draws(self, before: State, move: int, now: State) -> list[Draw]:
        """What a move draws: a card of the deck, a basket of the bag, an order of the lowest stack that has one."""
        verb, _ = VERBS.taken_apart(move)
        stack = next((stack for stack, left in enumerate(before.stack_left) if left), 0)
        orders = before.unseen_orders & STACK_TILES << stack * STACK_SIZE
        drawn = {
            TAKE: Draw("card", tuple(self.cards[card] for card in members(before.deck))),
            REFRESH: Draw("card", tuple(self.cards[card] for card in members(before.deck))),
            BASKET: Draw("basket", tuple(self.tiles[tile] for tile in members(before.bag))),
            DELIVER: Draw("order", tuple(self.orders[order] for order in members(orders))),
        }
        return [drawn[verb]] if verb in drawn else []


@cache
def board_name(board: int) -> str:
    """A board by its parts and sides, in the places south-west, south-east, north-east, north-west.

    >>> board_name(0)
    '1a-2a-3a-4a'
    """
    order, sides = divmod(board, 1 << PARTS)
    return "-".join(f"{part + 1}{'ab'[sides >> place & 1]}" for place, part in enumerate(_ORDERS[order]))


def read_board(name: str) -> int | str:
    """The number of a board, or what is wrong with its name."""
    if name == "random":
        return -1
    parts = name.lower().split("-")
    if len(parts) != PARTS or any(len(p) != 2 or p[0] not in "1234" or p[1] not in "ab" for p in parts):
        return f"A board is named by its four parts and their sides, like 1a-2b-3a-4b, not {shown(name)}."
    order = tuple(int(part[0]) - 1 for part in parts)
    twice = [part + 1 for part in set(order) if order.count(part) > 1]
    if twice:
        return f"The board {name!r} uses part {twice[0]} twice: each of the four parts is there once."
    return _ORDERS.index(order) * (1 << PARTS) + sum(1 << place for place, part in enumerate(parts) if part[1] == "b")
