"""Positions by hand: a state as names, and back."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field, ValidationInfo

from khlong.engine.components import Sheet
from khlong.engine.data import Data, ReadData
from khlong.engine.errors import PositionError
from khlong.engine.moves import members
from khlong.engine.naming import SeatsFrom, a_seat, check_position, index_of, of, set_of
from khlong.games.faults import refuse

from .canal import CROSSING_NAMES, PARTS, PLACE_NAMES, SECTION_NAMES, STALL_NAMES, STALLS
from .components import BOXES, KING_COLUMNS, MOST_PLAYERS, SLOTS, STACKS, TEMPLE_COLUMNS
from .constants import Box
from .decisions import DECISIONS
from .enums import GOOD_NAMES, GOODS
from .faults import Inspector, conditions_of, stack_size
from .names import KING_ROW_NAMES, Names
from .rules.gains import MOST_HELD
from .state import NOBODY, NONE, Ask, State, Step

WORDS = Path(__file__).parent / "words"
Held = Annotated[int, Field(ge=0, le=MOST_HELD)]
SeatNumber = Annotated[int, *a_seat(MOST_PLAYERS)]


def _empty_space(given: object, info: ValidationInfo) -> object:
    """An empty space is nothing; where seats count from 1 it may be 0."""
    return None if given == 0 and info.context and info.context["seats_from"] == 1 else given


Disk = Annotated[SeatNumber | None, BeforeValidator(_empty_space)]
USES = ("left", "right", "king")


class SeatSheet(Sheet):
    """What differs at a seat."""

    coins: Held | None = None
    flowers: Held | None = None
    favors: Held | None = None
    section: Annotated[str, of("section")] | None = None
    rowers: Annotated[int, Field(ge=0, le=4)] | None = None
    goods: Annotated[dict[str, Annotated[int, Field(ge=0, le=6)]], of("good")] | None = None
    tiles: Annotated[list[str], of("tile", once="tiles")] | None = None
    hand: Annotated[list[str], of("card", once="cards", own="basic-card")] | None = None
    discard: Annotated[list[str], of("card", once="cards", own="basic-card")] | None = None
    orders: Annotated[list[str], of("order", once="orders")] | None = None


class PositionSheet(Sheet):
    """What differs from a fresh game."""

    seats_from: SeatsFrom = 1
    round: Annotated[int, Field(ge=0, le=1000)] | None = None
    first: SeatNumber | None = None
    decider: SeatNumber | None = None
    asked: Annotated[str, of("ask")] | None = None
    card: Annotated[str, of("card")] | None = None
    used: Annotated[list[str], of("use")] | None = None
    barge: Annotated[str, of("crossing")] | None = None
    merchant: Annotated[str, of("route")] | None = None
    prices: Annotated[dict[str, Annotated[int, Field(ge=1, le=50)]], of("good", values="price")] | None = None
    owners: Annotated[dict[str, SeatNumber], of("stall")] | None = None
    market: Annotated[list[str], Field(max_length=SLOTS), of("card", once="cards", ordered=True)] | None = None
    under: Annotated[list[str], of("card", once="cards", ordered=True)] | None = None
    deck: Annotated[list[str], of("card", once="cards", follows=True)] | None = None
    bag: Annotated[list[str], of("tile", once="tiles", follows=True)] | None = None
    baskets: Annotated[dict[str, str | None], of("quarter", values="tile", once="tiles")] | None = None
    restaurants: Annotated[dict[str, str | None], of("quarter", values="order", once="orders")] | None = None
    unseen_orders: Annotated[list[str], of("order", once="orders", follows=True)] | None = None
    stacks: (
        Annotated[list[Annotated[int, Field(ge=0, le=5)]], Field(min_length=4, max_length=4), of("", follows=True)]
        | None
    ) = None
    temple: Annotated[dict[str, Annotated[list[SeatNumber], Field(max_length=TEMPLE_COLUMNS)]], of("good")] | None = (
        None
    )
    king: Annotated[dict[str, Annotated[list[Disk], Field(max_length=KING_COLUMNS)]], of("king-row")] | None = None
    conditions: Annotated[int, Field(ge=0, le=7), of("", follows=True)] | None = None
    seats: list[SeatSheet] | None = None


STEP_OF = {
    Ask.MERCHANT: Step.MERCHANT,
    Ask.PRICES: Step.PRICES,
    Ask.BARGE: Step.BARGE,
    Ask.BONUS_MOVE: Step.BONUS_MOVE,
    Ask.GOODS: Step.GOODS,
    Ask.FLOWERS: Step.FLOWERS,
    Ask.MOVE: Step.MOVE,
    Ask.ACTION: Step.ACTION,
}


class Positions:
    """Reads and writes positions, with the names that the components give."""

    def __init__(self, names: Names, box: Box, inspector: Inspector) -> None:
        self._names = names
        self._box = box
        self._inspector = inspector

    def write(self, state: State) -> Data:
        """A state as names: everything but the generator and the number of moves."""
        if state.ending:
            raise PositionError("The game is over, so there is nothing to go on from. Save its record instead.")
        names, box = self._names, self._box
        rows = {row: state.king[r * KING_COLUMNS : (r + 1) * KING_COLUMNS] for r, row in enumerate(KING_ROW_NAMES)}
        return {
            "seats_from": 0,
            "round": state.round_number,
            "first": state.first,
            "decider": state.decider,
            "asked": DECISIONS[state.decision].key,
            "card": None if state.card == NONE else names.cards[state.card],
            "used": [name for bit, name in enumerate(USES) if state.used >> bit & 1],
            "barge": CROSSING_NAMES[state.barge],
            "merchant": names.route[state.merchant],
            "prices": {name: box.price[good * BOXES + state.box[good]] for good, name in enumerate(GOOD_NAMES)},
            "owners": {STALL_NAMES[s]: owner for s, owner in enumerate(state.owner) if owner != NOBODY},
            "market": [names.cards[card] for card in state.market if card != NONE],
            "under": [names.cards[card] for card in state.under[: state.under_count]],
            "deck": [names.cards[card] for card in members(state.deck)],
            "bag": [names.tiles[tile] for tile in members(state.bag)],
            "baskets": {PLACE_NAMES[p]: _named(names.tiles, state.basket_at[p]) for p in range(PARTS)},
            "restaurants": {PLACE_NAMES[p]: _named(names.orders, state.order_at[p]) for p in range(PARTS)},
            "unseen_orders": [names.orders[order] for order in members(state.unseen_orders)],
            "stacks": list(state.stack_left),
            "temple": {
                name: [owner for owner in _row(state.temple, good) if owner != NOBODY]
                for good, name in enumerate(GOOD_NAMES)
            },
            "king": {row: [None if owner == NOBODY else owner for owner in spaces] for row, spaces in rows.items()},
            "conditions": state.conditions,
            "seats": [self._write_seat(state, player) for player in range(state.players)],
        }

    def _write_seat(self, state: State, player: int) -> Data:
        seat, names = state.seat[player], self._names
        return {
            "coins": seat.coins,
            "flowers": seat.flowers,
            "favors": seat.favors,
            "section": None if seat.section == NONE else SECTION_NAMES[seat.section],
            "rowers": seat.rowers,
            "goods": dict(zip(GOOD_NAMES, seat.goods, strict=True)),
            "tiles": [names.tiles[tile] for tile in members(seat.tiles)],
            "hand": [names.cards[card] for card in members(seat.hand)],
            "discard": [names.cards[card] for card in members(seat.discard)],
            "orders": [names.orders[order] for order in members(seat.orders)],
        }

    def names(self, state: State) -> dict[str, tuple[str, ...]]:
        """What can stand in a position, by kind."""
        names, box = self._names, self._box
        basic = box.basic_hand
        in_game = [card for card in range(len(names.cards)) if (basic | box.deck[state.edition]) >> card & 1]
        return {
            "ask": tuple(decision.key for decision in DECISIONS),
            "card": tuple(names.cards[card] for card in in_game),
            "basic-card": tuple(names.cards[card] for card in members(basic)),
            "use": USES,
            "crossing": CROSSING_NAMES,
            "section": SECTION_NAMES,
            "route": tuple(names.route),
            "good": GOOD_NAMES,
            "stall": tuple(STALL_NAMES[stall] for stall in range(STALLS) if state.stall[stall] < GOODS),
            "quarter": PLACE_NAMES,
            "tile": tuple(names.tiles[tile] for tile in members(box.bag[state.edition])),
            "order": tuple(names.orders),
            "king-row": KING_ROW_NAMES,
            **{
                f"price.{name}": tuple(dict.fromkeys(map(str, box.price[good * BOXES : (good + 1) * BOXES])))
                for good, name in enumerate(GOOD_NAMES)
            },
        }

    def read(self, state: State, data: ReadData) -> None:
        """Changes a fresh state into the position that is named, or says why that cannot be."""
        sheet = check_position(PositionSheet, data)
        self._read_turn(state, sheet)
        self._read_board(state, sheet)
        self._read_charts(state, sheet)
        if len(sheet.seats or ()) > state.players:
            raise PositionError(f"The position has {len(sheet.seats or ())} seats, the game {state.players}.")
        for player, seat in enumerate(sheet.seats or ()):
            self._read_seat(state, player, seat)
        self._fit(state, sheet)
        refuse(self._inspector.faults(state), WORDS)

    def _read_turn(self, state: State, sheet: PositionSheet) -> None:
        if sheet.first is not None:
            state.first = sheet.first
        if sheet.round is not None:
            state.round_number = sheet.round
            if state.decision in (Ask.FIRST_SECTION, Ask.FIRST_STALL) and sheet.round:
                state.decision = Ask.CARD
        state.decider = state.decider if sheet.decider is None else sheet.decider
        if sheet.asked is not None:
            state.decision = index_of(sheet.asked, [decision.key for decision in DECISIONS], "question")
        if sheet.card is not None:
            state.card = index_of(sheet.card, self._names.cards, "card")
        state.used = set_of(sheet.used or [], USES, "thing to use")
        state.step = STEP_OF.get(Ask(state.decision), Step.CARD)

    def _read_board(self, state: State, sheet: PositionSheet) -> None:
        names = self._names
        if sheet.barge is not None:
            state.barge = index_of(sheet.barge, CROSSING_NAMES, "crossing")
        if sheet.merchant is not None:
            state.merchant = index_of(sheet.merchant, names.route, "space of the merchant's route")
        for name, price in (sheet.prices or {}).items():
            good = index_of(name, GOOD_NAMES, "good")
            row = self._box.price[good * BOXES : (good + 1) * BOXES]
            state.box[good] = index_of(price, row, f"price of {name}")
        for name, seat in (sheet.owners or {}).items():
            state.owner[index_of(name, STALL_NAMES, "stall")] = seat
        for place, tile in (sheet.baskets or {}).items():
            state.basket_at[index_of(place, PLACE_NAMES, "part")] = self._tile(state, tile)
        for place, order in (sheet.restaurants or {}).items():
            number = NONE if order is None else index_of(order, names.orders, "order")
            state.order_at[index_of(place, PLACE_NAMES, "part")] = number
        if sheet.stacks is not None:
            state.stack_left = list(sheet.stacks)
        if sheet.market is not None:
            cards = [index_of(card, names.cards, "card") for card in sheet.market]
            state.market = (cards + [NONE] * SLOTS)[:SLOTS]
        if sheet.under is not None:
            cards = [index_of(card, names.cards, "card") for card in sheet.under]
            state.under_count = len(cards)
            state.under = (cards + [0] * len(state.under))[: len(state.under)]

    def _tile(self, state: State, name: str | None) -> int:
        return NONE if name is None else index_of(name, self._names.tiles, "basket")

    def _read_charts(self, state: State, sheet: PositionSheet) -> None:
        for name, owners in (sheet.temple or {}).items():
            good = index_of(name, GOOD_NAMES, "good")
            state.temple_count[good] = len(owners)
            for column in range(TEMPLE_COLUMNS):
                owner = owners[column] if column < len(owners) else NOBODY
                state.temple[good * TEMPLE_COLUMNS + column] = owner
        for row, disks in (sheet.king or {}).items():
            start = index_of(row, KING_ROW_NAMES, "row of the King's chart") * KING_COLUMNS
            for column, disk in enumerate(disks):
                state.king[start + column] = NOBODY if disk is None else disk
        if sheet.conditions is not None:
            state.conditions = sheet.conditions

    def _read_seat(self, state: State, player: int, sheet: SeatSheet) -> None:
        seat, names = state.seat[player], self._names
        for key in ("coins", "flowers", "favors", "rowers"):
            if getattr(sheet, key) is not None:
                setattr(seat, key, getattr(sheet, key))
        if sheet.section is not None:
            seat.section = index_of(sheet.section, SECTION_NAMES, "channel section")
        for name, number in (sheet.goods or {}).items():
            seat.goods[index_of(name, GOOD_NAMES, "good")] = number
        if sheet.tiles is not None:
            seat.tiles = set_of(sheet.tiles, names.tiles, "basket")
        if sheet.hand is not None:
            seat.hand = set_of(sheet.hand, names.cards, "card")
        if sheet.discard is not None:
            seat.discard = set_of(sheet.discard, names.cards, "card")
            if sheet.hand is None:
                seat.hand &= ~seat.discard
        if sheet.orders is not None:
            seat.orders = set_of(sheet.orders, names.orders, "order")

    def _fit(self, state: State, sheet: PositionSheet) -> None:
        """Works out what follows from the rest: pieces left, room, and what is still in deck, bag and stacks."""
        named = (sheet.seats or [])[state.decider : state.decider + 1]
        if state.card != NONE and state.decision != Ask.REFRESH and not any(seat.hand for seat in named):
            acting = state.seat[state.decider]
            if acting.hand >> state.card & 1:  # a card in play lies on the discard pile
                acting.hand &= ~(1 << state.card)
                acting.discard |= 1 << state.card
        box = self._box
        used_tiles = {tile for tile in state.basket_at if tile != NONE}
        used_orders = {order for order in state.order_at if order != NONE}
        used_cards = {card for card in state.market if card != NONE} | set(state.under[: state.under_count])
        for player, seat in enumerate(state.seat[: state.players]):
            seat.stalls = box.stall_pieces[state.players] - sum(owner == player for owner in state.owner)
            disks = sum(owner == player for owner in (*state.temple, *state.king))
            seat.disks = box.disks[state.edition] - disks
            seat.baskets = seat.tiles.bit_count() + (0 if state.asymmetric else 2)
            seat.room = [0] * GOODS
            for good in () if state.asymmetric else box.start_baskets:
                seat.room[good] += 1
            for tile in members(seat.tiles):
                seat.room[box.basket_one[tile]] += 1
                seat.room[box.basket_other[tile]] += 1
            used_tiles |= set(members(seat.tiles))
            used_orders |= set(members(seat.orders))
            used_cards |= set(members(seat.hand | seat.discard))
        state.bag = self._rest(sheet.bag, self._names.tiles, box.bag[state.edition], used_tiles, "basket")
        state.deck = self._rest(sheet.deck, self._names.cards, box.deck[state.edition], used_cards, "card")
        every_order = (1 << len(self._names.orders)) - 1
        state.unseen_orders = self._rest(sheet.unseen_orders, self._names.orders, every_order, used_orders, "order")
        if sheet.stacks is None:
            state.stack_left = [stack_size(state, stack, box) for stack in range(STACKS)]
        if sheet.conditions is None:
            state.conditions = conditions_of(state, box)

    def _rest(self, given: list[str] | None, names: Sequence[str], whole: int, used: set[int], what: str) -> int:
        if given is not None:
            return set_of(given, names, what)
        return whole & ~sum(1 << number for number in used)


def _row(temple: list[int], good: int) -> list[int]:
    return temple[good * TEMPLE_COLUMNS : (good + 1) * TEMPLE_COLUMNS]


def _named(names: Sequence[str], number: int) -> str | None:
    return None if number == NONE else names[number]
