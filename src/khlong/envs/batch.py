"""What batches of games are, whatever engine runs them: what they are asked with, and what they answer."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from khlong.engine.chance import seed_words
from khlong.engine.game import Game
from khlong.engine.given import shown, whole
from khlong.engine.python import game_constants
from khlong.engine.rule import Rule, is_rule
from khlong.engine.schema import dtype, leaves
from khlong.games import game_named
from khlong.games.observations import Observations
from khlong.table.options import full_options, known_seed, template

from .errors import EnvError

Rewards = Literal["share", "rank", "score"]
SLOT_SEED_BITS = 63
MOST_GAMES = 1 << 28
MOST_DECISIONS = 1 << 20

Numbers: TypeAlias = npt.NDArray[np.integer]
Marks: TypeAlias = npt.NDArray[np.bool_]
Fractions: TypeAlias = npt.NDArray[np.float32]
Records: TypeAlias = npt.NDArray[np.void]
Array: TypeAlias = Any
"""NumPy's arrays on the native engine, those of the card on cuda: Numba declares no types for them."""


class Frame(NamedTuple):
    """How all games of a batch stand, a row for each. Arrays are written anew by the next step: copy what you keep."""

    observation: Array
    """Numbers as `Batch.entries` names them, as they look from the seat that is to decide."""
    legal: Array
    """Whether each move can be made; never all false."""
    decider: Array
    """The seat that is to decide."""
    rewards: Array
    """What each seat got in this step: nothing until a game is over."""
    done: Array
    """Whether a game ended in this step. What else is told of it is the next game, that has begun."""
    last_observation: Array
    """Where a game ended, how it looked then from the seat that decided last; other rows are of older games."""


@dataclass(frozen=True)
class Saved:
    """All games of a batch as they stood: to be given back to `restore`."""

    about: tuple[object, ...]
    states: Records
    seeds: Numbers
    numbers: Numbers


class Plan:
    """A game with players, options and rewards, as environments are asked for it."""

    def __init__(
        self, game: str | Game, players: int | None, options: Mapping[str, object] | None, rewards: str = "share"
    ) -> None:
        self.game = game if isinstance(game, Game) else game_named(game)
        self.players = min(4, self.game.players[-1]) if players is None else players
        self.options = full_options(self.game, self.players, {} if options is None else options)
        self.template = template(self.game, self.players, self.options)
        self.observations = Observations.of(self.game)
        if rewards not in get_args(Rewards):
            raise EnvError(f"Rewards are {', '.join(get_args(Rewards))}, not {shown(rewards)}.")
        if rewards != "share" and self.observations.standing is None:
            raise EnvError(f"The score of {self.game.name} is no rule, so rewards can only be 'share'.")
        self.rewards = rewards
        self.kind = get_args(Rewards).index(rewards)

    def __deepcopy__(self, memo: object) -> Plan:
        return self  # nothing about it ever changes

    def __reduce__(self) -> tuple[type[Plan], tuple[object, ...]]:
        if game_named(self.game.name) is not self.game:
            raise EnvError(f"{self.game.name} with components of one's own cannot be sent to another process.")
        return Plan, (self.game.name, self.players, self.options, self.rewards)

    @property
    def moves(self) -> int:
        """How many moves there are."""
        return len(self.game.moves)

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return len(self.observations.entries())

    @property
    def number(self) -> np.dtype[np.signedinteger]:
        """What kind of numbers an observation has."""
        return np.dtype(f"i{self.observations.width.size}")

    def constants(self, policy: Rule | None = None) -> dict[str, object]:
        """What the linker puts into `loops` for the game, and perhaps for a policy, which alone looks at positions."""
        own: dict[str, object] = {**game_constants(self.game), "observe": self.observations.observe}
        own |= {"LOOKS": 0} if policy is None else {"LOOKS": 1, "policy": policy}
        if self.observations.observe_piece:
            own["observe_piece"] = self.observations.observe_piece
        return own | ({"standing": self.observations.standing} if self.observations.standing else {})

    def describe(self) -> tuple[object, ...]:
        """What must be the same for states to fit."""
        return (self.game.name, self.game.rules_version, self.players, tuple(sorted(self.options.items())))


