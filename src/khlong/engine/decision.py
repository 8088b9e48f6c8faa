"""Decision points: each is one named thing that says what is asked, what is legal, and what an answer does.

Prompts, legal moves and masks all come from these, so they cannot disagree.
"""

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, NamedTuple, TypeAlias

from .moves import Verb
from .rule import generated_rule

OwnState: TypeAlias = Any
"""A state of some game, of which nobody but the game knows all fields."""


@dataclass(frozen=True)
class Decision:
    """A question of the game, put into words by its key. Who decides stands in the state, as `decider`.

    `options` lists the legal moves. `answers` has the verbs that can answer, and for each the rule of what it does: its
    parameters are the state and the parts of the move.
    """

    key: str
    options: Callable[[OwnState, MutableSequence[int]], int]
    answers: Mapping[Verb, Callable[..., None]]

    def __post_init__(self) -> None:
        for verb, take in self.answers.items():
            if list(signature(take).parameters) != ["state", *verb.parts]:
                asked = ", ".join(["state", *verb.parts])
                raise TypeError(
                    f"{take.__name__} answers {self.key!r} with {verb.word!r}: its parameters must be {asked}"
                )


NOTHING = -1
"""What `state.decision` says while nothing is asked: in the middle of a move, and when the game is over."""

GAME_TURN = -2
"""What it says when it is the game's own turn: no player decides. Dice are rolled, or scores are reckoned."""


class Rules(NamedTuple):
    """The whole interface of a game's rules.

    `play` is an answer, and then the game's own turn if it is that. The two halves are there for themselves because
    games that run side by side on a GPU should come to their dice together.
    """

    legal_moves: Callable[[OwnState, MutableSequence[int]], int]  # (state, moves) -> count
    play: Callable[[OwnState, int], None]  # (state, move)
    answer: Callable[[OwnState, int], None]  # (state, move)
    game_turn: Callable[[OwnState], None]  # (state)


def dispatch(
    decisions: Sequence[Decision], carry_on: Callable[[OwnState], None], game_turn: Callable[[OwnState], None]
) -> Rules:
    """Makes the rules of a game from its decision points.

    `state.decision` is an index into `decisions`. An answer may ask the next question itself, by setting it, or end
    the game; otherwise `carry_on` finds out what is next. The functions are written out as chains of comparisons
    because compiled code cannot choose from a table of functions.
    """
    scope: dict[str, object] = {"carry_on": carry_on, "game_turn": game_turn}
    legal = ["def legal_moves(state, moves):", "    asked = state.decision"]
    answer = ["def answer(state, move):", "    state.ply += 1", "    asked = state.decision"]
    answer += [f"    state.decision = {NOTHING}"]
    for number, decision in enumerate(decisions):
        scope[f"options_{number}"] = decision.options
        legal += [f"    if asked == {number}:  # {decision.key}", f"        return options_{number}(state, moves)"]
        answer += [f"    {'el' if number else ''}if asked == {number}:  # {decision.key}"]
        answer += [f"        {line}" for line in _written_answers(number, decision, scope)]
    legal += ["    return 0"]
    answer += [f"    if state.decision == {NOTHING} and state.ending == 0:", "        carry_on(state)"]
    play = ["def play(state, move):", "    answer(state, move)"]
    play += [f"    if state.decision == {GAME_TURN}:", "        game_turn(state)"]
    answering = scope["answer"] = generated_rule("answer", "\n".join(answer), scope)
    return Rules(
        generated_rule("legal_moves", "\n".join(legal), scope),
        generated_rule("play", "\n".join(play), scope),
        answering,
        game_turn,
    )


def _written_answers(number: int, decision: Decision, scope: dict[str, object]) -> list[str]:
    """What the answers to a question do: a verb of one move is known by its number, others by where they end."""
    lines: list[str] = []
    verbs = sorted(decision.answers, key=lambda verb: (verb.count > 1, verb.first))
    for verb in verbs:
        name = f"take_{number}_{verb.first}"
        scope[name] = decision.answers[verb]
        is_verb = f"move == {verb.first}" if verb.count == 1 else f"move < {verb.moves.stop}"
        lines += [f"{'elif' if lines else 'if'} {'True' if verb is verbs[-1] else is_verb}:"]
        lines += [f"    {name}({', '.join(['state', *verb.spelled_parts('move')])})"]
    return lines
