"""The odds: which location the pool as it stands would activate, and with what chance. Exact, by convolution."""

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from khlong.engine.errors import RollError
from khlong.engine.given import shown
from khlong.engine.moves import members
from khlong.games.facets import Draw

from .components import PLAYER_DICE, Box, Components
from .moves import place_names, tile_names
from .places import BOATS
from .state import NOWHERE, BoardPiece, State

BOARD_NAMES = ("d12", "d6")
Spread = dict[int, int]
Die = tuple[int, int, int]  # the lowest face, how many faces, the sign


def location_odds(state: State, box: Box, extra_dice: tuple[int, ...] = ()) -> list[Fraction]:
    """The chance of each location to be activated if the pool, with some more of a player's dice, were rolled now.

    What is missing to 1 is the chance that nothing is activated (FM-1).
    """
    counts, ways = location_counts(state, box, extra_dice)
    return [Fraction(count, ways) for count in counts]


def location_counts(state: State, box: Box, extra_dice: tuple[int, ...] = ()) -> tuple[list[int], int]:
    """The same as numbers: in how many ways each location is activated, and how many ways there are."""
    tiles = box.tile_high * (state.board_pool >> BoardPiece.TILE_HIGH & 1)
    tiles += box.tile_low * (state.board_pool >> BoardPiece.TILE_LOW & 1)
    spread = _spread(tuple(sorted(_dice_in_pool(state, box, extra_dice))))
    counts = [0] * BOATS
    for total, count in spread.items():
        location = location_of(total + tiles, state.closed, box)
        if location != NOWHERE:
            counts[location] += count
    return counts, sum(spread.values())


def forecast(state: State, box: Box, to_come: Sequence[tuple[int, Sequence[int]]]) -> list[float]:
    """The chance of each location once some more dice are in: so many of several, each as likely as the others."""
    tiles = box.tile_high * (state.board_pool >> BoardPiece.TILE_HIGH & 1)
    tiles += box.tile_low * (state.board_pool >> BoardPiece.TILE_LOW & 1)
    counts = _spread(tuple(sorted(_dice_in_pool(state, box, ()))))
    ways = sum(counts.values())
    totals = {total: count / ways for total, count in counts.items()}
    for count, among in to_come:
        faces = [
            (box.die_sign[die] * face, 1 / len(among) / box.die_faces[die])
            for die in among
            for face in range(box.die_lowest[die], box.die_lowest[die] + box.die_faces[die])
        ]
        for _ in range(count):
            wider: dict[int, float] = {}
            for total, share in totals.items():
                for face, chance in faces:
                    wider[total + face] = wider.get(total + face, 0.0) + share * chance
            totals = wider
    found = [0.0] * BOATS
    for total, share in totals.items():
        location = location_of(total + tiles, state.closed, box)
        if location != NOWHERE:
            found[location] += share
    return found


@lru_cache(maxsize=4096)
def _spread(dice: tuple[Die, ...]) -> Spread:
    """In how many ways dice can make each total. A pool grows die by die, so all but the last are known already."""
    if not dice:
        return {0: 1}
    lowest, faces, sign = dice[-1]
    wider: Spread = {}
    for total, count in _spread(dice[:-1]).items():
        for face in range(lowest, lowest + faces):
            wider[total + sign * face] = wider.get(total + sign * face, 0) + count
    return wider


def location_of(total: int, closed: int, box: Box) -> int:
    """The location that a total activates, or NOWHERE."""
    location = BOATS - 1
    if box.first_total <= total <= box.highest_totals[-1]:
        location = bisect_left(box.highest_totals, total)
    return NOWHERE if location == closed else location


class Pool:
    """What is left to chance: the dice of the pool, by name."""

    def __init__(self, sheet: Components, box: Box) -> None:
        self._box = box
        self._locations = place_names(sheet)[:BOATS]
        self._pieces = (*tile_names(sheet), *(f"board {die}" for die in BOARD_NAMES))

    def draws(self, before: State, move: int, now: State) -> list[Draw]:
        """The dice of a roll in the order of `roll_pool`."""
        box = self._box
        own = [
            Draw(PLAYER_DICE[die], _faces((box.die_lowest[die], box.die_faces[die], box.die_sign[die])), player)
            for player, seat in enumerate(now.seat[: now.players])
            for die in members(seat.pool)
        ]
        ama = [Draw("ama", _faces(box.ama_die))] * box.ama_dice[now.players]
        board = ((BoardPiece.D12, box.board_d12), (BoardPiece.D6, box.board_d6))
        return own + ama + [Draw(self._pieces[p], _faces(die)) for p, die in board if now.board_pool >> p & 1]

    def odds(self, state: State, extra: Sequence[str]) -> dict[str, Fraction]:
        """The chance of each location, by its name, with some more dice or tiles in the pool."""
        changed, own = state.copy(), []
        for name in extra:
            if name in PLAYER_DICE:
                own.append(PLAYER_DICE.index(name))
                there = sum(seat.pool >> own[-1] & 1 for seat in state.seat) + own.count(own[-1])
                if there > state.players:
                    raise RollError(f"There are only {state.players} {name}, one for each player.")
            elif name in self._pieces:
                piece = 1 << self._pieces.index(name)
                if changed.board_pool & piece:
                    raise RollError(f"There is only one {name}, and it is in the pool already.")
                changed.board_pool |= piece
            else:
                there_are = ", ".join((*PLAYER_DICE, *self._pieces))
                raise RollError(f"There is no die or tile {shown(name)}. There are {there_are}.")
        return dict(zip(self._locations, location_odds(changed, self._box, tuple(own)), strict=True))


def _faces(die: Die) -> tuple[int, ...]:
    lowest, count, _ = die
    return tuple(range(lowest, lowest + count))


def _dice_in_pool(state: State, box: Box, extra_dice: tuple[int, ...]) -> list[Die]:
    pools = [seat.pool for seat in state.seat]
    numbers = [die for pool in pools for die in members(pool)]
    dice = [(box.die_lowest[die], box.die_faces[die], box.die_sign[die]) for die in (*numbers, *extra_dice)]
    dice += [box.ama_die] * box.ama_dice[state.players]
    dice += [box.board_d12] * (state.board_pool >> BoardPiece.D12 & 1)
    dice += [box.board_d6] * (state.board_pool >> BoardPiece.D6 & 1)
    return dice
