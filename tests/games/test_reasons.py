"""Why a thing is not possible: in every state, whatever a player would try is legal or has a reason, never both."""

import random

import pytest

from khlong.games import game_named, game_names, our_games
from khlong.games.facets import Event, Reasons, Wording
from khlong.table import Table, new_table
from tests.scenes import Options, scenes_of, variants_of

EVERYTHING_AT = 0.02  # how often all moves of the game are asked about
every_variant = pytest.mark.parametrize(("name", "players", "options"), variants_of(our_games()))


def play_somehow(table: Table, choices: random.Random) -> None:
    """A random move, mostly one that leads on: else nobody ever comes to have much."""
    moves = [move.number for move in table.legal_moves()]
    idle = scenes_of(table.game.name).idle
    eager = [move for move in moves if table.game.moves.notation[move] not in idle]
    table.play(choices.choice(eager if eager and choices.random() < 0.9 else moves))


@every_variant
@pytest.mark.slow
def test_what_is_tried_is_legal_or_has_a_reason_and_never_both(name: str, players: int, options: Options) -> None:
    game, seen = game_named(name), set()
    for seed in range(scenes_of(name).games):
        table = new_table(name, players, seed, options)
        choices = random.Random(seed)
        while not table.over:
            legal = set(game.python.legal_moves(table.state))
            before = table.state.pack()
            wishes = Reasons.of(game).wishes(table.state)
            asked = range(len(game.moves)) if choices.random() < EVERYTHING_AT else wishes
            reasons = Reasons.of(game).why_not(table.state, asked)
            assert table.state.pack() == before  # asking changes nothing
            assert reasons.keys() == set(asked) - legal
            assert all(reasons[move].key != "other-question" for move in set(wishes) - legal)
            for reason in reasons.values():
                if reason.key not in seen:
                    assert table.say(reason)[0].isupper()
                    seen.add(reason.key)
            play_somehow(table, choices)
    assert seen <= keys_of(name, "reason")
    assert len(seen) >= scenes_of(name).reasons  # random play comes to most of them


def keys_of(name: str, kind: str) -> set[str]:
    """The keys of all messages of a kind."""
    return {key.removeprefix(f"{kind}.") for key in Wording.of(game_named(name)).spoken() if key.startswith(kind)}


@pytest.mark.parametrize("name", game_names())
def test_reasons_and_events_have_keys_of_their_own(name: str) -> None:
    """Whoever tells them finds either by its key."""
    assert not keys_of(name, "event") & keys_of(name, "reason")


@every_variant
def test_a_price_that_cannot_be_paid_is_what_the_payer_lacks(name: str, players: int, options: Options) -> None:
    """Whoever lacks something has less of it than the price asks, and with it the move is the same one but legal."""
    for seed in range(2):
        table = new_table(name, players, seed, options)
        choices = random.Random(seed)
        while not table.over:
            seat = table.view()["seats"][table.state.decider]
            owned = {**seat, **seat.get("goods", {})}
            for reason in _reasons(table, "cannot-pay"):
                price, missing = reason.values["price"], reason.values["missing"]
                assert missing
                assert all(number == price[what] - owned[what] for what, number in missing.items())
                assert all(owned[what] >= number for what, number in price.items() if what not in missing)
            play_somehow(table, choices)


def _reasons(table: Table, key: str) -> list[Event]:
    return [reason for reason in table.why_not().values() if reason.key == key]


def test_a_typed_move_that_is_not_possible_is_answered_with_the_reason() -> None:
    table = new_table("floating-market", 2, 7, {"first": "1"}, names=["Ann", "Bo"])
    table.play("place temple").play("tile +4").play("die d6")
    said = {move: table.say(reason) for move, reason in table.why_not().items()}
    assert said["place temple"] == "The place is taken by Ann."
    assert said["place market"] == "That takes 4 coins; you lack 2 coins."
    assert said["place 9-13"] == "Ama's customer is there."
    assert said["place hut"] == "That is not in the game with so many players."
    (said_now,) = (table.say(reason) for reason in table.why_not([table.game.moves.number("tile +4") or 0]).values())
    assert said_now == "Something else is asked now. Place a customer."
