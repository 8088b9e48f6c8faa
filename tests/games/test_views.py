"""Views are what games declare them to be, in whatever a random game comes to."""

import random
from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from khlong.games import game_named, game_names, our_games
from khlong.games.facets import Views
from khlong.games.views import view_schemas, view_type, views_check
from khlong.lab.fuzz import Variant, variants
from khlong.table import new_table

every_game = pytest.mark.parametrize("name", game_names())
declared = pytest.mark.parametrize("name", [name for name in our_games() if view_type(game_named(name))])
VARIANTS = [variant for name in game_names() for variant in variants(game_named(name))]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_view_of_a_random_game_is_as_declared(variant: Variant) -> None:
    name, players, options = variant
    table, choices = new_table(name, players, options=options, seed=11), random.Random(11)
    views = [table.shown()]
    while not table.over:
        table.play(choices.choice(table.legal_numbers()))
        views.append(table.shown())
    views_check(game_named(name)).validate_python(views)


@declared
def test_every_game_of_ours_declares_its_view_in_words(name: str) -> None:
    schemas = view_schemas(game_named(name), "{model}")
    assert view_type(game_named(name)).__name__ in schemas
    for part, schema in schemas.items():
        assert schema.get("description"), part


@declared
def test_a_view_that_is_not_as_declared_is_found_out(name: str) -> None:
    check, view = views_check(game_named(name)), new_table(name, seed=1).view()
    number = next(key for key, part in view.items() if type(part) is int)
    others: dict[str, dict[str, Any]] = {
        "extra_forbidden": view | {"secret": 1},
        "missing": {key: part for key, part in view.items() if key != number},
        "int_type": view | {number: "1"},
    }
    check.validate_python([view])
    for fault, other in others.items():
        with pytest.raises(ValidationError, match=fault):
            check.validate_python([other])


@every_game
def test_a_view_that_is_not_declared_may_be_anything(name: str) -> None:
    plain = replace(game_named(name), facets=())
    assert view_type(plain) is None
    assert view_schemas(plain, "{model}") == {}
    views_check(plain).validate_python([{"anything": 1}])


@every_game
def test_what_is_told_once_stays_the_same_through_a_game(name: str) -> None:
    game = game_named(name)
    for seed in range(5):
        table, choices = new_table(name, game.players[-1], seed), random.Random(seed)
        first = {key: table.view()[key] for key in Views.of(game).unchanging}
        while not table.over:
            table.play(choices.choice(table.legal_numbers()))
        assert {key: table.view()[key] for key in first} == first
