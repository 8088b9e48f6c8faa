"""The odds: which location the pool as it stands would activate, and with what chance. Exact, by convolution."""

from fractions import Fraction

from .components import Box
from .places import BOATS
from .state import DICE, NOWHERE, BoardPiece, State

Spread = dict[int, int]


def location_odds(state: State, box: Box, extra_dice: tuple[int, ...] = ()) -> list[Fraction]:
    """The chance of each location to be activated if the pool, with some more of a player's dice, were rolled now.

    What is missing to 1 is the chance that nothing is activated (FM-1).
    """
    spread = total_spread(state, box, extra_dice)
    ways = sum(spread.values())
    odds = [Fraction(0)] * BOATS
    for total, count in spread.items():
        location = location_of(total, state.closed, box)
        if location != NOWHERE:
            odds[location] += Fraction(count, ways)
    return odds


def total_spread(state: State, box: Box, extra_dice: tuple[int, ...] = ()) -> Spread:
    """In how many ways the dice can make each total."""
    tiles = box.tile_high * (state.board_pool >> BoardPiece.TILE_HIGH & 1)
    tiles += box.tile_low * (state.board_pool >> BoardPiece.TILE_LOW & 1)
    spread = {tiles: 1}
    for lowest, faces, sign in _dice_in_pool(state, box, extra_dice):
        wider: Spread = {}
        for total, count in spread.items():
            for face in range(lowest, lowest + faces):
                wider[total + sign * face] = wider.get(total + sign * face, 0) + count
        spread = wider
    return spread


def location_of(total: int, closed: int, box: Box) -> int:
    """The location that a total activates, or NOWHERE."""
    location = BOATS - 1
    if box.first_total <= total <= box.highest_totals[-1]:
        location = next(index for index, highest in enumerate(box.highest_totals) if total <= highest)
    return NOWHERE if location == closed else location


def _dice_in_pool(state: State, box: Box, extra_dice: tuple[int, ...]) -> list[tuple[int, int, int]]:
    pools = [seat.pool for seat in state.seat]
    numbers = [die for pool in pools for die in range(DICE) if pool >> die & 1]
    dice = [(box.die_lowest[die], box.die_faces[die], box.die_sign[die]) for die in (*numbers, *extra_dice)]
    dice += [box.ama_die] * box.ama_dice[state.players]
    dice += [box.board_d12] * (state.board_pool >> BoardPiece.D12 & 1)
    dice += [box.board_d6] * (state.board_pool >> BoardPiece.D6 & 1)
    return dice
