"""What the lab looks for in games of Floating Market."""

from __future__ import annotations

from collections import Counter
from typing import Any

from khlong.engine.game import Game
from khlong.games.balance import Collector, Facts, Group, Profile, in_order_of_play, parts_of_win, sheets_of

from .moves import DIE, FRUIT, PLACE, VERBS
from .places import BOATS, PLACES
from .rules.customers import more_than_two
from .state import State

LEADER, LAST = "fruits of the leader", "fruits of the last"
BOUGHT, COLLECTED, THROUGH_STAND = "fruits bought at the Market", "fruits collected", "fruits through the Fruit Stand"


class FloatingMarketCollector:
    """One game of Floating Market."""

    def __init__(self, game: Game, places: tuple[str, ...], kinds: tuple[str, ...], offered: frozenset[str]) -> None:
        self._game = game
        self._places = places
        self._kinds = kinds
        self._offered = offered
        self._has: dict[int, Counter[str]] = {}
        self._uses: dict[int, Counter[str]] = {}
        self._paths: dict[str, list[float]] = {LEADER: [], LAST: []}

    def watch(self, state: State) -> Collector:
        self._has = {seat: Counter() for seat in range(state.players)}
        self._uses = {seat: Counter() for seat in range(state.players)}
        self._note_fruits(state)
        return self

    def note(self, before: State, move: int, after: State) -> None:
        seat = before.decider
        verb, parts = VERBS.taken_apart(move)
        if verb is PLACE:
            group = "boat" if parts[0] < BOATS else "place"
            self._has[seat][f"{group}/{self._places[parts[0]]}"] += 1
        elif verb is DIE:
            self._uses[seat]["dice added"] += 1
        elif verb is FRUIT:
            self._uses[seat][BOUGHT] += 1
        if before.chance != after.chance:
            self._note_roll(before, move, after)
        if after.round_number > before.round_number:
            self._note_fruits(after)

    def _note_roll(self, before: State, move: int, after: State) -> None:
        verb, parts = VERBS.taken_apart(move)
        for seat in range(after.players):
            coins = after.seat[seat].coins - before.seat[seat].coins
            self._uses[seat]["coins collected"] += max(coins, 0)
            new = after.seat[seat].fruit & ~before.seat[seat].fruit
            if seat == before.decider and verb is FRUIT:
                new &= ~(1 << parts[0])  # bought in the same move
            if new == 0:
                continue
            there = before.customers_at[after.activated] >> 2 * seat & 3
            if seat == before.decider and move == PLACE(after.activated):
                there += 1
            self._uses[seat][COLLECTED if there else THROUGH_STAND] += 1
            self._uses[seat][f"fruits at {self._places[after.activated]}"] += 1

    def _note_fruits(self, state: State) -> None:
        fruits = [state.seat[seat].fruit.bit_count() for seat in range(state.players)]
        self._paths[LEADER].append(max(fruits))
        self._paths[LAST].append(min(fruits))

    def facts(self, seed: int, last: State) -> Facts:
        order = in_order_of_play(last)
        for seat in order:
            fruit = last.seat[seat].fruit
            self._has[seat].update(f"fruit/{name}" for kind, name in enumerate(self._kinds) if fruit >> kind & 1)
        return Facts(
            seed=seed,
            wins=parts_of_win(last),
            points=tuple(self._game.score(last, seat)[0] for seat in order),
            lines=sheets_of(self._game, last),
            rounds=last.round_number,
            decisions=last.ply,
            causes=(self._game.endings[last.ending],),
            has=tuple(self._has[seat] for seat in order),
            offered=self._offered,
            uses=tuple(self._uses[seat] for seat in order),
            paths=self._paths,
        )


def profile(game: Game, start: State) -> Profile:
    """The profile of Floating Market with the components of a game and the players of a template."""
    notation = game.moves.notation
    places = tuple(notation[PLACE(place)].removeprefix("place ") for place in range(PLACES))
    kinds = tuple(notation[FRUIT(kind)].removeprefix("fruit ") for kind in range(BOATS))
    box: Any = game.constants["BOX"]
    in_play = box.places[more_than_two(start)]
    groups = (
        Group(
            "place",
            "Buildings and docks",
            "customers sent there",
            tuple(places[place] for place in range(BOATS, PLACES) if in_play >> place & 1),
            several=True,
        ),
        Group(
            "boat",
            "Boats",
            "customers sent to a boat at that location",
            tuple(places[place] for place in range(BOATS) if in_play >> place & 1),
            several=True,
        ),
        Group("fruit", "Fruits", "collected or bought", kinds, compared=False),
    )
    offered = frozenset(item for group in groups for item in group.items())

    def watch(state: State) -> Collector:
        return FloatingMarketCollector(game, places, kinds, offered).watch(state)

    return Profile(groups, game.endings[1:3], 1, (LEADER, LAST), "Fruits in the course of the game", watch)
