"""The engines of others, in an environment of their own. Prints one line of JSON for each: `python -m bench.peers`."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from .copies import seconds_from_python
from .crew import perform
from .figures import Kind, Measurement, Reading, Subject
from .timing import Effort, Played, pace

BACKGAMMON, MAEDN, CATAN = "backgammon", "maedn", "Catan"
OPEN_SPIEL_ROLLOUTS, OPEN_SPIEL_PYTHON = "OpenSpiel, C++ rollouts", "OpenSpiel, from Python"
CATANATRON, PGX = "Catanatron", "Pgx on the CPU"
PETTINGZOO = "PettingZoo, AEC raw"
TIC_TAC_TOE, CHESS = "tic-tac-toe", "chess"
PETTINGZOO_GAMES = {TIC_TAC_TOE: "tictactoe_v3", CHESS: "chess_v6"}
OPEN_SPIEL_CLONE, CATANATRON_COPY = "OpenSpiel clone", "Catanatron copy"
OPEN_SPIEL_GAMES = {BACKGAMMON: "backgammon", MAEDN: "maedn(players=4)"}
GAMES_COUNTED = 2000  # played from Python to learn, within one per cent, how many decisions a rollout makes
STEPS_BEFORE_CLONE, DECISIONS_BEFORE_COPY = 100, 300  # about halfway through a random game
PGX_BATCH = 64  # the fastest on one core of those from 16 to 4,096
SEED = 1


def measurements() -> list[Measurement]:
    """All peers, one after the other."""
    rollouts = "OpenSpiel's own random rollouts from the first decision on; their length is known from games in Python"
    from_python = "every call made from Python; as in the rollouts, a decision moves two checkers"
    players = "four RandomPlayers, every decision they make is counted"
    batch = f"jit and vmap over {PGX_BATCH} games, auto-reset; a decision moves one checker"
    agents = "last() with observation and mask, a random legal action, step(); CPU time"
    return [
        _speed(OPEN_SPIEL_ROLLOUTS, BACKGAMMON, 2, partial(_open_spiel_rollouts, BACKGAMMON), rollouts),
        _speed(OPEN_SPIEL_ROLLOUTS, MAEDN, 4, partial(_open_spiel_rollouts, MAEDN), rollouts),
        _speed(OPEN_SPIEL_PYTHON, BACKGAMMON, 2, partial(_open_spiel_from_python, BACKGAMMON), from_python),
        _speed(CATANATRON, CATAN, 4, _catanatron, players),
        _speed(PGX, BACKGAMMON, 2, _pgx, batch),
        _speed(PETTINGZOO, TIC_TAC_TOE, 2, partial(_pettingzoo, TIC_TAC_TOE), agents),
        _speed(PETTINGZOO, CHESS, 2, partial(_pettingzoo, CHESS), agents),
        _copy(OPEN_SPIEL_CLONE, BACKGAMMON, 2, _open_spiel_clone, "state.clone() called from Python, CPU time"),
        _copy(CATANATRON_COPY, CATAN, 4, _catanatron_copy, "game.copy() called from Python, CPU time"),
    ]


def _speed(name: str, game: str, players: int, player: Callable[[], Callable[[int], Played]], how: str) -> Measurement:
    def measure(effort: Effort) -> Reading:
        return Reading(*pace(player(), effort))

    return Measurement(Subject(Kind.SPEED, name, game, players, how), measure)


def _copy(name: str, game: str, players: int, measure: Callable[[Effort], Reading], how: str) -> Measurement:
    return Measurement(Subject(Kind.COPY, name, game, players, how), measure)


def _open_spiel_rollouts(name: str) -> Callable[[int], Played]:
    """A search of one simulation does nothing but its evaluator's rollouts, which cannot be called by themselves."""
    import pyspiel

    game = pyspiel.load_game(OPEN_SPIEL_GAMES[name])
    chooser = random.Random(SEED)
    start = game.new_initial_state()
    while start.is_chance_node():
        _step(start, chooser)
    length = sum(_decisions_to_the_end(start.clone(), chooser) for _ in range(GAMES_COUNTED)) / GAMES_COUNTED

    def play(games: int) -> Played:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=SEED)
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, SEED, False).step(start)
        return Played(games, round(games * length))

    return play


