"""Set-up: the board is laid, and the players place their boats and first stalls."""

from collections.abc import MutableSequence
from itertools import permutations

from khlong.engine.chance import below
from khlong.engine.decision import Decision
from khlong.engine.moves import list_members
from khlong.engine.rule import rule

from ..canal import CENTRE, OUTER_SECTIONS, PART_SIZE, PARTS, STALL_AT, STALLS
from ..components import SLOTS, STACK_SIZE, STACKS
from ..constants import BOX
from ..enums import GOODS
from ..moves import BOAT, STALL
from ..state import KING, NOBODY, NONE, TEMPLE, Ask, State
from .draws import draw_basket, draw_order, fill_market
from .movement import boats_at

SIDE_CHOICES = 1 << PARTS
PART_ORDERS = tuple(part for order in permutations(range(PARTS)) for part in order)
BOARDS = SIDE_CHOICES * len(PART_ORDERS) // PARTS
ALL_ORDERS = (1 << STACKS * STACK_SIZE) - 1


@rule
def setup(state: State) -> None:
    """Lays everything out. Number of players and options stand in the state already."""
    if state.board == NONE:
        state.board = below(state.chance, BOARDS)
    if state.first == NOBODY:
        state.first = below(state.chance, state.players)
    lay_parts(state)
    lay_charts(state)
    state.deck = BOX.deck[state.edition]
    fill_market(state)
    state.bag = BOX.bag[state.edition]
    for player in range(state.players):
        equip(state, player)
    if state.asymmetric:
        deal_baskets(state)
    state.unseen_orders = ALL_ORDERS
    for stack in range(STACKS):
        state.stack_left[stack] = STACK_SIZE - (BOX.orders_removed[state.edition] if state.players == 2 else 0)
    for part in range(PARTS):
        state.basket_at[part] = draw_basket(state)
        state.order_at[part] = draw_order(state)
    state.card = NONE
    state.decider = state.first
    state.decision = Ask.FIRST_SECTION


@rule
def lay_parts(state: State) -> None:
    """The four parts in an order, each on a side: 384 boards. The barge lies in the middle (PH-2)."""
    order = state.board // SIDE_CHOICES
    for place in range(PARTS):
        part = PART_ORDERS[order * PARTS + place]
        side = 2 * part + (state.board >> place & 1)
        for number in range(PART_SIZE):
            state.stall[STALL_AT[place * PART_SIZE + number]] = BOX.part_kind[side * PART_SIZE + number]
    for stall in range(STALLS):
        state.owner[stall] = NOBODY
    state.barge = CENTRE


@rule
def lay_charts(state: State) -> None:
    """Cubes on their start boxes, charts empty."""
    for good in range(GOODS):
        state.box[good] = BOX.start_box
    for space in range(TEMPLE):
        state.temple[space] = NOBODY
    for space in range(KING):
        state.king[space] = NOBODY
    for slot in range(SLOTS):
        state.market[slot] = NONE


@rule
def equip(state: State, player: int) -> None:
    """Coins by the order of play, cards, pieces, and a boat with two baskets."""
    seat = state.seat[player]
    place = (player - state.first + state.players) % state.players
    seat.coins = BOX.start_coins[state.edition * 4 + place]
    seat.section = NONE
    seat.rowers = BOX.rowers
    seat.hand = BOX.basic_hand
    seat.stalls = BOX.stall_pieces[state.players]
    seat.disks = BOX.disks[state.edition]
    seat.baskets = 2
    if not state.asymmetric:
        for index in range(4):
            seat.room[BOX.start_baskets[index]] += 1


@rule
def deal_baskets(state: State) -> None:
    """The asymmetric start: two random baskets each, and coins for whoever has the cheaper ones."""
    highest = 0
    for player in range(state.players):
        for _ in range(2):
            put_basket(state, player, draw_basket(state))
        highest = max(highest, basket_value(state, player))
    for player in range(state.players):
        state.seat[player].coins += highest - basket_value(state, player)


@rule
def put_basket(state: State, player: int, tile: int) -> None:
    """A basket tile on a boat: room for one of each of its goods."""
    seat = state.seat[player]
    seat.tiles |= 1 << tile
    seat.room[BOX.basket_one[tile]] += 1
    seat.room[BOX.basket_other[tile]] += 1


@rule
def basket_value(state: State, player: int) -> int:
    """Half the price of a player's baskets, rounded up."""
    total = 0
    tiles = state.seat[player].tiles
    tile = 0
    while tiles >> tile:
        if tiles >> tile & 1:
            total += BOX.basket_price[tile]
        tile += 1
    return (total + 1) // 2


# Boats in the order of play, then first stalls in reverse


@rule
def list_outer_sections(state: State, moves: MutableSequence[int]) -> int:
    """Any free section that leads out of the board."""
    return list_members(OUTER_SECTIONS & ~boats_at(state), BOAT(0), moves)


@rule
def place_boat(state: State, section: int) -> None:
    state.seat[state.decider].section = section
    following = (state.decider + 1) % state.players
    if following == state.first:
        state.decision = Ask.FIRST_STALL
    else:
        state.decider = following
        state.decision = Ask.FIRST_SECTION


FIRST_SECTION = Decision("first-section", list_outer_sections, {BOAT: place_boat})


@rule
def free_stalls(state: State) -> int:
    """The set of goods stalls that nobody owns."""
    stalls = 0
    for stall in range(STALLS):
        if state.stall[stall] < GOODS and state.owner[stall] == NOBODY:
            stalls |= 1 << stall
    return stalls


@rule
def list_free_stalls(state: State, moves: MutableSequence[int]) -> int:
    return list_members(free_stalls(state), STALL(0), moves)


@rule
def place_first_stall(state: State, stall: int) -> None:
    state.owner[stall] = state.decider
    state.seat[state.decider].stalls -= 1
    if state.decider == state.first:
        state.round_number = 1
        state.decision = Ask.CARD
    else:
        state.decider = (state.decider - 1 + state.players) % state.players
        state.decision = Ask.FIRST_STALL


FIRST_STALL = Decision("first-stall", list_free_stalls, {STALL: place_first_stall})
