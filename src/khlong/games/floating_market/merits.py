"""What a move is good for: fruit at once, the chances of the coming roll, whom it keeps off, dice and coins."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from khlong.engine.moves import members
from khlong.engine.rule import Link
from khlong.games.facets import Event

from .components import PLAYER_DICE, Box, Components
from .odds import forecast
from .places import BOATS
from .rules.collect import collect_for
from .state import State
from .view import dice_to_come

WORTH_TELLING = 3  # in a hundred rolls
COINS_WORTH_TELLING = 0.3  # of a coin, on average
LIKELY = 8  # in a hundred rolls
MOST_FRUIT = 2


class Prospects(NamedTuple):
    """What the coming roll brings, as far as it can be foreseen."""

    fruit: list[list[float]]  # by seat and kind: how often in a hundred rolls it is collected
    coins: list[float]  # by seat, on average

    def any_fruit(self, seat: int) -> float:
        return sum(self.fruit[seat])


class Advertiser:
    """Says what moves are good for, with the names that the components give. What a roll brings the rules themselves
    say, tried with every boat that it may activate."""

    def __init__(self, sheet: Components, box: Box, link: Link) -> None:
        self._box = box
        self._fruit = tuple(sheet.fruit.kinds.value)
        self._collect_for = link(collect_for)

    def merits(self, states: Sequence[State], moves: Sequence[int]) -> list[Event]:
        """What some moves of a player bring."""
        before, after = states[0], states[-1]
        me = before.decider
        was, now = before.seat[me], after.seat[me]
        told = [
            Event("fruit-now", {"seat": me, "fruit": self._fruit[kind], "count": now.fruit.bit_count()})
            for kind in members(now.fruit & ~was.fruit)
        ]
        told += self._at_the_roll(before, after)
        told += self._keeps_off(before, after)
        if now.out < was.out:
            told.append(Event("dice-again", {"seat": me, "count": (was.out & ~now.out).bit_count()}))
        if now.coins < was.coins:
            told.append(Event("spends", {"seat": me, "coins": was.coins - now.coins}))
        return told

    def _at_the_roll(self, before: State, after: State) -> Iterator[Event]:
        """Whose chances of the coming roll have changed, and for what."""
        me, were, are = before.decider, self._prospects(before), self._prospects(after)
        changes = [
            (round(100 * then), round(100 * now), kind)
            for kind, (then, now) in enumerate(zip(were.fruit[me], are.fruit[me], strict=True))
            if abs(now - then) * 100 >= WORTH_TELLING
        ]
        for then, now, kind in sorted(changes, key=lambda change: -abs(change[1] - change[0]))[:MOST_FRUIT]:
            key = "fruit-possible" if not then else "fruit-likelier" if now > then else "fruit-less-likely"
            yield Event(key, {"seat": me, "fruit": self._fruit[kind], "before": then, "after": now})
        more = are.coins[me] - were.coins[me]
        if more >= COINS_WORTH_TELLING:
            yield Event("coins-on-average", {"seat": me, "coins": f"{more:.1f}"})
        for seat in range(before.players):
            then, now = (round(100 * prospects.any_fruit(seat)) for prospects in (were, are))
            if seat != me and abs(now - then) >= WORTH_TELLING:
                key = "others-likelier" if now > then else "others-less-likely"
                yield Event(key, {"seat": seat, "before": then, "after": now})

    def _keeps_off(self, before: State, after: State) -> Iterator[Event]:
        """Who lacks the fruit of a boat that is taken now, and could still have gone there."""
        me, odds = before.decider, self._odds(after)
        for location in members(before.free & ~after.free & (1 << BOATS) - 1):
            lack = [
                seat
                for seat in range(before.players)
                if seat != me and after.seat[seat].customers and not after.seat[seat].fruit >> after.boat[location] & 1
            ]
            if lack and 100 * odds[location] >= LIKELY:
                yield Event("keeps-off", {"seats": lack, "fruit": self._fruit[after.boat[location]]})

    def _odds(self, state: State) -> list[float]:
        """The chance of each boat, with any of the dice that players have still to add."""
        to_come = [(each["count"], [*map(PLAYER_DICE.index, each["among"])]) for each in dice_to_come(state)]
        return forecast(state, self._box, to_come)

    def _prospects(self, state: State) -> Prospects:
        """What everybody would collect, boat by boat, times its chance."""
        found = Prospects([[0.0] * len(self._fruit) for _ in range(state.players)], [0.0] * state.players)
        for location, chance in enumerate(self._odds(state)):
            if not chance:
                continue
            then = state.copy()
            then.activated = location
            for seat in range(state.players):
                self._collect_for(then, seat)
                for kind in members(then.seat[seat].fruit & ~state.seat[seat].fruit):
                    found.fruit[seat][kind] += chance
                found.coins[seat] += (then.seat[seat].coins - state.seat[seat].coins) * chance
        return found
