"""What a move is good for: what the turn is for, the score line by line, the purse, and what it does to the others."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from khlong.games.facets import Event, changed_lines

from .canal import ONLY_WAY_OUT
from .components import BOXES
from .constants import Box
from .enums import GOOD_NAMES, GOODS, STALL_KINDS
from .events import Reporter
from .moves import BARGE, BASKET, BOAT, DELIVER, KING_SPACE, OFFER, ROWER, STALL, TAKE, VERBS
from .names import CONDITION_NAMES
from .sheet import ScorePad
from .state import State

DEEDS = {DELIVER: "deliver", OFFER: "offer", KING_SPACE: "king", BASKET: "basket", ROWER: "rower", TAKE: "take"}
"""What the earlier moves of a turn are made for, with the events that tell of it."""
POINTS_WORTH_TELLING = 3  # of another player
PURSE = ("coins", "flowers", "favors")


class Advertiser:
    """Says what moves are good for, with the names that the components give."""

    def __init__(self, box: Box, pad: ScorePad, reporter: Reporter) -> None:
        self._box = box
        self._pad = pad
        self._reporter = reporter

    def merits(self, states: Sequence[State], moves: Sequence[int]) -> list[Event]:
        """What some moves of a player bring."""
        before, after = states[0], states[-1]
        told = [*self._deeds(states, moves)]
        left_out = {"total", "coins"}  # coins are told as coins, and deliveries with their points
        left_out |= {"orders" for event in told if event.key == "deliver"}
        told += [
            event for event in changed_lines(self._pad.fill, before, after) if event.values["line"] not in left_out
        ]
        told += [*self._purse(before, after), *self._cargo(before, after), *self._others(before, after, moves)]
        return told or [*self._beside(before, after, moves)]

    def _deeds(self, states: Sequence[State], moves: Sequence[int]) -> Iterator[Event]:
        """What later moves of the turn come to, and a condition of the end that is met."""
        for number, (move, (then, now)) in enumerate(zip(moves, pairwise(states), strict=True)):
            verb, _ = VERBS.taken_apart(move)
            if number and verb in DEEDS:
                yield from (event for event in self._reporter.events(then, move, now) if event.key == DEEDS[verb])
        met = states[-1].conditions & ~states[0].conditions
        yield from (Event(name) for bit, name in enumerate(CONDITION_NAMES) if met >> bit & 1)

    def _purse(self, before: State, after: State) -> Iterator[Event]:
        """What whoever moves has more and less in the end, in purse and boat."""
        me = before.decider
        was, now = before.seat[me], after.seat[me]
        changes = {what: getattr(now, what) - getattr(was, what) for what in PURSE}
        changes |= {GOOD_NAMES[good]: now.goods[good] - was.goods[good] for good in range(GOODS)}
        for key, sign in (("in-all-more", 1), ("in-all-less", -1)):
            amounts = {what: change * sign for what, change in changes.items() if change * sign > 0}
            if amounts:
                yield Event(key, {"seat": me, "what": amounts})

    def _cargo(self, before: State, after: State) -> Iterator[Event]:
        """What new prices make of the goods that are on board all the while."""
        kept = map(min, before.seat[before.decider].goods, after.seat[before.decider].goods)
        worth = sum(
            number * (self._price(after, good) - self._price(before, good))
            for good, number in zip(range(GOODS), kept, strict=True)
        )
        if worth:
            yield Event("cargo-up" if worth > 0 else "cargo-down", {"seat": before.decider, "coins": abs(worth)})

    def _others(self, before: State, after: State, moves: Sequence[int]) -> Iterator[Event]:
        """Points that the others lose or get, what they are given, and whose boat is shut in."""
        were, are = self._pad.score(before).points, self._pad.score(after).points
        barge = any(VERBS.taken_apart(move)[0] is BARGE for move in moves)
        for seat in range(before.players):
            if seat == before.decider:
                continue
            points = sum(are[seat]) - sum(were[seat])
            if abs(points) >= POINTS_WORTH_TELLING:
                yield Event("other-gains" if points > 0 else "other-loses", {"seat": seat, "points": abs(points)})
            then, now = before.seat[seat], after.seat[seat]
            given = {what: more for what in PURSE if (more := getattr(now, what) - getattr(then, what)) > 0}
            if given and not after.ending:
                yield Event("other-gets", {"seat": seat, "what": given})
            if barge and ONLY_WAY_OUT[now.section] == after.barge != before.barge:
                yield Event("shuts-in", {"seat": seat})

    def _beside(self, before: State, after: State, moves: Sequence[int]) -> Iterator[Event]:
        """Where the boat lies in the end, or what the new stall is for."""
        me, (verb, _) = before.decider, VERBS.taken_apart(moves[-1])
        section = after.seat[me].section
        if verb is STALL:
            yield Event("stall-brings", {"seat": me})
        elif any(VERBS.taken_apart(move)[0] is BOAT for move in moves):
            kinds = [STALL_KINDS[after.stall[2 * section + side]] for side in range(2)]
            yield Event("lies-beside", {"seat": me, "kinds": kinds})

    def _price(self, state: State, good: int) -> int:
        return self._box.price[good * BOXES + state.box[good]]
