"""What a move would mean, beside its notation: found by playing it on a copy, so that hints and rules agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from khlong.engine.moves import Verb
from khlong.games.drawing import GOLD, GOOD, LOUD, QUIET, somebody
from khlong.words import Messages

from ..canal import PLACE_OF_STALL, SECTION_ENDS
from ..components import BOXES
from ..effects import card_words, signed
from ..enums import GOOD_NAMES, GOODS, STALL_KINDS, Stall
from ..moves import BARGE, BASKET, BOAT, BUY, CARD, DELIVER, MERCHANT, OFFER, PRICES, REFRESH, SELL, STALL, TAKE, VERBS
from ..names import CONDITION_NAMES
from ..printed import card_face
from ..state import NOBODY, NONE, Seat, State
from ..view import Viewer
from .words import (
    CLAY,
    LOTUS,
    card_name,
    coins,
    good_name,
    letter,
    order_words,
    pair,
    stall_name,
    tile_words,
)

NO_PURSE = (BOAT, CARD, MERCHANT, PRICES)
"""Verbs that change nobody's purse by themselves."""
Play = Callable[[State, int], None]


def hints(state: State, moves: Sequence[int], viewer: Viewer, words: Messages, play: Play) -> dict[int, Text]:
    """A few words on every move that needs them. Other players are in them as `drawing.somebody`."""
    teller = Teller(state, viewer, words, play)
    told = {move: teller.tell(move) for move in moves}
    return {move: text for move, text in told.items() if text}


