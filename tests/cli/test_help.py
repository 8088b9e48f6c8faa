"""Help, version and the list of games."""

from __future__ import annotations

import khlong as library
from khlong.games.facets import Cover, Wording

from .helpers import Run


def test_the_help_has_examples(khlong: Run) -> None:
    asked = khlong("--help")
    assert asked.status == 0
    assert "khlong play floating-market" in asked.out
    for command in ("play", "replay", "simulate", "games"):
        assert f"│ {command}" in asked.out


def test_the_version_is_that_of_the_package(khlong: Run, process: Run) -> None:
    assert khlong("--version").out == process("--version").out == f"khlong {library.__version__}\n"


def test_games_shows_players_options_and_what_they_mean(khlong: Run) -> None:
    out = khlong("games").out
    for name in library.game_names():
        game = library.game_named(name)
        assert f"{name}  {Cover.of(game).title}, {game.players[0]} to {game.players[-1]} players" in out
        for option in game.options:
            assert option.key in out
            assert all(word in out for word in Wording.of(game).option_help(option.key).split()[:1])


def test_every_command_explains_its_options(khlong: Run) -> None:
    assert "--resume" in khlong("play", "--help").out
    assert "--ply" in khlong("replay", "--help").out
    assert "--threads" in khlong("simulate", "--help").out