def _open_spiel_from_python(name: str) -> Callable[[int], Played]:
    import pyspiel

    game = pyspiel.load_game(OPEN_SPIEL_GAMES[name])
    chooser = random.Random(SEED)

    def play(games: int) -> Played:
        return Played(games, sum(_decisions_to_the_end(game.new_initial_state(), chooser) for _ in range(games)))

    return play


def _decisions_to_the_end(state: Any, chooser: random.Random) -> int:
    """Plays an OpenSpiel game at random; chance is played, too, but not counted."""
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        _step(state, chooser)
    return decisions


def _step(state: Any, chooser: random.Random) -> None:
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chooser.choices(outcomes, odds)[0])
    else:
        state.apply_action(chooser.choice(state.legal_actions()))


def _open_spiel_clone(effort: Effort) -> Reading:
    import pyspiel

    state, chooser = pyspiel.load_game(OPEN_SPIEL_GAMES[BACKGAMMON]).new_initial_state(), random.Random(SEED)
    for _ in range(STEPS_BEFORE_CLONE):
        _step(state, chooser)
    return Reading(seconds_from_python(pyspiel.State.clone, state, effort))


def _catan() -> Any:
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]

    return Game([RandomPlayer(color) for color in Color])


def _catanatron() -> Callable[[int], Played]:
    random.seed(SEED)  # Catanatron draws on the global generator

    def play(games: int) -> Played:
        decisions = 0
        for _ in range(games):
            game = _catan()
            game.play()
            decisions += len(game.state.actions)
        return Played(games, decisions)

    return play


def _catanatron_copy(effort: Effort) -> Reading:
    random.seed(SEED)
    game = _catan()
    for _ in range(DECISIONS_BEFORE_COPY):
        game.play_tick()
    return Reading(seconds_from_python(type(game).copy, game, effort))


def _pgx() -> Callable[[int], Played]:
    """A batch of games that go on for ever: each that ends begins anew."""
    os.environ |= {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false"}
    import jax  # type: ignore[import-not-found]
    import pgx  # type: ignore[import-not-found]
    from pgx.experimental import auto_reset  # type: ignore[import-not-found]

    environment = pgx.make("backgammon")
    step = jax.vmap(auto_reset(environment.step, environment.init))

    def decide(_: int, carried: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        state, key, ended = carried
        key, choice, chance = jax.random.split(key, 3)
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        state = step(state, jax.random.categorical(choice, odds), jax.random.split(chance, PGX_BATCH))
        return state, key, ended + state.terminated.sum()

    decide_often = jax.jit(lambda rounds, state, key: jax.lax.fori_loop(0, rounds, decide, (state, key, 0)))
    key = jax.random.PRNGKey(SEED)
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(key, PGX_BATCH))

    def play(rounds: int) -> Played:
        nonlocal state, key
        state, key, ended = decide_often(rounds, state, key)
        return Played(int(ended), rounds * PGX_BATCH)

    return play


def _pettingzoo(name: str) -> Callable[[int], Played]:
    from importlib import import_module

    agents = import_module(f"pettingzoo.classic.{PETTINGZOO_GAMES[name]}").raw_env()
    chooser = random.Random(SEED)

    def play(games: int) -> Played:
        decisions = 0
        for number in range(games):
            agents.reset(seed=number)
            while True:
                seen, _, terminated, truncated, _ = agents.last()
                if terminated or truncated:
                    break
                legal = seen["action_mask"].nonzero()[0]
                agents.step(int(legal[int(chooser.random() * len(legal))]))
                decisions += 1
        return Played(games, decisions)

    return play


if __name__ == "__main__":
    perform(measurements())
