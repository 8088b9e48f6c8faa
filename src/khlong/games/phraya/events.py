"""What happened in a move, for logs and animations: keys and parameters, worked out from the states around it."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from khlong.engine.moves import Verb, members
from khlong.games.facets import Event

from .canal import CROSSING_NAMES, SECTION_NAMES, STALL_NAMES
from .components import BOXES
from .constants import Box
from .enums import GOOD_NAMES, GOODS, RowerPay
from .moves import (
    BARGE,
    BASKET,
    BOAT,
    BUY,
    CARD,
    DELIVER,
    DONE,
    FLOWERS,
    GIVE,
    KING_SPACE,
    MERCHANT,
    OFFER,
    PRICES,
    PURCHASES,
    REFRESH,
    ROWER,
    SELL,
    STALL,
    TAKE,
    VERBS,
)
from .names import CONDITION_NAMES, Names
from .rules.king import GOODS_ROW
from .state import KING, Ask, Ending, State
from .view import Viewer


class Reporter:
    """Tells what happened, with the names that the components give."""

    def __init__(self, names: Names, box: Box, viewer: Viewer, score: Callable[[State, int], Sequence[int]]) -> None:
        self._names = names
        self._box = box
        self._viewer = viewer
        self._score = score

        self._told: dict[Verb, Callable[..., Iterable[Event]]] = {
            BOAT: self._boat,
            STALL: self._stall,
            CARD: self._card,
            MERCHANT: self._merchant,
            PRICES: self._same_prices,
            BARGE: self._barge,
            GIVE: self._give,
            FLOWERS: self._flowers,
            BUY: self._buy,
            SELL: self._sell,
            BASKET: self._basket,
            ROWER: self._rower,
            DELIVER: self._deliver,
            OFFER: self._offer,
            TAKE: self._take,
            KING_SPACE: self._king,
            REFRESH: self._refresh,
            DONE: self._done,
        }

    def events(self, before: State, move: int, after: State) -> list[Event]:
        """Everything that a move brought about, in order."""
        verb, parts = VERBS.taken_apart(move)
        happened = [*self._told[verb](before, after, *parts)]
        happened += [
            Event("price", {"good": GOOD_NAMES[good], "price": self._box.price[good * BOXES + box]})
            for good, box in enumerate(after.box)
            if box != before.box[good]
        ]
        sales = self._final_sales(before, move, after) if after.ending else [0] * after.players
        for seat, sale in enumerate(sales):
            happened += _purse(before, after, seat, sale)
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

    # what each verb says: the states around the move, and its parts

    def _boat(self, before: State, after: State, section: int) -> Iterator[Event]:
        key = "boat" if before.decision == Ask.FIRST_SECTION else "move"
        yield Event(key, {"seat": before.decider, "section": SECTION_NAMES[section]})

    def _stall(self, before: State, after: State, stall: int) -> Iterator[Event]:
        good = GOOD_NAMES[before.stall[stall]]
        yield Event("stall", {"seat": before.decider, "stall": STALL_NAMES[stall], "good": good})

    def _card(self, before: State, after: State, card: int) -> Iterator[Event]:
        seat = before.decider
        yield Event("card", {"seat": seat, "card": self._names.cards[card]})
        if card == self._box.recover:
            yield Event("recover", {"seat": seat, "what": {"cards": before.seat[seat].discard.bit_count() + 1}})

    def _merchant(self, before: State, after: State, space: int) -> Iterator[Event]:
        goods = self._box.route[2 * space : 2 * space + 2]
        yield Event("merchant", {"seat": before.decider, "goods": [GOOD_NAMES[good] for good in goods]})

    def _same_prices(self, before: State, after: State, good: int) -> Iterator[Event]:
        if before.box == after.box:
            yield Event("same-prices")

    def _barge(self, before: State, after: State, crossing: int) -> Iterator[Event]:
        yield Event("barge", {"seat": before.decider, "crossing": CROSSING_NAMES[crossing]})

    def _give(self, before: State, after: State, good: int) -> Iterator[Event]:
        yield Event("give", {"seat": before.decider, "good": GOOD_NAMES[good]})

    def _flowers(self, before: State, after: State, number: int) -> Iterator[Event]:
        if number:
            yield Event("sell-flowers", {"seat": before.decider, "what": {"flowers": number}})
        else:
            yield Event("keep-flowers", {"seat": before.decider})

    def _buy(self, before: State, after: State, side: int, purchase: int) -> Iterator[Event]:
        yield Event("buy", {"seat": before.decider, "what": {_good_beside(before, side): PURCHASES[purchase][0]}})

    def _sell(self, before: State, after: State, side: int, number: int) -> Iterator[Event]:
        yield Event("sell", {"seat": before.decider, "what": {_good_beside(before, side): number}})

    def _basket(self, before: State, after: State, side: int, with_favor: int) -> Iterator[Event]:
        seat = before.decider
        tile = (after.seat[seat].tiles & ~before.seat[seat].tiles).bit_length() - 1
        yield Event("basket", {"seat": before.decider, "goods": self._viewer.tile(tile)["goods"]})

    def _rower(self, before: State, after: State, side: int, pay: int) -> Iterator[Event]:
        yield Event("rower", {"seat": before.decider})
        if pay != RowerPay.FAVOR:
            yield Event("pay", {"seat": before.decider, "what": {RowerPay(pay).name.lower(): 1}})

    def _deliver(self, before: State, after: State, side: int, ignoring: int) -> Iterator[Event]:
        was, now = before.seat[before.decider], after.seat[before.decider]
        order = self._viewer.order((now.orders & ~was.orders).bit_length() - 1)
        given = [less - more for less, more in zip(was.goods, now.goods, strict=True)]
        yield Event("deliver", {"seat": before.decider, "what": _goods(given), "vp": order["vp"]})

    def _offer(self, before: State, after: State, good: int, with_favor: int) -> Iterator[Event]:
        yield Event("offer", {"seat": before.decider, "good": GOOD_NAMES[good]})

    def _take(self, before: State, after: State, slot: int, with_flowers: int) -> Iterator[Event]:
        yield Event("take", {"seat": before.decider, "card": self._names.cards[before.market[slot]]})

    def _king(self, before: State, after: State, space: int) -> Iterator[Event]:
        yield Event("king", {"seat": before.decider})
        spent = self._spent(before, KING_SPACE(space))
        if any(spent):
            yield Event("pay", {"seat": before.decider, "what": _goods(spent)})

    def _refresh(self, before: State, after: State) -> Iterator[Event]:
        yield Event("refresh", {"seat": before.decider, "card": self._names.cards[before.market[0]]})

    def _done(self, before: State, after: State) -> Iterator[Event]:
        key = {Ask.REFRESH: "keep", Ask.GOODS: "keep-goods"}.get(Ask(before.decision), "turn-over")
        yield Event(key, {"seat": before.decider})

    # what follows from the states alone

    def _spent(self, before: State, move: int) -> list[int]:
        """The goods that an offering to the temple or the King costs."""
        spent = [0] * GOODS
        verb, parts = VERBS.taken_apart(move)
        if verb is OFFER:
            spent[parts[0]] = 1
        elif verb is KING_SPACE and parts[0] >= GOODS_ROW:
            entry = before.edition * KING + parts[0]
            spent[self._box.king_good_one[entry]] += 1
            spent[self._box.king_good_other[entry]] += 1
        return spent

    def _final_sales(self, before: State, move: int, after: State) -> list[int]:
        """The coins for which each seat's goods are sold when a move ends the game."""
        prices = [self._box.price[good * BOXES + box] for good, box in enumerate(after.box)]
        aboard = [seat.goods[:] for seat in before.seat[: after.players]]
        spent = self._spent(before, move)
        aboard[before.decider] = [number - less for number, less in zip(aboard[before.decider], spent, strict=True)]
        return [sum(number * price for number, price in zip(goods, prices, strict=True)) for goods in aboard]

    def _end(self, after: State) -> Event:
        seats = members(after.winners)
        key = "stopped" if after.ending == Ending.LAST_ROUND else "shared" if len(seats) > 1 else "won"
        return Event(key, {"seats": seats, "points": self._score(after, seats[0])[0]})


def _purse(before: State, after: State, seat: int, sale: int) -> Iterator[Event]:
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


def _good_beside(before: State, side: int) -> str:
    """The good of the stall on one side of the decider's boat."""
    return GOOD_NAMES[before.stall[2 * before.seat[before.decider].section + side]]


def _goods(numbers: Sequence[int]) -> dict[str, int]:
    """How many of which goods, those of which there are any."""
    return {GOOD_NAMES[good]: number for good, number in enumerate(numbers) if number}
