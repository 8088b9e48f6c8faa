"""What happened in a move, for logs and animations: keys and parameters, worked out from the states around it."""

from collections.abc import Iterator, Sequence
from typing import Any

from khlong.games.facets import Event

from .canal import CROSSING_NAMES, SECTION_NAMES, STALL_NAMES
from .components import BOXES, KING_COLUMNS
from .constants import Box
from .enums import GOOD_NAMES, GOODS, Good
from .moves import (
    BARGE,
    BASKET,
    BUY,
    CARD,
    DELIVER,
    DONE,
    FLOWERS,
    GIVE,
    KING_SPACE,
    MERCHANT,
    MOST_AT_ONCE,
    OFFER,
    PRICES,
    PURCHASES,
    REFRESH,
    ROWER,
    SELL,
    STALL,
    TAKE,
)
from .names import CONDITION_NAMES, Names
from .state import KING, Ask, Ending, State
from .view import Viewer


class Reporter:
    """Tells what happened, with the names that the components give."""

    def __init__(self, names: Names, tables: Box, viewer: Viewer, score: Any) -> None:
        self._names = names
        self._tables = tables
        self._viewer = viewer
        self._score = score

    def events(self, before: State, move: int, after: State) -> list[Event]:
        """Everything that a move brought about, in order."""
        happened = [*self._move(before, move, after)]
        happened += self._prices(before, after)
        sales = [self._final_sale(before, move, after, seat) for seat in range(after.players)]
        for seat in range(after.players):
            happened += self._purse(before, after, seat, sales[seat])
        new = after.conditions & ~before.conditions
        happened += [Event(name) for bit, name in enumerate(CONDITION_NAMES) if new >> bit & 1]
        if after.ending:
            happened += [
                Event("final-sale", {"seat": seat, "what": {"coins": coins}})
                for seat, coins in enumerate(sales)
                if coins
            ]
            happened.append(self._end(after))
        elif before.conditions.bit_count() < 2 <= after.conditions.bit_count():
            happened.append(Event("last-round"))
        elif after.round_number > before.round_number:
            happened.append(Event("round", {"round": after.round_number}))
        return happened

    def _move(self, before: State, move: int, after: State) -> Iterator[Event]:
        seat = before.decider
        who = {"seat": seat}
        if move < STALL:
            key = "boat" if before.decision == Ask.FIRST_SECTION else "move"
            yield Event(key, who | {"section": SECTION_NAMES[move]})
        elif move < CARD:
            good = GOOD_NAMES[before.stall[move - STALL]]
            yield Event("stall", who | {"stall": STALL_NAMES[move - STALL], "good": good})
        elif move < MERCHANT:
            yield Event("card", who | {"card": self._names.cards[move - CARD]})
            if move - CARD == self._tables.recover:
                yield Event("recover", who | {"what": {"cards": before.seat[seat].discard.bit_count() + 1}})
        elif move < PRICES:
            yield Event("merchant", who | {"goods": self._names.route[move - MERCHANT].split("-")})
        elif move < BARGE:
            if before.box == after.box:
                yield Event("same-prices")
        elif move < GIVE:
            yield Event("barge", who | {"crossing": CROSSING_NAMES[move - BARGE]})
        elif move < FLOWERS:
            yield Event("give", who | {"good": GOOD_NAMES[move - GIVE]})
        elif move < BUY:
            if move == FLOWERS:
                yield Event("keep-flowers", who)
            else:
                yield Event("sell-flowers", who | {"what": {"flowers": move - FLOWERS}})
        elif move < REFRESH:
            yield from self._action(before, move, after)
        elif move == REFRESH:
            yield Event("refresh", who | {"card": self._names.cards[before.market[0]]})
        elif move == DONE:
            yield Event({Ask.REFRESH: "keep", Ask.GOODS: "keep-goods"}.get(Ask(before.decision), "turn-over"), who)

    def _action(self, before: State, move: int, after: State) -> Iterator[Event]:
        seat = before.decider
        who: dict[str, Any] = {"seat": seat}
        stalls = before.stall[2 * before.seat[seat].section : 2 * before.seat[seat].section + 2]
        if move < SELL:
            side, purchase = divmod(move - BUY, len(PURCHASES))
            yield Event("buy", who | {"what": {GOOD_NAMES[stalls[side]]: PURCHASES[purchase][0]}})
        elif move < BASKET:
            side, count = divmod(move - SELL, MOST_AT_ONCE)
            yield Event("sell", who | {"what": {GOOD_NAMES[stalls[side]]: count + 1}})
        elif move < ROWER:
            tile = (after.seat[seat].tiles & ~before.seat[seat].tiles).bit_length() - 1
            yield Event("basket", who | {"goods": self._viewer.tile(tile)["goods"]})
        elif move < DELIVER:
            yield Event("rower", who)
            if (move - ROWER) % 3 < 2:
                yield Event("pay", who | {"what": {GOOD_NAMES[Good.FISH + (move - ROWER) % 3]: 1}})
        elif move < OFFER:
            order = self._viewer.order((after.seat[seat].orders & ~before.seat[seat].orders).bit_length() - 1)
            given = [was - now for was, now in zip(before.seat[seat].goods, after.seat[seat].goods, strict=True)]
            yield Event("deliver", who | {"what": _goods(given), "vp": order["vp"]})
        elif move < TAKE:
            yield Event("offer", who | {"good": GOOD_NAMES[(move - OFFER) // 2]})
        elif move < KING_SPACE:
            card = before.market[(move - TAKE) // 2]
            yield Event("take", who | {"card": self._names.cards[card]})
        else:
            yield Event("king", who)
            spent = self._spent(before, move)
            if any(spent):
                yield Event("pay", who | {"what": _goods(spent)})

    def _spent(self, before: State, move: int) -> list[int]:
        """The goods that an offering to the temple or the King costs."""
        spent = [0] * GOODS
        if OFFER <= move < TAKE:
            spent[(move - OFFER) // 2] = 1
        elif KING_SPACE + 2 * KING_COLUMNS <= move < REFRESH:
            entry = before.edition * KING + move - KING_SPACE
            spent[self._tables.king_good_one[entry]] += 1
            spent[self._tables.king_good_other[entry]] += 1
        return spent

    def _prices(self, before: State, after: State) -> Iterator[Event]:
        for good in range(GOODS):
            if before.box[good] != after.box[good]:
                price = self._tables.price[good * BOXES + after.box[good]]
                yield Event("price", {"good": GOOD_NAMES[good], "price": price})

    def _final_sale(self, before: State, move: int, after: State, seat: int) -> int:
        """The coins for which a seat's goods are sold when a move ends the game."""
        if not after.ending:
            return 0
        spent = self._spent(before, move) if seat == before.decider else [0] * GOODS
        goods = [number - less for number, less in zip(before.seat[seat].goods, spent, strict=True)]
        return sum(number * self._tables.price[good * BOXES + after.box[good]] for good, number in enumerate(goods))

    def _purse(self, before: State, after: State, seat: int, sale: int) -> Iterator[Event]:
        """What a seat gained and paid in coins, flowers and Favors, apart from the final sale."""
        was, now = before.seat[seat], after.seat[seat]
        changes = {
            "coins": now.coins - was.coins - sale,
            "flowers": now.flowers - was.flowers,
            "favors": now.favors - was.favors,
        }
        for key, sign in (("pay", -1), ("gain", 1)):
            amounts = {what: n * sign for what, n in changes.items() if n * sign > 0}
            if amounts:
                yield Event(key, {"seat": seat, "what": amounts})

    def _end(self, after: State) -> Event:
        seats = [seat for seat in range(after.players) if after.winners >> seat & 1]
        key = "stopped" if after.ending == Ending.LAST_ROUND else "shared" if len(seats) > 1 else "won"
        return Event(key, {"seats": seats, "points": self._score(after, seats[0])[0]})


def _goods(numbers: Sequence[int]) -> dict[str, int]:
    """How many of which goods, those of which there are any."""
    return {GOOD_NAMES[good]: number for good, number in enumerate(numbers) if number}
