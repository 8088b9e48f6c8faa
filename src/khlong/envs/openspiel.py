"""OpenSpiel: our games among its own, for its algorithms as they are.

>>> import pyspiel
>>> import khlong.envs.openspiel
>>> game = pyspiel.load_game("khlong_floating_market", {"players": 3})
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

Chance is sampled: a chance node has one outcome, and what it brings is drawn then and there, so that who plans ahead on
a copy of a state learns nothing of the dice that will fall.
"""

from __future__ import annotations

import random
from typing import get_args

import numpy as np
import pyspiel

from khlong.engine.chance import SEED_BITS
from khlong.engine.data import ReadData
from khlong.engine.game import Game, Option
from khlong.games import game_named, game_names
from khlong.games.facets import Cover
from khlong.games.observations import Observations
from khlong.table import Table

from .batch import Plan, Rewards
from .errors import EnvError
from .one_game import OneGame, Row

LONGEST = 100_000
DRAW = 0
"""The one outcome of a chance node."""
SETUP = -1
"""What waits for chance before the first decision."""
BOUNDS = {"share": (0.0, 1.0, 1.0), "rank": (-1.0, 1.0, 0.0), "score": (-1e3, 1e3, None)}
"""The least and the most that rewards can be, and what they come to together."""
OWN = {"players", "rewards", "seed"}


def short_name(game: Game) -> str:
    """What a game is called at OpenSpiel.

    >>> short_name(game_named("floating-market")) == "khlong_floating_market"
    True
    """
    return "khlong_" + game.name.replace("-", "_")


def type_of(
    game: Game,
    rewards: str = "share",
    name: str = "",
    chance: pyspiel.GameType.ChanceMode = pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
) -> pyspiel.GameType:
    """How a game describes itself."""
    kinds = pyspiel.GameType.Utility
    utility = {"share": kinds.CONSTANT_SUM, "rank": kinds.ZERO_SUM, "score": kinds.GENERAL_SUM}[rewards]
    return pyspiel.GameType(
        short_name=name or short_name(game),
        long_name=f"Khlong: {Cover.of(game).title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": min(4, game.players[-1]),
            "rewards": "share",
            "seed": -1,
            **{option.key: _default(option) for option in game.options},
        },
    )


def _default(option: Option) -> int | str:
    """The usual choice; as a number where all are, since OpenSpiel reads them so from a game's text."""
    return int(option.default) if all(map(str.isdecimal, option.choices)) else option.default


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with players and options. `seed` makes its chance repeat."""

    own: Game
    called = ""
    chance = pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC

    def __init__(self, params: ReadData | None = None) -> None:
        given = dict(params or {})
        options = {key: str(value) for key, value in given.items() if key not in OWN}
        rewards = given.get("rewards", "share")
        if rewards not in get_args(Rewards):
            raise EnvError(f"Rewards are {', '.join(get_args(Rewards))}, not {rewards!r}.")
        self.plan = Plan(self.own, int(given.get("players", min(4, self.own.players[-1]))), options, rewards)
        seed = int(given.get("seed", -1))
        self._random = random.Random() if seed < 0 else random.Random(seed)
        lowest, highest, total = {"share": (0.0, 1.0, 1.0), "rank": (-1.0, 1.0, 0.0), "score": (-1e3, 1e3, None)}[
            rewards
        ]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.plan.moves,
            max_chance_outcomes=1,
            num_players=self.plan.players,
            min_utility=lowest,
            max_utility=highest,
            utility_sum=total,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(self.own, rewards, self.called, self.chance), info, given)

    def new_initial_state(self) -> SpielState:
        """A game that waits for its set-up to be drawn."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: ReadData | None = None
    ) -> SpielObserver:
        """What looks at states."""
        return SpielObserver(self.plan, iig_obs_type is None or iig_obs_type.public_info)

    def draw(self) -> int:
        """A seed for what chance is to bring."""
        return self._random.getrandbits(SEED_BITS)

    def get_rng_state(self) -> str:
        """Where chance stands."""
        version, words, _ = self._random.getstate()
        return f"{version} {' '.join(map(str, words))}"

    def set_rng_state(self, state: str) -> None:
        """Goes back to where chance stood."""
        version, *words = map(int, state.split())
        self._random.setstate((version, tuple(words), None))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game in progress. A move that leaves something to chance waits at a chance node until that is drawn."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._plan = game.plan
        self._game = OneGame(game.plan)
        self._waiting: int | None = SETUP

    def current_player(self) -> int:
        """Who is to decide."""
        if self._waiting is not None:
            return pyspiel.PlayerId.CHANCE  # type: ignore[no-any-return]
        return pyspiel.PlayerId.TERMINAL if self._game.over else self._game.decider

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self._game.legal).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The one outcome there is."""
        return [(DRAW, 1.0)]

    def _apply_action(self, action: int) -> None:
        if self._waiting == SETUP:
            self._game.reset(self.get_game().draw())
        elif self._waiting is not None:
            self._game.resample(self.get_game().draw())
            self._game.play(self._waiting)
        elif self._game.leaves_to_chance(action):
            self._waiting = action
            return
        else:
            self._game.play(action)
        self._waiting = None

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "drawn"
        return self._plan.game.moves.notation[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._waiting is None and self._game.over

    def returns(self) -> list[float]:
        """What each player has got."""
        return self._game.rewards() if self.is_terminal() else [0.0] * self._plan.players

    def table(self) -> Table:
        """The position as a table of ours, with other dice: for our bots."""
        return self._game.table()

    def look(self, player: int) -> Row:
        """The position as a player sees it."""
        if self._waiting == SETUP:
            return np.zeros(self._plan.size, self._plan.number)
        return self._game.look(player)

    def __str__(self) -> str:
        if self._waiting == SETUP:
            return "before the set-up"
        moves, waiting = self._plan.game.moves.notation, self._waiting
        told = in_words(self._plan.observations, self._game.look(0))
        last = [f"waits for chance: {moves[waiting]}"] if waiting is not None else []
        return " ".join([f"ply={len(self._game.played)}", told, *last])


class SpielObserver:
    """Observations as OpenSpiel asks for them. All of it is public, so that who asks for the rest sees nothing."""

    def __init__(self, plan: Plan, public: bool) -> None:
        self._observations, self._public = plan.observations, public
        self.tensor = np.zeros(plan.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Looks at a state."""
        if self._public:
            self.tensor[:] = state.look(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What there is to be seen, in words: all that is not 0."""
        return in_words(self._observations, state.look(player)) if self._public else ""


def in_words(observations: Observations, seen: Row) -> str:
    """What there is to be seen: all that is not 0, by name."""
    entries = observations.entries()
    return " ".join(f"{entries[place]}={seen[place]}" for place in np.flatnonzero(seen).tolist())


def register_all() -> None:
    """Makes all games known to OpenSpiel."""
    known = set(pyspiel.registered_names())
    for name in game_names():
        game = game_named(name)
        if short_name(game) not in known:
            made = type(f"{name.title().replace('-', '')}Game", (SpielGame,), {"own": game})
            pyspiel.register_game(type_of(game), made)


register_all()
