"""What learning players are given of a position of Phraya: all of it but the order of deck, bag and stacks (PH-28)."""

from collections.abc import Sequence
from typing import Annotated

from khlong.engine.rule import rule
from khlong.engine.schema import Record, i8
from khlong.games.observations import Observations

from .canal import CROSSING_NAMES, CROSSINGS, PARTS, PLACE_NAMES, SECTION_NAMES, SECTIONS, STALL_NAMES, STALLS
from .components import (
    BOXES,
    KING_COLUMNS,
    MOST_BASKETS,
    MOST_PLAYERS,
    ROUTE,
    SLOTS,
    STACK_SIZE,
    STACKS,
    TEMPLE_COLUMNS,
)
from .constants import BOX
from .decisions import DECISIONS
from .enums import GOOD_NAMES, GOODS, STALL_KINDS
from .moves import CARDS, SIDES
from .names import ACTION_PLACES, CONDITION_NAMES, KING_ROW_NAMES, Names
from .rules.game_end import standing
from .state import KING, NOBODY, NONE, TEMPLE, State

FEWEST_PLAYERS = 2
ORDERS = STACKS * STACK_SIZE
CONDITIONS = 3
KINDS = len(STALL_KINDS)
MOST = 127  # no number is told above that
PIECES = MOST_PLAYERS + 3


class SeatSeen(Record):
    """One player."""

    coins: Annotated[int, i8]
    flowers: Annotated[int, i8]
    favors: Annotated[int, i8]
    section: Annotated[list[int], i8, SECTIONS]
    rowers: Annotated[int, i8]
    baskets: Annotated[int, i8]
    goods: Annotated[list[int], i8, GOODS]
    room: Annotated[list[int], i8, GOODS]
    stalls: Annotated[int, i8]
    disks: Annotated[int, i8]
    hand: Annotated[list[int], i8, CARDS]
    discard: Annotated[list[int], i8, CARDS]
    orders: Annotated[list[int], i8, ORDERS]
    tiles: Annotated[list[int], i8, MOST_BASKETS]
    owns: Annotated[list[int], i8, STALLS]
    temple: Annotated[list[int], i8, TEMPLE]
    king: Annotated[list[int], i8, KING]


class BasketSeen(Record):
    """A basket for sale."""

    there: Annotated[int, i8]
    room: Annotated[list[int], i8, GOODS]
    price: Annotated[int, i8]


class OrderSeen(Record):
    """The order of a restaurant."""

    there: Annotated[int, i8]
    goods: Annotated[list[int], i8, GOODS]
    coins: Annotated[int, i8]
    vp: Annotated[int, i8]


class Seen(Record):
    """A position."""

    asked: Annotated[list[int], i8, len(DECISIONS)]
    decider: Annotated[list[int], i8, MOST_PLAYERS]
    players: Annotated[list[int], i8, MOST_PLAYERS - FEWEST_PLAYERS + 1]
    first: Annotated[list[int], i8, MOST_PLAYERS]
    edition: Annotated[int, i8]
    asymmetric: Annotated[int, i8]
    round_number: Annotated[int, i8]
    card: Annotated[list[int], i8, CARDS]
    used: Annotated[list[int], i8, len(SIDES) + 1]
    conditions: Annotated[list[int], i8, CONDITIONS]
    stall: Annotated[list[list[int]], i8, STALLS, KINDS]
    barge: Annotated[list[int], i8, CROSSINGS]
    merchant: Annotated[list[int], i8, ROUTE]
    box: Annotated[list[list[int]], i8, GOODS, BOXES]
    price: Annotated[list[int], i8, GOODS]
    market: Annotated[list[list[int]], i8, SLOTS, CARDS]
    deck: Annotated[list[int], i8, CARDS]
    under: Annotated[list[int], i8, CARDS]
    bag: Annotated[list[int], i8, MOST_BASKETS]
    unseen_orders: Annotated[list[int], i8, ORDERS]
    stack_left: Annotated[list[int], i8, STACKS]
    basket: Annotated[list[BasketSeen], PARTS]
    order: Annotated[list[OrderSeen], PARTS]
    seat: Annotated[list[SeatSeen], MOST_PLAYERS]


