"""Gymnasium: a seat of one game for a learning player, against our bots, or against functions of one's own.

>>> import gymnasium
>>> import khlong.envs.gymnasium
>>> env = gymnasium.make("khlong/FloatingMarket-v1", players=3, opponents="random")
>>> observation, info = env.reset(seed=7)
>>> observation.shape, info["action_mask"].shape
((390,), (66,))

`gymnasium.make_vec` with the same name gives batches of games in compiled code: see `SeatVectorEnv`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, SupportsInt, get_args

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from khlong.bots import Bot, ask, bot_named, seat_seed
from khlong.bots.seating import AttendingBot
from khlong.engine.data import Data
from khlong.engine.game import Game
from khlong.engine.given import shown
from khlong.games import game_named, game_names

from .batch import Marks, Numbers, Plan, Rewards
from .errors import EnvError
from .one_game import OneGame, Row
from .opponents import ANY_SEAT, RANDOM, SeatBatch, checked_seat
from .pictures import MODES, refuse_mode, render

if TYPE_CHECKING:
    from .pictures import Picture

Function = Callable[[Row, Row], SupportsInt]
Opponent = str | Bot | Function
Illegal = Literal["refuse", "lose"]
LOWEST: Mapping[str, float] = {"share": 0.0, "rank": -1.0, "score": 0.0}
LARGEST_SEED = 1 << 62
NAMESPACE = "khlong"


class LegalActions(Discrete):  # type: ignore[misc]
    """The moves of a game. Its samples are legal ones, so that nobody forgets the mask."""

    def __init__(self, count: int, legal: Callable[[], Row]) -> None:
        super().__init__(count)
        self._legal = legal

    def sample(self, mask: Row | None = None, probability: npt.NDArray[np.float64] | None = None) -> np.int64:
        """A random legal move, or one of those that are asked for."""
        if mask is None and probability is None:
            mask = self._legal()
        move: np.int64 = super().sample(mask, probability)
        return move

    def __deepcopy__(self, memo: object) -> Discrete:
        return Discrete(int(self.n))

    def __reduce__(self) -> tuple[object, ...]:
        return Discrete, (int(self.n),)


def observation_box(plan: Plan) -> Box:
    """What observations can be."""
    limits = np.iinfo(plan.number)
    return Box(limits.min, limits.max, (plan.size,), plan.number.type)


class SeatEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat of a game. A step is a decision of that seat, and what the others do until its next one.

    `opponents` are a bot by name (`easy`, `bot:…` of one's own as `module:Class`), a bot, or a function
    (observation, action_mask) -> action; or a list of such, in turn order from the seat that learns. `seat` is where it
    sits, or None for anywhere, drawn for each game. The mask of legal actions is in `info["action_mask"]` and in
    `action_masks()`, where MaskablePPO looks for it. An `illegal` action is refused, or else loses the game at once.
    """

    metadata: ClassVar[Data] = {"render_modes": list(MODES), "render_fps": 1}

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        opponents: Opponent | Sequence[Opponent] = "easy",
        seat: int | None = None,
        rewards: Rewards = "share",
        illegal: Illegal = "refuse",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in get_args(Illegal):
            raise EnvError(f"To illegal actions one can say {' or '.join(get_args(Illegal))}, not {shown(illegal)}.")
        self.plan = Plan(game, players, options, rewards)
        self._illegal, self._lost = illegal, False
        self.render_mode = refuse_mode(render_mode)
        self._wanted = checked_seat(seat, self.plan.players)
        self._given = _one_each(opponents, self.plan.players - 1)
        self._bots: list[Bot | Function] = []
        self._game = OneGame(self.plan)
        self.seat = 0
        self.observation_space = observation_box(self.plan)
        self.action_space = LegalActions(self.plan.moves, lambda: self._game.legal)

    def reset(self, *, seed: int | None = None, options: Data | None = None) -> tuple[Row, Data]:
        """Begins a game: that of a table with the seed, if one is given."""
        super().reset(seed=seed)
        own = int(self.np_random.integers(LARGEST_SEED)) if seed is None else seed
        self.seat = int(self.np_random.integers(self.plan.players)) if self._wanted == ANY_SEAT else self._wanted
        self._let_go()
        self._lost = False
        if seed is not None or not self._bots:
            self._bots = [_seated(opponent, own, place) for place, opponent in enumerate(self._given)]
        self._game.reset(own)
        for place, bot in enumerate(self._bots):
            if isinstance(bot, AttendingBot):
                bot.sit_down(self._game.table(), (self.seat + 1 + place) % self.plan.players, None)
        self._await_learner()
        return self._seen()

    def step(self, action: SupportsInt) -> tuple[Row, float, bool, bool, Data]:
        """Plays a legal move, and lets the others answer."""
        if not self._game.begun:
            raise EnvError("No game has begun yet: call reset first.")
        if self._lost:
            raise EnvError("The game was lost by an illegal action: call reset to begin another.")
        if self._illegal == "lose" and not self._game.over and not self._game.allows(action):
            self._lost = True
            seen, info = self._seen()
            return seen, LOWEST[self.plan.rewards], True, False, info | {"illegal": True}
        self._game.play(action)
        self._await_learner()
        seen, info = self._seen()
        if not self._game.over:
            return seen, 0.0, False, False, info
        info["rewards"] = self._game.rewards()
        return seen, info["rewards"][self.seat], True, False, info

    def action_masks(self) -> Marks:
        """Which actions are legal now; once the game is over, all are told, so that no mask is empty."""
        return self._game.legal.astype(bool)

    def render(self) -> str | Picture | None:
        """The table, as text or as a picture."""
        return render(self._game, self.render_mode)

    def close(self) -> None:
        """Lets go of bots that hold processes."""
        self._let_go()
        self._bots = []

    def _seen(self) -> tuple[Row, Data]:
        return self._game.look(self.seat), {"action_mask": self._game.legal.copy(), "seat": self.seat}

    def _await_learner(self) -> None:
        game = self._game
        while not game.over and game.decider != self.seat:
            place = (game.decider - self.seat - 1) % self.plan.players
            opponent = self._bots[place]
            if isinstance(opponent, Bot):
                game.play(ask(opponent, game.table(), name=shown(self._given[place])))
            else:
                game.play(int(opponent(game.look(game.decider), game.legal.copy())))

    def _let_go(self) -> None:
        for bot in self._bots:
            if isinstance(bot, AttendingBot):
                bot.get_up(None)