class Teller:
    """Tells what moves would do in one state."""

    def __init__(self, state: State, viewer: Viewer, words: Messages, play: Play) -> None:
        self._words = words
        self._state = state
        self._viewer = viewer
        self._box = viewer.box
        self._cards = viewer.names.cards
        self._play = play
        self._seat: Seat = state.seat[state.decider]
        self._told: dict[Verb, Callable[..., Text]] = {
            BOAT: self._section,
            STALL: lambda stall: stall_name(words, STALL_KINDS[state.stall[stall]]),
            CARD: lambda card: Text(self._card(card), QUIET),
            MERCHANT: lambda space: self._prices(space, state),
            BUY: lambda side, purchase: self._good_at(side),
            SELL: lambda side, number: self._good_at(side),
            BASKET: lambda side, with_favor: self._basket(side),
            TAKE: lambda slot, with_flowers: Text(card_name(words, self._cards[state.market[slot]]), LOUD),
            REFRESH: lambda: Text(card_name(words, self._cards[state.market[0]]), LOUD),
        }

    def tell(self, move: int) -> Text:
        """What the move is about, what it costs and brings, whom else it touches, and whether it ends something."""
        verb, parts = VERBS.taken_apart(move)
        after = self._state.copy()
        self._play(after, move)
        told = [self._prices(self._state.merchant, after) if verb is PRICES else self._about(verb, parts)]
        if verb not in NO_PURSE or move == CARD(self._box.recover):
            told += [changes(self._words, self._seat, after.seat[self._state.decider]), self._worth(verb, parts)]
        told += [self._others(after), self._ends(after)]
        text = Text(" ").join(part for part in told if part)
        if verb is BARGE and not text:
            text = Text(self._words.say("terminal.blesses-nobody"), QUIET)
        if verb is TAKE:
            text.append(f": {self._card(self._state.market[parts[0]])}", QUIET)
        return text

    def _about(self, verb: Verb, parts: Sequence[int]) -> Text:
        """The thing that a move names only by its place."""
        return self._told[verb](*parts) if verb in self._told else Text()

    def _card(self, card: int) -> str:
        """What a card does."""
        return card_words(self._words, card_face(card, self._box))

    def _basket(self, side: int) -> Text:
        tile = self._state.basket_at[self._part(side)]
        return Text.assemble(self._words.say("terminal.for"), " ", pair(self._viewer.tile(tile)["goods"]))

    def _prices(self, space: int, then: State) -> Text:
        """The prices of the goods at one of the merchant's spaces, now and then."""
        goods = self._box.route[2 * space : 2 * space + 2]
        return Text("  ").join(self._price(good, self._state, then) for good in goods)

    def _part(self, side: int) -> int:
        return PLACE_OF_STALL[2 * self._seat.section + side]

    def _good_at(self, side: int) -> Text:
        return good_name(self._words, GOOD_NAMES[self._state.stall[2 * self._seat.section + side]])

    def _section(self, section: int) -> Text:
        """The two stalls of a section, and the King if he is near."""
        parts = [self._stall(2 * section), self._stall(2 * section + 1)]
        if self._state.barge in SECTION_ENDS[section]:
            parts.append(Text(self._words.say("terminal.king"), f"bold {GOLD}"))
        return Text(" · ").join(parts)

    def _stall(self, stall: int) -> Text:
        kind, owner, part = self._state.stall[stall], self._state.owner[stall], PLACE_OF_STALL[stall]
        name = stall_name(self._words, STALL_KINDS[kind])
        if kind < GOODS:
            price = coins(self._box.price[kind * BOXES + self._state.box[kind]])
            return Text.assemble(name, " ", price, f" ({somebody(owner)})" if owner != NOBODY else "")
        if kind == Stall.BASKET and self._state.basket_at[part] != NONE:
            return Text.assemble(name, " ", tile_words(self._viewer.tile(self._state.basket_at[part])))
        if kind == Stall.RESTAURANT and self._state.order_at[part] != NONE:
            return order_words(self._words, self._viewer.order(self._state.order_at[part]))
        return name

    def _price(self, good: int, now: State, then: State) -> Text:
        was, will = (self._box.price[good * BOXES + state.box[good]] for state in (now, then))
        text = Text.assemble(good_name(self._words, GOOD_NAMES[good]), f" {was}¢")
        return text if was == will else text.append(f" → {will}¢", GOOD if will > was else CLAY)

    def _worth(self, verb: Verb, parts: Sequence[int]) -> Text:
        """Points that come with it for sure."""
        if verb is DELIVER:
            order = self._state.order_at[self._part(parts[0])]
            return Text(self._words.say("terminal.pts", count=self._box.order_vp[order]), LOUD)
        if verb is OFFER:
            return Text(self._words.say("terminal.pts", count=self._box.temple_vp[parts[0]]), LOUD)
        return Text()

    def _others(self, after: State) -> Text:
        """What the other players get."""
        found = []
        for seat in range(self._state.players):
            if seat != self._state.decider:
                change = changes(self._words, self._state.seat[seat], after.seat[seat])
                found += [Text.assemble(f"{somebody(seat)} ", change)] if change else []
        return Text.assemble("(", Text(", ").join(found), ")") if found else Text()

    def _ends(self, after: State) -> Text:
        new = after.conditions & ~self._state.conditions
        met = [self._words.say(f"terminal.{name}") for bit, name in enumerate(CONDITION_NAMES) if new >> bit & 1]
        ends = [self._words.say("terminal.ends-game")] if after.ending else []
        return Text(", ".join([*met, *ends]), LOUD)


def changes(words: Messages, was: Seat, now: Seat) -> Text:
    """What a player has less and more of."""
    parts = [Text.assemble((signed(-n), CLAY), letter(good)) for good, n in _goods(now, was)]
    parts += [Text.assemble((signed(n), GOOD), letter(good)) for good, n in _goods(was, now)]
    purse = ((now.coins - was.coins, "¢", GOLD), (now.flowers - was.flowers, "❀", LOTUS))
    parts += [Text.assemble((signed(n), GOOD if n > 0 else CLAY), (sign, style)) for n, sign, style in purse if n]
    if now.favors != was.favors:
        n = now.favors - was.favors
        parts.append(Text(f"{signed(n)[0]}{words.say('amount.favors', count=abs(n))}", GOOD if n > 0 else CLAY))
    if now.rowers != was.rowers:
        parts.append(Text(f"+{words.say('amount.rowers', count=1)}", GOOD))
    return Text(" ").join(parts)


def _goods(less: Seat, more: Seat) -> list[tuple[str, int]]:
    """The goods of which one boat has more than the other, and how many."""
    pairs = enumerate(zip(less.goods, more.goods, strict=True))
    return [(GOOD_NAMES[good], two - one) for good, (one, two) in pairs if two > one]
