"""Help, version and the list of games."""

from __future__ import annotations

import khlong as library

from .helpers import Run


def test_khlong_alone_shows_help_with_examples(khlong: Run) -> None:
    alone, asked = khlong(), khlong("--help")
    assert alone.status == asked.status == 0
    for outcome in (alone, asked):
        assert "khlong play floating-market" in outcome.out
        for command in ("play", "replay", "simulate", "games"):
            assert f"│ {command}" in outcome.out


def test_the_version_is_that_of_the_package(khlong: Run, process: Run) -> None:
    assert khlong("--version").out == process("--version").out == f"khlong {library.__version__}\n"


def test_games_shows_players_options_and_what_they_mean(khlong: Run) -> None:
    out = khlong("games").out
    for name in library.game_names():
        game = library.game_named(name)
        assert f"{name}  {game.title}, {game.players[0]} to {game.players[-1]} players" in out
        for option in game.options:
            assert option.key in out
            assert option.help.split()[0] in out


def test_every_command_explains_its_options(khlong: Run) -> None:
    assert "--resume" in khlong("play", "--help").out
    assert "--ply" in khlong("replay", "--help").out
    assert "--threads" in khlong("simulate", "--help").out
