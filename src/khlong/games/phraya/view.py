"""What a viewer sees: everything but the order of deck, bag and stacks, which nobody knows (PH-28)."""

from khlong.engine.moves import members
from khlong.engine.parts import kept

from . import view_types as shown
from .canal import CROSSING_NAMES, PLACE_OF_STALL, SECTION_NAMES, STALL_NAMES
from .components import BOXES, EDITIONS, KING_COLUMNS, TEMPLE_COLUMNS
from .constants import Box
from .decisions import DECISIONS
from .enums import GOOD_NAMES, GOODS, STALL_KINDS, GoodName, Stall
from .names import ACTION_PLACES, ASYMMETRIC, CONDITION_NAMES, KING_ROW_NAMES, Names, board_name
from .printed import order_face, printed, tile_face
from .sheet import ScorePad
from .state import KING, NOBODY, NONE, Ending, Seat, State


class Viewer:
    """Puts states into words, with the names that the components give. Views share parts, and are only read."""

    def __init__(self, names: Names, box: Box, pad: ScorePad) -> None:
        self.names = names
        self.box = box
        self.pad = pad
        self._printed = [printed(edition, names, box) for edition in range(len(EDITIONS))]
        self._temple = [self._temple_chart(edition) for edition in range(len(EDITIONS))]
        self._king = [self._king_chart(edition) for edition in range(len(EDITIONS))]
        self._route = [*names.route]
        self._prices = kept(self._write_prices)
        self._stalls = kept(self._write_stalls)
        self._market = kept(self._write_market)
        self._temple_rows = kept(self._write_temple_rows)
        self._king_rows = kept(self._write_king_rows)
        self._cards = kept(lambda cards: [self.names.cards[card] for card in members(cards)])
        self._tiles = kept(lambda tiles: [self.tile(tile) for tile in members(tiles)])
        self._orders = kept(lambda orders: [self.order(order) for order in members(orders)])

    def view(self, state: State) -> shown.View:
        """The view of a state, the same for everybody."""
        return {
            "edition": EDITIONS[state.edition],
            "start": ASYMMETRIC[state.asymmetric],
            "board": board_name(state.board),
            "round": state.round_number,
            "first": state.first,
            "decider": None if state.ending else state.decider,
            "asked": None if state.ending else DECISIONS[state.decision].key,
            "card": None if state.card == NONE else self.names.cards[state.card],
            "used": [name for bit, name in enumerate(ACTION_PLACES) if state.used >> bit & 1],
            "barge": CROSSING_NAMES[state.barge],
            "merchant": self.names.route[state.merchant],
            "route": self._route,
            "prices": self._prices(*state.box),
            "stalls": self._stalls(
                tuple(state.stall), tuple(state.owner), tuple(state.basket_at), tuple(state.order_at)
            ),
            "market": self._market(*state.market),
            "deck": state.deck.bit_count(),
            "under": [self.names.cards[card] for card in state.under[: state.under_count]],
            "baskets_left": state.bag.bit_count(),
            "orders_left": list(state.stack_left),
            "temple": self._temple_rows(state.edition, *state.temple),
            "king": self._king_rows(state.edition, *state.king),
            "conditions": {name: bool(state.conditions >> bit & 1) for bit, name in enumerate(CONDITION_NAMES)},
            "seats": [
                self._seat(seat, sum(points))
                for seat, points in zip(state.seat, self.pad.score(state).points, strict=False)
            ],
            "ending": Ending(state.ending).name.lower().replace("_", "-") if state.ending else None,
            "winners": [player for player in range(state.players) if state.winners >> player & 1],
            "printed": self._printed[state.edition],
        }

    def _write_prices(self, *boxes: int) -> dict[GoodName, shown.Price]:
        rows = [[*self.box.price[good * BOXES : (good + 1) * BOXES]] for good in range(GOODS)]
        return {
            name: {"box": box + 1, "price": row[box], "row": row}
            for name, box, row in zip(GOOD_NAMES, boxes, rows, strict=True)
        }

    def _write_stalls(
        self, kinds: tuple[int, ...], owners: tuple[int, ...], tiles: tuple[int, ...], orders: tuple[int, ...]
    ) -> list[shown.Stall]:
        return [
            self._write_stall(stall, kinds[stall], owners[stall], tiles[part], orders[part])
            for stall, part in enumerate(PLACE_OF_STALL)
        ]

    def _write_stall(self, stall: int, kind: int, owner: int, tile: int, order: int) -> shown.Stall:
        """A stall, and the tile or order of its part of the canal where it is the place for that."""
        return {
            "stall": STALL_NAMES[stall],
            "kind": STALL_KINDS[kind],
            "owner": _seat_or_none(owner),
            "basket": self.tile(tile) if kind == Stall.BASKET and tile != NONE else None,
            "order": self.order(order) if kind == Stall.RESTAURANT and order != NONE else None,
        }

    def tile(self, tile: int) -> shown.Tile:
        """A basket tile: its goods and its price."""
        return tile_face(tile, self.box)

    def order(self, order: int) -> shown.Order:
        """An order: what it asks, pays and is worth."""
        return order_face(order, self.names, self.box)

    def _write_market(self, *cards: int) -> list[shown.MarketCard]:
        return [
            {
                "card": self.names.cards[card],
                "coins": self.box.card_cost_coins[card],
                "flowers": self.box.card_cost_flowers[card],
            }
            for card in cards
            if card != NONE
        ]

    def _write_temple_rows(self, edition: int, *disks: int) -> dict[GoodName, list[shown.TempleSpace]]:
        return {
            name: [
                {**space, "seat": _seat_or_none(disks[number])}
                for number, space in enumerate(self._temple[edition][good], good * TEMPLE_COLUMNS)
            ]
            for good, name in enumerate(GOOD_NAMES)
        }

    def _temple_chart(self, edition: int) -> list[list[shown.TempleCost]]:
        """What is printed on the spaces of each row."""
        return [
            [
                {
                    "flowers": self.box.temple_flowers[(4 * edition + good) * TEMPLE_COLUMNS + column],
                    "section": self.box.temple_section[edition * TEMPLE_COLUMNS + column] + 1,
                }
                for column in range(self.box.temple_columns_used[edition])
            ]
            for good in range(GOODS)
        ]

    def _write_king_rows(self, edition: int, *disks: int) -> dict[shown.KingRow, list[shown.KingSpace]]:
        return {
            name: [{**cost, "seat": _seat_or_none(disks[space])} for space, cost in self._king[edition][row].items()]
            for row, name in enumerate(KING_ROW_NAMES)
        }

    def _king_chart(self, edition: int) -> list[dict[int, shown.KingCost]]:
        """What each space of each row costs, where there is one."""
        rows: list[dict[int, shown.KingCost]] = [{} for _ in KING_ROW_NAMES]
        for space in range(KING):
            if self.box.king_spaces[edition] >> space & 1:
                row, entry = space // KING_COLUMNS, edition * KING + space
                pair = [self.box.king_good_one[entry], self.box.king_good_other[entry]]
                costs: tuple[shown.KingCost, ...] = (
                    {"coins": self.box.king_coins[entry]},
                    {"flowers": self.box.king_flowers[entry]},
                    {"goods": [GOOD_NAMES[good] for good in pair]},
                )
                rows[row][space] = costs[row]
        return rows

    def _seat(self, seat: Seat, score: int) -> shown.Seat:
        return {
            "coins": seat.coins,
            "flowers": seat.flowers,
            "favors": seat.favors,
            "section": None if seat.section == NONE else SECTION_NAMES[seat.section],
            "rowers": seat.rowers,
            "goods": dict(zip(GOOD_NAMES, seat.goods, strict=True)),
            "room": dict(zip(GOOD_NAMES, seat.room, strict=True)),
            "baskets": seat.baskets,
            "tiles": self._tiles(seat.tiles),
            "stalls_left": seat.stalls,
            "disks_left": seat.disks,
            "hand": self._cards(seat.hand),
            "discard": self._cards(seat.discard),
            "orders": self._orders(seat.orders),
            "score": score,
        }


def _seat_or_none(owner: int) -> int | None:
    return None if owner == NOBODY else owner
