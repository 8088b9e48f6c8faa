"""PettingZoo: a seat of a game for every agent, one decision at a time (AEC), or all at once (parallel).

>>> from khlong.envs.pettingzoo import env
>>> table = env("floating-market", players=3)
>>> table.reset(seed=7)
>>> table.agent_selection, sorted(table.observe(table.agent_selection))
('player_0', ['action_mask', 'observation'])

One agent may decide several times in a row: `agent_selection` stays. What chance does happens within a step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypedDict, Unpack

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from khlong.engine.data import Data
from khlong.engine.game import Game
from khlong.engine.given import shown

from .batch import Plan, Rewards
from .errors import EnvError
from .one_game import OneGame, Row
from .pictures import MODES, refuse_mode, render

if TYPE_CHECKING:
    from .pictures import Picture

LARGEST_SEED = 1 << 62


class How(TypedDict, total=False):
    """What else an environment can be told."""

    players: int | None
    options: Mapping[str, object] | None
    rewards: Rewards
    render_mode: str | None


def env(game: str | Game, **how: Unpack[How]) -> AECEnv:
    """A game as PettingZoo usually wraps it: an illegal action ends it, and calls out of order are found."""
    made = raw_env(game, **how)
    lost = -1.0 if made.plan.rewards == "rank" else 0.0
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(made, illegal_reward=lost))


def raw_env(game: str | Game, **how: Unpack[How]) -> TableEnv:
    """A game without wrappers: the quickest. An illegal action is refused."""
    return TableEnv(game, **how)


def parallel_env(game: str | Game, **how: Unpack[How]) -> TogetherEnv:
    """A game in which all agents act in every step; whoever is not to decide waits, which is one action more."""
    return TogetherEnv(game, **how)


class _Seats:
    """What both kinds share: the seats as agents, their spaces, and pictures."""

    plan: Plan
    render_mode: str | None
    possible_agents: list[str]
    _game: OneGame

    def _sit_down(
        self,
        game: str | Game,
        players: int | None,
        options: Mapping[str, object] | None,
        rewards: Rewards,
        render_mode: str | None,
        more_actions: int,
    ) -> None:
        self.plan = Plan(game, players, options, rewards)
        self.render_mode = refuse_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.plan.players)]
        self._game = OneGame(self.plan)
        self._random: np.random.Generator | None = None
        limits, actions = np.iinfo(self.plan.number), self.plan.moves + more_actions
        self.state_space = Box(limits.min, limits.max, (self.plan.size,), self.plan.number.type)
        self.observation_spaces = {
            agent: Dict({"observation": self.state_space, "action_mask": Box(0, 1, (actions,), np.int8)})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}

    def _begin(self, seed: int | None) -> None:
        """Begins the game of a table with the seed, or of one that follows from the seeds before."""
        if seed is None:
            if self._random is None:
                self._random = seeding.np_random()[0]
            seed = int(self._random.integers(LARGEST_SEED))
        else:
            self._random = seeding.np_random(seed)[0]
        self._game.reset(seed)

    def observation_space(self, agent: str) -> Dict:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """What an agent can do."""
        return self.action_spaces[agent]

    def state(self) -> Row:
        """The position as the first seat sees it: nothing is hidden from anybody but what chance has in store."""
        self._must_have_begun()
        return self._game.look(0)

    def render(self) -> str | Picture | None:
        """The table, as text or as a picture."""
        return render(self._game, self.render_mode)

    def close(self) -> None:
        """Nothing is left open."""

    def _must_have_begun(self) -> None:
        if not self._game.begun:
            raise EnvError("No game has begun yet: call reset first.")


class TableEnv(_Seats, AECEnv):  # type: ignore[misc]
    """A game, one decision at a time."""

    metadata: Data = {  # noqa: RUF012
        "name": "khlong",
        "render_modes": list(MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        rewards: Rewards = "share",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._sit_down(game, players, options, rewards, render_mode, 0)
        self.metadata = type(self).metadata | {"name": f"khlong_{self.plan.game.name}_v{self.plan.game.rules_version}"}
        self._spaceless = np.zeros(self.plan.moves, np.int8)

    def reset(self, seed: int | None = None, options: Data | None = None) -> None:
        """Begins a game."""
        self._begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Data] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._game.decider]

    def observe(self, agent: str) -> dict[str, Row]:
        """What an agent sees, and what it can do, if it is to decide."""
        self._must_have_begun()
        seat = self.possible_agents.index(agent)
        game = self._game
        its_turn = game.decider == seat and not game.over
        mask = game.legal.copy() if its_turn else self._spaceless.copy()
        return {"observation": game.look(seat), "action_mask": mask}

    def step(self, action: object) -> None:
        """Plays the move of the agent that is to decide; those whose game is over leave with None."""
        self._must_have_begun()
        agent = self.agent_selection
        if self.terminations.get(agent) or self.truncations.get(agent):
            self._was_dead_step(action)
            return
        game = self._game
        game.play(action)
        self._cumulative_rewards[agent] = 0.0
        if game.over:
            self.rewards = dict(zip(self.possible_agents, game.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[game.decider]


class TogetherEnv(_Seats, ParallelEnv):  # type: ignore[misc]
    """A game in which all agents act in every step: one of them decides, the others wait.

    To wait is the last action, and the only legal one of those that are not to decide.
    """

    metadata: Data = {"name": "khlong", "render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        rewards: Rewards = "share",
        render_mode: str | None = None,
    ) -> None:
        self._sit_down(game, players, options, rewards, render_mode, 1)
        self.metadata = type(self).metadata | {"name": f"khlong_{self.plan.game.name}_v{self.plan.game.rules_version}"}
        self.wait = self.plan.moves
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: Data | None = None
    ) -> tuple[dict[str, dict[str, Row]], dict[str, Data]]:
        """Begins a game."""
        self._begin(seed)
        self.agents = self.possible_agents[:]
        return self._seen(), self._told()

    def step(
        self, actions: Mapping[str, object]
    ) -> tuple[
        dict[str, dict[str, Row]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, Data],
    ]:
        """Plays the move of the one who is to decide."""
        self._must_have_begun()
        game, decider = self._game, self.possible_agents[self._game.decider]
        if decider not in actions:
            raise EnvError(f"It is {decider}'s turn, and there is no action of it.")
        for agent, action in actions.items():
            if agent != decider and action != self.wait:
                raise EnvError(f"{agent} has to wait, by the action {self.wait}, not {shown(action)}.")
        game.play(actions[decider])
        over = game.over
        rewards = game.rewards() if over else [0.0] * self.plan.players
        seen, told = self._seen(), self._told()
        ended = dict.fromkeys(self.agents, over)
        paid = {agent: rewards[self.possible_agents.index(agent)] for agent in self.agents}
        if over:
            self.agents = []
        return seen, paid, ended, dict.fromkeys(ended, False), told

    def _seen(self) -> dict[str, dict[str, Row]]:
        game, seen = self._game, {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.zeros(self.plan.moves + 1, np.int8)
            if seat == game.decider and not game.over:
                mask[:-1] = game.legal
            else:
                mask[-1] = 1
            seen[agent] = {"observation": game.look(seat), "action_mask": mask}
        return seen

    def _told(self) -> dict[str, Data]:
        return {agent: {"decider": self.possible_agents[self._game.decider]} for agent in self.agents}