class Batch:
    """Many games side by side. `reset` begins them all, `step` makes a decision in each.

    Game k of a slot with the seed s, counted from 0, is the game of a table with the seed s + k · 2^64: `game_seeds`.
    """

    backend = ""
    frame: Frame
    """How all games stand: what the last call gave."""

    def __init__(
        self,
        game: str | Game,
        games: int,
        *,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        rewards: Rewards = "share",
    ) -> None:
        self.plan = Plan(game, players, options, rewards)
        number = whole(games)
        if number is None or not 1 <= number <= MOST_GAMES:
            raise EnvError(f"A batch has a number of games from 1 to {MOST_GAMES:,}, not {shown(games)}.")
        self.games = number
        self.begun = False

    @property
    def entries(self) -> tuple[str, ...]:
        """What each number of an observation is called."""
        return self.plan.observations.entries()

    @property
    def bytes_needed(self) -> int:
        """How much memory it takes."""
        plan = self.plan
        each = dtype(plan.game.state).itemsize + 2 * plan.size * plan.number.itemsize + plan.moves
        return self.games * (each + 4 * plan.players + 8 * 3 + 2)

    def split(self, observation: Array) -> dict[str, Array]:
        """Observations as a dictionary: for each field an array with a row for each game.

        Fields of players are told together: `seat.coins` has a number for each seat, from the one that decides on.
        """
        if tuple(observation.shape[1:]) != (self.plan.size,):
            raise EnvError(
                f"An observation of {self.plan.game.name} has {self.plan.size} numbers, not {shown(observation.shape)}."
            )
        columns = columns_of(self.plan.observations)
        return {
            part.name: observation[:, columns[part.name]].reshape(observation.shape[0], *part.shape)
            for part in self.plan.observations.parts()
        }

    @staticmethod
    def seeds_of(seeds: Numbers, numbers: Numbers) -> list[int]:
        """The seeds of the tables that play the same games."""
        return [int(seed) + (int(number) << 64) for seed, number in zip(seeds, numbers, strict=True)]

    # what callers give

    def checked_seeds(self, seeds: int | Sequence[int] | Numbers | None) -> Numbers:
        """A seed for each slot: those given, or those that count up from one."""
        if seeds is None:
            seeds = secrets.randbits(SLOT_SEED_BITS - 2)
        first = whole(seeds)
        if first is not None:
            known_seed(first)
            if first + self.games > 1 << SLOT_SEED_BITS:
                raise EnvError(
                    f"Seeds count up from the one given and stay below 2^{SLOT_SEED_BITS}: {shown(seeds)} is too large."
                )
            return np.arange(first, first + self.games, dtype=np.int64)
        given = np.asarray(seeds)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise EnvError(
                f"Seeds are one whole number, or {self.games} of them, one for each game, "
                f"not {given.dtype} of shape {given.shape}."
            )
        if given.size and (int(given.min()) < 0 or int(given.max()) >= 1 << SLOT_SEED_BITS):
            raise EnvError(f"Seeds are whole numbers from 0 to 2^{SLOT_SEED_BITS} - 1.")
        return given.astype(np.int64)

    def refuse_action(self, slot: int, action: int) -> EnvError:
        """What is said of an action that is not legal."""
        moves = self.plan.game.moves.notation
        known = 0 <= action < len(moves)
        what = f"{action} ({moves[action]})" if known else f"{shown(action)}, which is no move at all,"
        return EnvError(
            f"The action of game {slot} is {what}, and not legal there. No game was moved: "
            "choose where `legal` is true."
        )

    def checked_words(self, seed: object) -> tuple[int, int, int, int]:
        """A seed as words."""
        return seed_words(known_seed(seed))

    def checked_decisions(self, decisions: object) -> int:
        """How many decisions to make at once."""
        number = whole(decisions)
        if number is None or not 1 <= number <= MOST_DECISIONS:
            raise EnvError(f"Decisions are a number from 1 to {MOST_DECISIONS:,}, not {shown(decisions)}.")
        return number

    def checked_policy(self, policy: object) -> Rule:
        """The policy, if it is a rule."""
        if not is_rule(policy):
            raise EnvError(
                f"A policy is a @rule (seen, moves, count, picker) that gives one of the first count moves, "
                f"not {shown(policy)}."
            )
        return policy

    def checked_saved(self, saved: object) -> Saved:
        """What was saved, if it fits here."""
        if not isinstance(saved, Saved):
            raise EnvError(f"What is restored is what save() gave, not {shown(saved)}.")
        if saved.about != self._about():
            raise EnvError(f"These games were saved by another batch: {saved.about}, and this one has {self._about()}.")
        return saved

    def _about(self) -> tuple[object, ...]:
        return (self.backend, self.games, *self.plan.describe())

    def _must_have_begun(self) -> None:
        if not self.begun:
            raise EnvError("No games have begun yet: call reset first.")


def refuse_what_does_not_fit(needed: int, room: int, where: str) -> None:
    """Says so before memory runs out."""
    if needed > room:
        raise EnvError(
            f"The games take {needed / 2**30:.1f} GiB, and {where} has {room / 2**30:.1f} GiB: take fewer of them."
        )


def memory_of_machine() -> int:
    """How much memory there is, as far as the system says."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 1 << 62


def columns_of(observations: Observations) -> dict[str, list[int]]:
    """The columns of each field, by its dotted name."""
    columns: dict[str, list[int]] = {}
    for column, (place, _) in enumerate(leaves(observations.layout)):
        columns.setdefault(re.sub(r"\[\d+\]", "", place), []).append(column)
    return columns
