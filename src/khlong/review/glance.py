"""What is seen one step ahead, by what the game's value has learnt: of each position, and of what chance did.

A review does it on the python engine, so that the first graph is there at once wherever it is made.
"""

from __future__ import annotations

from khlong.bots.explanation import Estimate
from khlong.bots.greedy import appraiser_of
from khlong.engine.chance import Chance, seed_words, sow
from khlong.games.facets import Value

from .finding import Finding, Luck, Worth
from .game import PastGame

FIRST_DICE, OTHER_DICE = 8, 24
"""How often chance is tried anew for each move: at first, and once there is time."""
PLAYED_OUT = 4
"""So many times less where a game has learnt no value, and games are played out for it."""
SEED = 0x6B686C6F6E67


def glance(past: PastGame, ply: int, dice: int = FIRST_DICE, *, native: bool = False) -> Finding:
    """What is seen of the position at a ply."""
    state = past.states[ply]
    if state.ending:
        return Finding(*appraiser_of(past.game, native=native).worth(state))
    seen = [Worth(each.move, each.win_shares, each.scores) for each in _appraised(past, ply, dice, native=native)]
    ranked = tuple(sorted(seen, key=lambda each: -each.shares[state.decider]))
    return Finding(ranked[0].shares, ranked[0].scores, ranked)


def luck_at(past: PastGame, ply: int, dice: int = FIRST_DICE, *, native: bool = False) -> Luck | None:
    """What chance did in the move that led to a ply: what the position is worth less the mean over other dice.

    Actual and other dice are seen by the same eyes, so whatever these overlook, luck is 0 in the mean.
    """
    if not past.drew(ply):
        return None
    made = past.moves[ply - 1]
    usual = next(each for each in _appraised(past, ply - 1, dice, native=native) if each.move == made)
    then, _ = appraiser_of(past.game, native=native).worth(past.states[ply])
    return Luck(past.owner(ply), tuple(after - mean for after, mean in zip(then, usual.win_shares, strict=True)))


def _appraised(past: PastGame, ply: int, dice: int, *, native: bool) -> list[Estimate]:
    own = Chance()
    sow(own, *seed_words(SEED), ply)
    tries = dice if Value.of(past.game).weights else dice // PLAYED_OUT
    return appraiser_of(past.game, native=native)(past.states[ply], own, tries)
