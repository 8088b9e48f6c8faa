"""Decision points: each is one named thing that says what is asked, what is legal, and what an answer does.

Prompt, log, legal moves and masks all come from these, so they cannot disagree.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .rule import rule


@dataclass(frozen=True)
class Decision:
    """A question of the game. Who decides stands in the state, as `decider`."""

    key: str
    prompt: str
    options: Callable[[Any, Any], int]
    take: Callable[[Any, int], None]


NOTHING = -1
"""What `state.decision` says while nothing is asked: in the middle of a move, and when the game is over."""


def dispatch(
    decisions: Sequence[Decision], carry_on: Callable[[Any], None]
) -> tuple[Callable[[Any, Any], int], Callable[[Any, int], None]]:
    """The whole interface of a game, `legal_moves(state, moves) -> count` and `play(state, move)`.

    `state.decision` is an index into `decisions`. An answer may ask the next question itself, by setting it, or end
    the game; otherwise `carry_on` finds out what is next. The two functions are written out as chains of
    comparisons because compiled code cannot choose from a table of functions.
    """
    scope: dict[str, Any] = {"carry_on": carry_on}
    legal = ["def legal_moves(state, moves):", "    asked = state.decision"]
    play = ["def play(state, move):", "    state.ply += 1", "    asked = state.decision"]
    play += [f"    state.decision = {NOTHING}"]
    for number, decision in enumerate(decisions):
        scope[f"options_{number}"] = decision.options
        scope[f"take_{number}"] = decision.take
        legal += [f"    if asked == {number}:  # {decision.key}", f"        return options_{number}(state, moves)"]
        play += [f"    {'el' if number else ''}if asked == {number}:", f"        take_{number}(state, move)"]
    legal += ["    return 0"]
    play += [f"    if state.decision == {NOTHING} and state.ending == 0:", "        carry_on(state)"]
    exec(compile("\n".join(legal + play) + "\n", "<decision points>", "exec"), scope)
    return rule(scope["legal_moves"]), rule(scope["play"])
