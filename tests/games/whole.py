"""Whether a game brings all that a game can bring: what it left out, no other test would miss."""

from __future__ import annotations

from bench.games import bench_of
from khlong.engine.game import Facet, Game
from khlong.games.balance import Balance
from khlong.games.facets import Components, Cover, Puzzles
from khlong.games.handbook import marked_values
from khlong.games.observations import Observations
from khlong.games.views import view_type
from khlong.table.tutorial import tutorials_of
from tests.scenes import scenes_of
from tests.words.numbers import numbers_of


def facets() -> set[type[Facet]]:
    """All that there are."""
    found = {each for each in Facet.__subclasses__() if each.__module__.startswith("khlong.")}
    assert {Puzzles, Balance, Observations} <= found
    return found


def assert_whole(game: Game) -> None:
    """A game with everything: facets, a declared view, tutorials, scenes, targets."""
    assert {type(facet) for facet in game.facets} == facets() - {Cover}  # which stands in their words
    assert view_type(game) is not None
    assert tutorials_of(game)
    scenes = scenes_of(game.name)
    assert scenes.positions
    assert scenes.pictures
    assert scenes.terminal
    assert scenes.variants
    assert scenes.rules_sought
    assert bench_of(game.name).targets
    numbers = numbers_of(game.name)
    assert numbers.written_out
    assert numbers.said
    marks = [mark for _, _, mark in marked_values(Components.of(game).sheet)]
    assert len(marks) > 40
    assert {"book", "ours"} <= set(marks)
