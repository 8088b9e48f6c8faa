"""What the lab looks for in games of Phraya."""

from __future__ import annotations

from collections import Counter
from typing import Any

from khlong.engine.game import Game
from khlong.games.balance import Collector, Facts, Group, Profile, in_order_of_play, parts_of_win, sheets_of

from .components import BOXES, STACK_SIZE, STACKS
from .enums import GOOD_NAMES, GOODS, STALL_KINDS
from .moves import (
    BARGE,
    BASKET,
    BUY,
    CARD,
    CARDS,
    DELIVER,
    FLOWERS,
    GIVE,
    KING_SPACE,
    OFFER,
    PURCHASES,
    REFRESH,
    ROWER,
    SELL,
    STALL,
    TAKE,
    VERBS,
)
from .names import CONDITION_NAMES
from .state import NONE, Ask, State

COUNTED = {
    BASKET: "baskets bought",
    ROWER: "rowers hired",
    DELIVER: "orders delivered",
    OFFER: "temple offerings",
    TAKE: "cards taken",
    KING_SPACE: "royal offerings",
    STALL: "stalls built",
    GIVE: "goods given for flowers",
    REFRESH: "markets refreshed",
}


class PhrayaCollector:
    """One game of Phraya. Cards, orders and baskets count as offered once they lie open."""

    def __init__(self, game: Game, names: Names, state: State) -> None:
        self._game = game
        self._names = names
        self._offered: set[str] = set()
        self._causes: list[str] = []
        self._uses: list[Counter[str]] = [Counter() for _ in range(state.players)]
        self._paths: list[list[int]] = [[] for _ in range(GOODS)]
        self._look_around(state)

    def note(self, before: State, move: int, after: State) -> None:
        new = after.conditions & ~before.conditions
        self._causes += [name for bit, name in enumerate(CONDITION_NAMES) if new >> bit & 1]
        self._note_use(before, move, after)
        self._look_around(after)
        if after.round_number > before.round_number:
            self._note_prices(after)

    def _note_use(self, before: State, move: int, after: State) -> None:
        verb, parts = VERBS.taken_apart(move)
        seat = before.decider
        uses, was, now = self._uses[seat], before.seat[seat], after.seat[seat]
        if before.decision == Ask.FIRST_STALL:
            return  # given, not built
        if verb in COUNTED:
            uses[COUNTED[verb]] += 1
        if verb is BUY:
            uses["goods bought"] += PURCHASES[parts[1]][0]
        if verb is SELL:
            uses["goods sold"] += parts[1]
        if verb is FLOWERS:
            uses["flowers sold"] += parts[0]
        if move == CARD(self._names.recover):
            uses["cards recovered"] += was.discard.bit_count()
        if verb is BARGE:
            uses["blessings: flowers"] += now.flowers - was.flowers
            uses["blessings: coins"] += now.coins - was.coins
            uses["blessings: Favors"] += now.favors - was.favors
        if now.favors < was.favors:
            uses["Favors used"] += was.favors - now.favors
        if verb in (BUY, SELL):
            for other in range(after.players):
                if other != seat:
                    gained = after.seat[other].flowers - before.seat[other].flowers
                    self._uses[other]["flowers from own stalls"] += gained

    def _look_around(self, state: State) -> None:
        names = self._names
        self._offered.update(names.card[card] for card in state.market if card != NONE)
        self._offered.update(names.order[order] for order in state.order_at if order != NONE)
        self._offered.update(names.tile[tile] for tile in state.basket_at if tile != NONE)

    def _note_prices(self, state: State) -> None:
        for good, path in enumerate(self._paths):
            path.append(self._names.price[good * BOXES + state.box[good]])

    def facts(self, seed: int, last: State) -> Facts:
        order = in_order_of_play(last)
        return Facts(
            seed=seed,
            wins=parts_of_win(last),
            points=tuple(self._game.score(last, seat)[0] for seat in order),
            lines=sheets_of(self._game, last),
            rounds=last.round_number,
            decisions=last.ply,
            causes=tuple(self._causes),
            has=tuple(self._has(last, seat) for seat in order),
            offered=frozenset(self._offered | set(self._names.stall)),
            uses=tuple(self._uses[seat] for seat in order),
            paths=dict(zip(GOOD_NAMES, self._paths, strict=True)),
        )

    def _has(self, state: State, seat: int) -> Counter[str]:
        own, names = state.seat[seat], self._names
        cards = own.hand | own.discard
        has = Counter(names.card[card] for card in range(names.basic, CARDS) if cards >> card & 1)
        has.update(names.order[order] for order in range(STACKS * STACK_SIZE) if own.orders >> order & 1)
        has.update(names.tile[tile] for tile in range(len(names.tile)) if own.tiles >> tile & 1)
        has.update(names.stall[kind] for kind, owner in zip(state.stall, state.owner, strict=True) if owner == seat)
        return has


class Names:
    """What cards, orders, baskets and stalls are called in a report."""

    def __init__(self, game: Game, edition: int) -> None:
        box: Any = game.constants["BOX"]
        self.recover: int = box.recover
        self.price: tuple[int, ...] = box.price
        self.basic = CARDS - 25
        spelled = [game.moves.notation[CARD(card)].removeprefix("card ") for card in range(CARDS)]
        self.card = [f"card/{name}" for name in spelled]
        self.deck = tuple(spelled[card] for card in range(self.basic, CARDS) if box.deck[edition] >> card & 1)
        goods, coins, points = box.order_goods, box.order_coins, box.order_vp
        self.orders = tuple(
            f"{number // STACK_SIZE + 1}{'abcde'[number % STACK_SIZE]}: "
            f"{_goods(goods[GOODS * number : GOODS * (number + 1)])} → {coins[number]}, {points[number]} VP"
            for number in range(STACKS * STACK_SIZE)
        )
        self.order = [f"order/{name}" for name in self.orders]
        pairs = zip(box.basket_one, box.basket_other, box.basket_price, strict=True)
        tiles = [f"{GOOD_NAMES[one]} and {GOOD_NAMES[other]} for {price}" for one, other, price in pairs]
        self.tile = [f"basket/{name}" for name in tiles]
        bag: int = box.bag[edition]
        self.bag = tuple(name for number, name in enumerate(tiles) if bag >> number & 1)
        self.stall = [f"stall/{kind}" for kind in STALL_KINDS[:GOODS]]


def _goods(asked: tuple[int, ...]) -> str:
    several = {1: ""}
    return ", ".join(
        f"{several.get(number, f'{number} ')}{GOOD_NAMES[good]}" for good, number in enumerate(asked) if number
    )


def profile(game: Game, start: State) -> Profile:
    """The profile of Phraya with the components of a game and the edition of a template."""
    names = Names(game, start.edition)

    def watch(state: State) -> Collector:
        return PhrayaCollector(game, names, state)

    return Profile(
        groups=(
            Group("card", "Market cards", "bought from the scribe", names.deck, judged=True),
            Group("order", "Orders", "delivered to a restaurant", names.orders),
            Group("basket", "Baskets", "bought at a basket stall", names.bag),
            Group("stall", "Stalls", "owned at the end", STALL_KINDS[:GOODS], several=True),
        ),
        causes=CONDITION_NAMES,
        causes_needed=2,
        paths=GOOD_NAMES,
        paths_title="Prices",
        watch=watch,
    )
