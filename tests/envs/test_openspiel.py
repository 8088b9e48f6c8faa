"""OpenSpiel's own checks on every variant, its algorithms as they are, and what it tells of a game."""

import random
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, mcts
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import make_observation

from khlong.envs import EnvError
from khlong.envs.openspiel import SpielGame, short_name, type_of
from khlong.games import game_named, game_names, our_games
from khlong.lab.fuzz import Variant

from .helpers import every_game, every_variant, named

SEED = 7


def load(variant: Variant, **params: Any) -> Any:
    name, players, options = variant
    given = {"players": players, "seed": SEED, **chosen(options), **params}
    return pyspiel.load_game(short_name(game_named(name)), given)


def chosen(options: dict[str, str]) -> dict[str, int | str]:
    """Options as OpenSpiel takes them: numbers as such."""
    return {key: int(choice) if choice.isdecimal() else choice for key, choice in options.items()}


@cache
def for_the_suite(name: str) -> str:
    """A game under another name that calls its chance explicit: the suite asks games of sampled chance for the state
    of their generator, in a way that no game written in Python can answer."""
    called, explicit = short_name(game_named(name)) + "_suite", pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    about = {"own": game_named(name), "called": called, "chance": explicit}
    pyspiel.register_game(type_of(game_named(name), "share", called, explicit), type("Suite", (SpielGame,), about))
    return called


@every_variant
def test_random_simulations_with_serialisation(variant: Variant) -> None:
    name, players, options = variant
    game = pyspiel.load_game(for_the_suite(name), {"players": players, "seed": SEED, **chosen(options)})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


class OurGames(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """The API test, on one of our games."""

    __test__ = False

    def runTest(self) -> None:  # noqa: N802
        """Looks at some states."""


@every_game
def test_the_api_test(name: str) -> None:
    game, states = pyspiel.load_game(short_name(game_named(name)), {"seed": SEED}), {}
    state, dice = game.new_initial_state(), random.Random(SEED)
    while not state.is_terminal():
        states[str(state)] = state.clone()
        state.apply_action(0 if state.is_chance_node() else dice.choice(state.legal_actions()))
    states[str(state)] = state
    own = OurGames()
    own.some_states = [*[*states.values()][::20], state]
    own.game, own.game_type, own.game_name = game, game.get_type(), name
    checks = [check for check in dir(OurGames) if check.startswith("test_")]
    assert len(checks) >= 5
    for check in checks:
        getattr(own, check)()


@every_variant
def test_dice_are_not_to_be_seen_on_a_copy(variant: Variant) -> None:
    """Two copies that make the same moves come to different dice, and neither to those of the game itself."""
    state, dice = load(variant).new_initial_state(), random.Random(3)
    for _ in range(30):
        state.apply_action(0 if state.is_chance_node() else dice.choice(state.legal_actions()))
    ends = []
    for each in (state.clone(), state.clone(), state.clone()):
        same = random.Random(4)
        for _ in range(120):
            if not each.is_terminal():
                each.apply_action(0 if each.is_chance_node() else same.choice(each.legal_actions()))
        ends.append(str(each))
    assert len(set(ends)) == 3


@every_game
def test_a_seed_repeats_a_game(name: str) -> None:
    def story(seed: int) -> str:
        state, dice = (
            pyspiel.load_game(short_name(game_named(name)), {"seed": seed}).new_initial_state(),
            random.Random(1),
        )
        while not state.is_terminal():
            state.apply_action(0 if state.is_chance_node() else dice.choice(state.legal_actions()))
        return f"{state} {state.returns()}"

    assert story(1) == story(1) != story(2)


@every_game
def test_a_state_comes_back_from_its_text_in_the_middle_of_a_game(name: str) -> None:
    game = pyspiel.load_game(short_name(game_named(name)), {"seed": SEED})
    state, dice = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        other = game.deserialize_state(state.serialize())
        assert str(other) == str(state)
        assert other.legal_actions() == state.legal_actions()
        for _ in range(20):
            if not state.is_terminal():
                state.apply_action(0 if state.is_chance_node() else dice.choice(state.legal_actions()))


@every_game
def test_observers_see_what_observations_tell(name: str) -> None:
    game = pyspiel.load_game(short_name(game_named(name)), {"seed": SEED, "players": 2})
    state, observer = game.new_initial_state(), make_observation(game)
    state.apply_action(0)
    observer.set_from(state, player=1)
    assert observer.tensor.tolist() == state.look(1).tolist()
    assert "players" in observer.string_from(state, player=0)
    assert np.isfinite(observer.tensor).all()


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("rewards", ["share", "rank", "score"])
def test_returns_keep_to_what_the_game_says(name: str, rewards: str) -> None:
    game = pyspiel.load_game(short_name(game_named(name)), {"seed": SEED, "rewards": rewards, "players": 3})
    state, dice = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        state.apply_action(0 if state.is_chance_node() else dice.choice(state.legal_actions()))
    returns = state.returns()
    assert all(game.min_utility() <= each <= game.max_utility() for each in returns)
    if rewards != "score":
        assert sum(returns) == pytest.approx(game.utility_sum())


@pytest.mark.slow
@pytest.mark.parametrize("name", our_games())
def test_playthroughs(name: str, golden: Callable[[str, str], None]) -> None:
    """How a game begins, as OpenSpiel writes it down, and a digest of how it went on."""
    game = pyspiel.load_game(short_name(game_named(name)), {"seed": SEED, "players": 2})
    text = generate_playthrough.playthrough(str(game), action_sequence=[0], seed=SEED)
    beginning = text[: text.index("# State 3")]
    golden(f"{name}/openspiel.txt", f"{beginning}# All of it: {sha256(text.encode()).hexdigest()}\n")


def test_its_search_plays_our_games_and_beats_chance() -> None:
    """The search as it comes, against a random player, from both seats."""
    game, won = pyspiel.load_game("khlong_floating_market", {"players": 2, "seed": SEED}), 0.0
    for seat in range(2):
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(SEED))
        search = mcts.MCTSBot(game, 1.0, 6, evaluator, random_state=np.random.RandomState(SEED))
        bots = [uniform_random.UniformRandomBot(player, np.random.RandomState(player)) for player in range(2)]
        bots[seat] = search
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(0 if state.is_chance_node() else bots[state.current_player()].step(state))
        won += state.returns()[seat]
    assert won >= 1


def test_bad_input_gets_a_message_that_says_what_to_do() -> None:
    with pytest.raises((EnvError, pyspiel.SpielError), match="Rewards are share, rank, score, not 'coins'"):
        pyspiel.load_game("khlong_pig", {"rewards": "coins"})
    with pytest.raises(Exception, match="Pig is for 2 to 6 players, not 9"):
        pyspiel.load_game("khlong_pig", {"players": 9})
    assert named(("pig", 2, {})) == "pig-2p"