@rule
def observe(state: State, seat: int, seen: Seen) -> None:
    """A position as it looks from a seat. Players are told in turn order from there."""
    observe_turn(state, seat, seen)
    observe_supplies(state, seen)
    observe_places(state, seen)
    player = seat
    for away in range(state.players):
        observe_player(state, player, seen.seat[away])
        player += 1
        if player == state.players:
            player = 0
    observe_board(state, seat, seen)


@rule
def observe_piece(state: State, seat: int, seen: Seen, piece: int) -> None:
    """The same in pieces: one for each player and three more."""
    if piece < state.players:
        observe_player(state, (seat + piece) % state.players, seen.seat[piece])
    elif piece == MOST_PLAYERS:
        observe_turn(state, seat, seen)
        observe_supplies(state, seen)
    elif piece == MOST_PLAYERS + 1:
        observe_places(state, seen)
    elif piece == MOST_PLAYERS + 2:
        observe_board(state, seat, seen)


@rule
def observe_turn(state: State, seat: int, seen: Seen) -> None:
    """Whose turn it is, and where the game stands."""
    if state.decision >= 0 and state.ending == 0:
        seen.asked[state.decision] = 1
        seen.decider[seats_away(state, seat, state.decider)] = 1
    seen.players[state.players - FEWEST_PLAYERS] = 1
    seen.first[seats_away(state, seat, state.first)] = 1
    seen.edition = state.edition
    seen.asymmetric = state.asymmetric
    seen.round_number = min(state.round_number, MOST)
    if state.card != NONE:
        seen.card[state.card] = 1
    for place in range(len(SIDES) + 1):
        seen.used[place] = state.used >> place & 1
    for condition in range(CONDITIONS):
        seen.conditions[condition] = state.conditions >> condition & 1


@rule
def seats_away(state: State, seat: int, player: int) -> int:
    """How many seats a player sits after another."""
    away = player - seat
    return away if away >= 0 else away + state.players


@rule
def observe_supplies(state: State, seen: Seen) -> None:
    """Prices, cards, baskets and orders: what is there, and what can still come."""
    seen.barge[state.barge] = 1
    seen.merchant[state.merchant] = 1
    for good in range(GOODS):
        seen.box[good][state.box[good]] = 1
        seen.price[good] = BOX.price[BOXES * good + state.box[good]]
    for slot in range(SLOTS):
        if state.market[slot] != NONE:
            seen.market[slot][state.market[slot]] = 1
    deck, bag, orders = state.deck, state.bag, state.unseen_orders
    for card in range(CARDS):
        seen.deck[card] = deck >> card & 1
    for place in range(state.under_count):
        seen.under[state.under[place]] = place + 1
    for tile in range(MOST_BASKETS):
        seen.bag[tile] = bag >> tile & 1
    for order in range(ORDERS):
        seen.unseen_orders[order] = orders >> order & 1
    for stack in range(STACKS):
        seen.stack_left[stack] = state.stack_left[stack]


@rule
def observe_places(state: State, seen: Seen) -> None:
    """What lies on the parts of the board."""
    for part in range(PARTS):
        observe_basket(state, part, seen.basket[part])
        observe_order(state, part, seen.order[part])


@rule
def observe_basket(state: State, part: int, seen: BasketSeen) -> None:
    tile = state.basket_at[part]
    if tile != NONE:
        seen.there = 1
        seen.room[BOX.basket_one[tile]] += 1
        seen.room[BOX.basket_other[tile]] += 1
        seen.price = BOX.basket_price[tile]


@rule
def observe_order(state: State, part: int, seen: OrderSeen) -> None:
    order = state.order_at[part]
    if order != NONE:
        seen.there = 1
        for good in range(GOODS):
            seen.goods[good] = BOX.order_goods[GOODS * order + good]
        seen.coins = BOX.order_coins[order]
        seen.vp = BOX.order_vp[order]


