"""The odds: which location the pool as it stands would activate, and with what chance. Exact, by convolution."""

from bisect import bisect_left
from fractions import Fraction
from functools import lru_cache

from .components import Box
from .places import BOATS
from .state import DICE, NOWHERE, BoardPiece, State

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


def _dice_in_pool(state: State, box: Box, extra_dice: tuple[int, ...]) -> list[Die]:
    pools = [seat.pool for seat in state.seat]
    numbers = [die for pool in pools for die in range(DICE) if pool >> die & 1]
    dice = [(box.die_lowest[die], box.die_faces[die], box.die_sign[die]) for die in (*numbers, *extra_dice)]
    dice += [box.ama_die] * box.ama_dice[state.players]
    dice += [box.board_d12] * (state.board_pool >> BoardPiece.D12 & 1)
    dice += [box.board_d6] * (state.board_pool >> BoardPiece.D6 & 1)
    return dice
