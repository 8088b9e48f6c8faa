"""The rules in short: those of the table, whatever its edition, options and number of players."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest

from khlong.games import game_named
from khlong.games.facets import Wording
from khlong.games.phraya.printed import LIST
from khlong.table import new_table
from khlong.words import LANGUAGES
from tests.scenes import games_with

GAMES = games_with(Wording)
Options = dict[str, str]


def rules(name: str, language: str, players: int, **options: str) -> dict[str, str]:
    """All short rules of a table, or of none with 0 players."""
    game = game_named(name)
    messages, numbers = Wording.of(game).spoken(language), Wording.of(game).numbers(players, options)
    return {key.removeprefix("rules."): messages.say(key, numbers) for key in messages if key.startswith("rules.")}


def tables(name: str) -> Iterator[tuple[int, Options]]:
    """Every kind of table that can be set up, as far as rules depend on it."""
    game = game_named(name)
    kinds = [[(option.key, choice) for choice in option.choices] for option in game.options if option.key != "begins"]
    for players in game.players:
        for chosen in product(*kinds):
            if game.refuse is None or game.refuse(players, dict(chosen)) is None:
                yield players, dict(chosen)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_a_heading_and_a_text_or_nothing(name: str, language: str) -> None:
    for players, options in [(0, {}), *tables(name)]:
        for key, text in rules(name, language, players, **options).items():
            lines = text.split("\n")
            assert len(lines) == (1 if "." not in key or not text else 2), (key, text)
            assert all(line == line.strip() and "  " not in line for line in lines), (key, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_prototype_table_tells_of_no_end_in_a_turn_and_of_no_card_under_the_deck(language: str) -> None:
    """PH-19, PH-21."""
    published = rules("phraya", language, 3, edition="published")
    prototype = rules("phraya", language, 3, edition="prototype")
    anybody = rules("phraya", language, 0)
    assert published["aim.end"] == anybody["aim.end"] != prototype["aim.end"]
    assert len(prototype["turn.recover"]) < len(published["turn.recover"])
    if language == "en":
        assert "on the spot" in published["aim.end"]
        assert "round is played to its end" in prototype["aim.end"]
        assert "under the deck" not in " ".join(prototype.values())


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", ["published", "prototype"])
def test_the_numbers_of_a_phraya_table_are_those_of_its_edition(edition: str, players: int) -> None:
    table = new_table("phraya", players, 1, {"edition": edition})
    view, numbers = table.view(), Wording.of(table.game).numbers(table.players, table.options)
    king = view["printed"]["king"]
    assert [numbers[f"king_{key}"] for key in ("first", "second", "set")] == [king[key] for key in king]
    assert numbers["disks"] == view["printed"]["disks"]
    assert numbers["pieces"] == view["seats"][0]["stalls_left"]
    assert numbers["orders_removed"] == view["printed"]["orders_removed"]
    assert numbers["start_coins"] == LIST.join(str(coins) for coins in sorted(seat["coins"] for seat in view["seats"]))


def says(text: str, *numbers: int | str) -> bool:
    return set(map(str, numbers)) <= set(re.findall(r"\d+", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_number_of_players_changes_is_told_at_a_table_of_so_many(language: str) -> None:
    """FM-1, FM-2, FM-20."""
    none, two, three, four = (rules("floating-market", language, players) for players in (0, 2, 3, 4))
    assert all(none[key] for key in ("few.ama", "few.dice", "few.two", "places.hut"))
    assert all(two[key] for key in ("few.ama", "few.dice", "few.two"))
    assert two["places.hut"] == three["few.two"] == four["few.two"] == four["few.ama"] == four["few.dice"] == ""
    assert says(two["few.dice"], 2)
    assert says(three["few.dice"], 1)
    assert says(three["few.ama"], 20, 23, 9, 13)
    assert "29–35" not in two["river.docks"]
    assert "29–35" in three["river.docks"]
    assert two["places.woodworker"] != three["places.woodworker"] == four["places.woodworker"]
    assert says(two["places.market"], 1)
    assert says(four["places.market"], 2)
    phraya = [rules("phraya", language, players) for players in (2, 3, 4)]
    assert [says(each["setup.pieces"], pieces) for each, pieces in zip(phraya, (7, 6, 5), strict=True)] == [True] * 3
    assert phraya[0]["setup.offers"] != phraya[1]["setup.offers"] == phraya[2]["setup.offers"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_option_changes_what_the_rules_tell(language: str) -> None:
    """FM-12."""
    five, seven = (rules("floating-market", language, 3, goal=goal) for goal in ("5", "7"))
    assert says(five["aim.fruit"], 5)
    assert says(seven["aim.fruit"], 7)
    everyone, owner = (rules("floating-market", language, 3, traders=choice) for choice in ("everyone", "owner"))
    assert everyone["places.traders"] != owner["places.traders"]
    usual, asymmetric = (rules("phraya", language, 3, start=choice) for choice in ("standard", "asymmetric"))
    assert usual["setup.asymmetric"] == "" != asymmetric["setup.asymmetric"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_table_is_not_told_of_others(name: str, language: str) -> None:
    variants = [key for key in rules(name, language, 0) if key.startswith("editions.")]
    for players, options in tables(name):
        told = rules(name, language, players, **options)
        assert [told[key] for key in variants] == [""] * len(variants)