@rule
def observe_player(state: State, player: int, seen: SeatSeen) -> None:
    """What a player has, but for what lies on the board."""
    own = state.seat[player]
    seen.coins = min(own.coins, MOST)
    seen.flowers = min(own.flowers, MOST)
    seen.favors = min(own.favors, MOST)
    if own.section != NONE:
        seen.section[own.section] = 1
    seen.rowers = own.rowers
    seen.baskets = own.baskets
    for good in range(GOODS):
        seen.goods[good] = own.goods[good]
        seen.room[good] = own.room[good]
    seen.stalls = own.stalls
    seen.disks = own.disks
    hand, discard, orders, tiles = own.hand, own.discard, own.orders, own.tiles
    for card in range(CARDS):
        seen.hand[card] = hand >> card & 1
    for card in range(CARDS):
        seen.discard[card] = discard >> card & 1
    if orders:
        for order in range(ORDERS):
            seen.orders[order] = orders >> order & 1
    if tiles:
        for tile in range(MOST_BASKETS):
            seen.tiles[tile] = tiles >> tile & 1


@rule
def observe_board(state: State, seat: int, seen: Seen) -> None:
    """Stalls with their owners, and disks on the charts."""
    for stall in range(STALLS):
        seen.stall[stall][state.stall[stall]] = 1
        if state.owner[stall] != NOBODY:
            seen.seat[seats_away(state, seat, state.owner[stall])].owns[stall] = 1
    for space in range(TEMPLE):
        if state.temple[space] != NOBODY:
            seen.seat[seats_away(state, seat, state.temple[space])].temple[space] = 1
    for space in range(KING):
        if state.king[space] != NOBODY:
            seen.seat[seats_away(state, seat, state.king[space])].king[space] = 1


def observations(names: Names) -> Observations:
    """The facet, with the names that the components give."""
    seats = [str(away) for away in range(MOST_PLAYERS)]
    tiles = [*names.tiles, *(f"none-{number}" for number in range(len(names.tiles), MOST_BASKETS))]
    temple = [f"{good}-{column + 1}" for good in GOOD_NAMES for column in range(TEMPLE_COLUMNS)]
    king = [f"{row}-{column + 1}" for row in KING_ROW_NAMES for column in range(KING_COLUMNS)]
    labels: dict[str, Sequence[Sequence[str]]] = {
        "asked": ([decision.key for decision in DECISIONS],),
        "players": ([str(number) for number in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)],),
        "decider": (seats,),
        "first": (seats,),
        "used": (ACTION_PLACES,),
        "conditions": (CONDITION_NAMES,),
        "stall": (STALL_NAMES, STALL_KINDS),
        "barge": (CROSSING_NAMES,),
        "merchant": (names.route,),
        "box": (GOOD_NAMES, [str(box + 1) for box in range(BOXES)]),
        "price": (GOOD_NAMES,),
        "market": ([str(slot + 1) for slot in range(SLOTS)], names.cards),
        "bag": (tiles,),
        "unseen_orders": (names.orders,),
        "stack_left": ([str(stack + 1) for stack in range(STACKS)],),
        "basket": (PLACE_NAMES,),
        "basket.room": (GOOD_NAMES,),
        "order": (PLACE_NAMES,),
        "order.goods": (GOOD_NAMES,),
        "seat.section": (SECTION_NAMES,),
        "seat.goods": (GOOD_NAMES,),
        "seat.room": (GOOD_NAMES,),
        "seat.orders": (names.orders,),
        "seat.tiles": (tiles,),
        "seat.owns": (STALL_NAMES,),
        "seat.temple": (temple,),
        "seat.king": (king,),
    }
    labels |= dict.fromkeys(("card", "deck", "under", "seat.hand", "seat.discard"), (names.cards,))
    return Observations(Seen, observe, standing, labels, PIECES, observe_piece)
