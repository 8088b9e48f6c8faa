"""What a viewer sees: everything but the order of deck, bag and stacks, which nobody knows (PH-28)."""

from typing import Any

from .canal import CROSSING_NAMES, PLACE_OF_STALL, SECTION_NAMES, STALL_NAMES, STALLS
from .components import BOXES, EDITIONS, KING_COLUMNS, TEMPLE_COLUMNS
from .decisions import DECISIONS
from .kinds import GOOD_NAMES, GOODS, STALL_KINDS, Stall
from .names import ASYMMETRIC, CONDITION_NAMES, KING_ROW_NAMES, Names, board_name
from .printed import printed
from .sheet import ScorePad
from .state import KING, NOBODY, NONE, Ending, State, members
from .tables import Tables


class Viewer:
    """Puts states into words, with the names that the components give."""

    def __init__(self, names: Names, tables: Tables, pad: ScorePad) -> None:
        self.names = names
        self.tables = tables
        self.pad = pad
        self._printed = [printed(edition, names, tables) for edition in range(len(EDITIONS))]
        self._temple = [self._temple_chart(edition) for edition in range(len(EDITIONS))]
        self._king = [self._king_chart(edition) for edition in range(len(EDITIONS))]

    def view(self, state: State) -> dict[str, Any]:
        """The view of a state, the same for everybody."""
        sheets = self.pad.fill(state)
        return {
            "edition": EDITIONS[state.edition],
            "start": ASYMMETRIC[state.asymmetric],
            "board": board_name(state.board),
            "round": state.round_number,
            "first": state.first,
            "decider": None if state.ending else state.decider,
            "asked": None if state.ending else DECISIONS[state.decision].key,
            "card": None if state.card == NONE else self.names.cards[state.card],
            "used": [name for bit, name in enumerate(("left", "right", "king")) if state.used >> bit & 1],
            "barge": CROSSING_NAMES[state.barge],
            "merchant": self.names.route[state.merchant],
            "route": list(self.names.route),
            "prices": {GOOD_NAMES[good]: self._price(state, good) for good in range(GOODS)},
            "stalls": [self._stall(state, stall) for stall in range(STALLS)],
            "market": [self._market_card(card) for card in state.market if card != NONE],
            "deck": state.deck.bit_count(),
            "under": [self.names.cards[card] for card in state.under[: state.under_count]],
            "baskets_left": state.bag.bit_count(),
            "orders_left": list(state.stack_left),
            "temple": {GOOD_NAMES[good]: self._temple_row(state, good) for good in range(GOODS)},
            "king": {row: self._king_row(state, number) for number, row in enumerate(KING_ROW_NAMES)},
            "conditions": {name: bool(state.conditions >> bit & 1) for bit, name in enumerate(CONDITION_NAMES)},
            "seats": [
                self._seat(state, player) | {"score": sheets[player][-1].points} for player in range(state.players)
            ],
            "ending": Ending(state.ending).name.lower().replace("_", "-") if state.ending else None,
            "winners": [player for player in range(state.players) if state.winners >> player & 1],
            "printed": self._printed[state.edition],
        }

    def _price(self, state: State, good: int) -> dict[str, Any]:
        row = list(self.tables.price[good * BOXES : (good + 1) * BOXES])
        return {"box": state.box[good] + 1, "price": row[state.box[good]], "row": row}

    def _stall(self, state: State, stall: int) -> dict[str, Any]:
        kind, part = state.stall[stall], PLACE_OF_STALL[stall]
        tile = state.basket_at[part] if kind == Stall.BASKET else NONE
        order = state.order_at[part] if kind == Stall.RESTAURANT else NONE
        return {
            "stall": STALL_NAMES[stall],
            "kind": STALL_KINDS[kind],
            "owner": None if state.owner[stall] == NOBODY else state.owner[stall],
            "basket": None if tile == NONE else self.tile(tile),
            "order": None if order == NONE else self.order(order),
        }

    def tile(self, tile: int) -> dict[str, Any]:
        """A basket tile: its goods and its price."""
        one, other = self.tables.basket_one[tile], self.tables.basket_other[tile]
        return {"goods": [GOOD_NAMES[one], GOOD_NAMES[other]], "price": self.tables.basket_price[tile]}

    def order(self, order: int) -> dict[str, Any]:
        """An order: what it asks, pays and is worth."""
        asked = self.tables.order_goods[4 * order : 4 * order + 4]
        return {
            "order": self.names.orders[order],
            "goods": {GOOD_NAMES[good]: number for good, number in enumerate(asked) if number},
            "coins": self.tables.order_coins[order],
            "vp": self.tables.order_vp[order],
        }

    def _market_card(self, card: int) -> dict[str, Any]:
        return {
            "card": self.names.cards[card],
            "coins": self.tables.card_cost_coins[card],
            "flowers": self.tables.card_cost_flowers[card],
        }

    def _temple_row(self, state: State, good: int) -> list[dict[str, Any]]:
        start = good * TEMPLE_COLUMNS
        return [
            {**space, "seat": _seat_or_none(state.temple[start + column])}
            for column, space in enumerate(self._temple[state.edition][good])
        ]

    def _temple_chart(self, edition: int) -> list[list[dict[str, Any]]]:
        """What is printed on the spaces of each row."""
        return [
            [
                {
                    "flowers": self.tables.temple_flowers[(4 * edition + good) * TEMPLE_COLUMNS + column],
                    "section": self.tables.temple_section[edition * TEMPLE_COLUMNS + column] + 1,
                }
                for column in range(self.tables.temple_columns_used[edition])
            ]
            for good in range(GOODS)
        ]

    def _king_row(self, state: State, row: int) -> list[dict[str, Any]]:
        return [
            {**cost, "seat": _seat_or_none(state.king[space])} for space, cost in self._king[state.edition][row].items()
        ]

    def _king_chart(self, edition: int) -> list[dict[int, dict[str, Any]]]:
        """What each space of each row costs, where there is one."""
        rows: list[dict[int, dict[str, Any]]] = [{} for _ in KING_ROW_NAMES]
        for space in range(KING):
            if self.tables.king_spaces[edition] >> space & 1:
                row, entry = space // KING_COLUMNS, edition * KING + space
                pair = [self.tables.king_good_one[entry], self.tables.king_good_other[entry]]
                cost: dict[str, Any] = {"goods": [GOOD_NAMES[good] for good in pair]}
                if row < 2:
                    cost = {KING_ROW_NAMES[row]: (self.tables.king_coins, self.tables.king_flowers)[row][entry]}
                rows[row][space] = cost
        return rows

    def _seat(self, state: State, player: int) -> dict[str, Any]:
        seat = state.seat[player]
        return {
            "coins": seat.coins,
            "flowers": seat.flowers,
            "favors": seat.favors,
            "section": None if seat.section == NONE else SECTION_NAMES[seat.section],
            "rowers": seat.rowers,
            "goods": dict(zip(GOOD_NAMES, seat.goods, strict=True)),
            "room": dict(zip(GOOD_NAMES, seat.room, strict=True)),
            "baskets": seat.baskets,
            "tiles": [self.tile(tile) for tile in members(seat.tiles)],
            "stalls_left": seat.stalls,
            "disks_left": seat.disks,
            "hand": [self.names.cards[card] for card in members(seat.hand)],
            "discard": [self.names.cards[card] for card in members(seat.discard)],
            "orders": [self.order(order) for order in members(seat.orders)],
        }


def _seat_or_none(owner: int) -> int | None:
    return None if owner == NOBODY else owner
