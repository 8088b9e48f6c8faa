"""Counting the tree of moves below a position: the gold standard of rules tests."""

from __future__ import annotations

from typing import Any

from khlong.engine.game import GameState


def count_positions(engine: Any, state: GameState, enough: int) -> list[tuple[int, int]]:
    """For each depth: how many sequences of moves there are, and how many different states they reach.

    Goes deeper until there are enough sequences.
    """
    level = [engine.from_state(state)]
    counts: list[tuple[int, int]] = []
    while len(level) < enough:
        below = []
        for position in level:
            for move in engine.legal_moves(position):
                child = engine.copy(position)
                engine.play(child, move)
                below.append(child)
        level = below
        counts.append((len(level), len({engine.to_state(position).pack() for position in level})))
    return counts