class SeatVectorEnv(VectorEnv):  # type: ignore[misc]
    """The same for many games at once, in compiled code, against `random`, `easy`, `medium` or `hard`.

    Games begin anew in the same step; how one ended is told in `info["final_obs"]`, in the rows of
    `info["_final_obs"]`. Masks of legal actions are in `info["action_mask"]`.
    """

    metadata: ClassVar[Data] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        opponents: str = "easy",
        seat: int | None = None,
        rewards: Rewards = "share",
        threads: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise EnvError("Batches of games are not rendered: make a single environment to look at one.")
        self.batch = SeatBatch(
            game,
            num_envs,
            players=players,
            options=options,
            rewards=rewards,
            threads=threads,
            opponents=opponents,
            seat=seat,
        )
        plan = self.batch.plan
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = observation_box(plan)
        self.single_action_space = Discrete(plan.moves)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete([plan.moves] * num_envs)

    def reset(self, *, seed: int | Sequence[int] | None = None, options: Data | None = None) -> tuple[Row, Data]:
        """Begins all games: those of tables with seeds that count up from one, or that are given."""
        if seed is None and self._np_random is not None:
            seed = int(self.np_random.integers(LARGEST_SEED))
        elif isinstance(seed, int):
            super().reset(seed=seed)
        frame = self.batch.reset(seed)
        return frame.observation.copy(), self._told()

    def step(self, actions: Sequence[int] | Numbers) -> tuple[Row, npt.NDArray[np.float64], Marks, Marks, Data]:
        """A decision of the learner in every game."""
        frame = self.batch.step(actions)
        ended = frame.done.copy()
        info = self._told()
        if ended.any():
            info |= {
                "final_obs": frame.last_observation.copy(),
                "_final_obs": ended,
                "final_info": {"rewards": frame.rewards.copy(), "_rewards": ended},
                "_final_info": ended,
            }
        rewards = self.batch.learner_rewards.astype(np.float64)
        return frame.observation.copy(), rewards, ended, np.zeros_like(ended), info

    def action_masks(self) -> Marks:
        """Which actions are legal in each game."""
        return self.batch.legal.copy()

    def _told(self) -> Data:
        every = np.ones(self.num_envs, bool)
        return {
            "action_mask": self.batch.legal.astype(np.int8),
            "_action_mask": every,
            "seat": self.batch.learners,
            "_seat": every,
        }


def _one_each(opponents: Opponent | Sequence[Opponent], count: int) -> list[Opponent]:
    """An opponent for each other seat."""
    given = [opponents] * count if isinstance(opponents, str | Bot) or callable(opponents) else [*opponents]
    if len(given) != count:
        raise EnvError(f"There are {count} opponents at such a table, not {len(given)}.")
    for each in given:
        if not (isinstance(each, str | Bot) or callable(each)):
            raise EnvError(
                f"An opponent is a bot's name, a bot, or a function (observation, action_mask), not {shown(each)}."
            )
    return given


def _seated(opponent: Opponent, seed: int, place: int) -> Bot | Function:
    if opponent == RANDOM:
        return _AnyMove(seat_seed(seed, place))
    if isinstance(opponent, str):
        return bot_named(opponent.removeprefix("bot:"), seat_seed(seed, place))
    return opponent


class _AnyMove:
    """Plays at random, without the table that bots are asked at."""

    def __init__(self, seed: int) -> None:
        self._dice = np.random.default_rng(seed)

    def __call__(self, observation: Row, action_mask: Row) -> int:
        return int(self._dice.choice(np.flatnonzero(action_mask)))


def env_id(game: Game) -> str:
    """What a game is called at Gymnasium.

    >>> env_id(game_named("phraya")) == "khlong/Phraya-v1"
    True
    """
    words = "".join(word.capitalize() for word in game.name.split("-"))
    return f"{NAMESPACE}/{words}-v{game.rules_version}"


def register_all() -> None:
    """Makes all games known to Gymnasium."""
    for name in game_names():
        known = env_id(game_named(name))
        if known not in gymnasium.registry:
            gymnasium.register(
                known,
                entry_point=f"{__name__}:{SeatEnv.__name__}",
                vector_entry_point=f"{__name__}:{SeatVectorEnv.__name__}",
                kwargs={"game": name},
            )


register_all()
