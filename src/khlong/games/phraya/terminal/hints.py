"""What a move would mean, beside its notation: found by playing it on a copy, so that hints and rules agree."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from khlong.games.drawing import GOLD, GOOD, LOUD, QUIET, somebody

from .. import GAME
from ..canal import PLACE_OF_STALL, SECTION_ENDS
from ..components import BOXES
from ..enums import GOOD_NAMES, GOODS, STALL_KINDS, Stall
from ..moves import (
    BARGE,
    BASKET,
    BUY,
    CARD,
    DELIVER,
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
from ..names import CONDITION_NAMES
from ..state import NOBODY, NONE, Seat, State
from ..view import Viewer
from .words import (
    CLAY,
    LOTUS,
    card_words,
    coins,
    good_name,
    letter,
    order_words,
    pair,
    signed,
    stall_name,
    tile_words,
)


def hints(state: State, moves: Sequence[int], viewer: Viewer) -> dict[int, Text]:
    """A few words on every move that needs them. Other players are in them as `drawing.somebody`."""
    teller = Teller(state, viewer)
    told = {move: teller.tell(move) for move in moves}
    return {move: text for move, text in told.items() if text}


class Teller:
    """Tells what moves would do in one state."""

    def __init__(self, state: State, viewer: Viewer) -> None:
        self._state = state
        self._viewer = viewer
        self._tables = viewer.tables
        self._cards = viewer.names.cards
        self._play = viewer.pad.rule(GAME.rules.play)
        self._seat: Seat = state.seat[state.decider]

    def tell(self, move: int) -> Text:
        """What the move is about, what it costs and brings, whom else it touches, and whether it ends something."""
        after = self._state.copy()
        self._play(after, move)
        parts = [self._about(move, after)]
        if STALL <= move < CARD or move >= BARGE or move == CARD + self._tables.recover:
            parts += [changes(self._seat, after.seat[self._state.decider]), self._worth(move)]
        parts += [self._others(after), self._ends(after)]
        text = Text(" ").join(part for part in parts if part)
        if BARGE <= move < GIVE and not text:
            text = Text("blesses nobody", QUIET)
        if TAKE <= move < KING_SPACE:
            card = self._state.market[(move - TAKE) // 2]
            text.append(f": {card_words(card, self._tables)}", QUIET)
        return text

    def _about(self, move: int, after: State) -> Text:
        """The thing that the move names only by its place."""
        state = self._state
        if move < STALL:
            return self._section(move)
        if move < CARD:
            return stall_name(STALL_KINDS[state.stall[move - STALL]])
        if move < MERCHANT:
            return Text(card_words(move - CARD, self._tables), QUIET)
        if move < PRICES:
            goods = self._tables.route[2 * (move - MERCHANT) : 2 * (move - MERCHANT) + 2]
            return Text("  ").join(self._price(good, state, state) for good in goods)
        if move < BARGE:
            goods = self._tables.route[2 * state.merchant : 2 * state.merchant + 2]
            return Text("  ").join(self._price(good, state, after) for good in goods)
        if BUY <= move < SELL:
            return self._good_at((move - BUY) // len(PURCHASES))
        if SELL <= move < BASKET:
            return self._good_at((move - SELL) // MOST_AT_ONCE)
        if BASKET <= move < ROWER:
            tile = state.basket_at[self._part((move - BASKET) // 2)]
            return Text.assemble("for ", pair(self._viewer.tile(tile)["goods"]))
        if TAKE <= move < KING_SPACE:
            return Text(self._cards[state.market[(move - TAKE) // 2]], LOUD)
        if move == REFRESH:
            return Text(self._cards[state.market[0]], LOUD)
        return Text()

    def _part(self, side: int) -> int:
        return PLACE_OF_STALL[2 * self._seat.section + side]

    def _good_at(self, side: int) -> Text:
        return good_name(GOOD_NAMES[self._state.stall[2 * self._seat.section + side]])

    def _section(self, section: int) -> Text:
        """The two stalls of a section, and the King if he is near."""
        parts = [self._stall(2 * section), self._stall(2 * section + 1)]
        if self._state.barge in SECTION_ENDS[section]:
            parts.append(Text("King", f"bold {GOLD}"))
        return Text(" · ").join(parts)

    def _stall(self, stall: int) -> Text:
        kind, owner, part = self._state.stall[stall], self._state.owner[stall], PLACE_OF_STALL[stall]
        name = stall_name(STALL_KINDS[kind])
        if kind < GOODS:
            price = coins(self._tables.price[kind * BOXES + self._state.box[kind]])
            return Text.assemble(name, " ", price, f" ({somebody(owner)})" if owner != NOBODY else "")
        if kind == Stall.BASKET and self._state.basket_at[part] != NONE:
            return Text.assemble(name, " ", tile_words(self._viewer.tile(self._state.basket_at[part])))
        if kind == Stall.RESTAURANT and self._state.order_at[part] != NONE:
            return order_words(self._viewer.order(self._state.order_at[part]))
        return name

    def _price(self, good: int, now: State, then: State) -> Text:
        was, will = (self._tables.price[good * BOXES + state.box[good]] for state in (now, then))
        text = Text.assemble(good_name(GOOD_NAMES[good]), f" {was}¢")
        return text if was == will else text.append(f" → {will}¢", GOOD if will > was else CLAY)

    def _worth(self, move: int) -> Text:
        """Points that come with it for sure."""
        if DELIVER <= move < OFFER:
            order = self._state.order_at[self._part((move - DELIVER) // 2)]
            return Text(f"{self._tables.order_vp[order]} pts", LOUD)
        if OFFER <= move < TAKE:
            return Text(f"{self._tables.temple_vp[(move - OFFER) // 2]} pts", LOUD)
        return Text()

    def _others(self, after: State) -> Text:
        """What the other players get."""
        found = []
        for seat in range(self._state.players):
            if seat != self._state.decider:
                change = changes(self._state.seat[seat], after.seat[seat])
                found += [Text.assemble(f"{somebody(seat)} ", change)] if change else []
        return Text.assemble("(", Text(", ").join(found), ")") if found else Text()

    def _ends(self, after: State) -> Text:
        new = after.conditions & ~self._state.conditions
        met = [name for bit, name in enumerate(CONDITION_NAMES) if new >> bit & 1]
        ends = ["ends the game"] if after.ending else []
        return Text(", ".join([*met, *ends]), LOUD)


def changes(was: Seat, now: Seat) -> Text:
    """What a player has less and more of."""
    parts = [Text.assemble((signed(-n), CLAY), letter(good)) for good, n in _goods(now, was)]
    parts += [Text.assemble((signed(n), GOOD), letter(good)) for good, n in _goods(was, now)]
    purse = ((now.coins - was.coins, "¢", GOLD), (now.flowers - was.flowers, "❀", LOTUS))
    parts += [Text.assemble((signed(n), GOOD if n > 0 else CLAY), (sign, style)) for n, sign, style in purse if n]
    if now.favors != was.favors:
        n = now.favors - was.favors
        parts.append(Text(f"{signed(n)} {'Favor' if abs(n) == 1 else 'Favors'}", GOOD if n > 0 else CLAY))
    if now.rowers != was.rowers:
        parts.append(Text("+1 rower", GOOD))
    return Text(" ").join(parts)


def _goods(less: Seat, more: Seat) -> list[tuple[str, int]]:
    """The goods of which one boat has more than the other, and how many."""
    pairs = enumerate(zip(less.goods, more.goods, strict=True))
    return [(GOOD_NAMES[good], two - one) for good, (one, two) in pairs if two > one]
