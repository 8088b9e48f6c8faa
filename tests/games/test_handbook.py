"""The whole rules of a game: complete, in three languages, with their sources, and with no number of their own."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import khlong
from khlong.engine.game import Game
from khlong.games import game_named
from khlong.games.facets import Components, Handbook, Wording
from khlong.games.handbook import WholeRules, contents_of, handbook_words, marked_values, whole_rules
from khlong.words import LANGUAGES
from khlong.words.icu import parse
from tests.scenes import games_with
from tests.words.test_numbers import written

GAMES = pytest.mark.parametrize("name", games_with(Handbook))
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
NAMES = re.compile(r"D(?:4|6|10|12)")
SOURCE = re.compile(r"\[[^\]]*\]")
JAPANESE_COUNTS = {"0", "1", "2", "3", "4"}
"""Japanese writes with a digit what English and Thai say in words: one card, two baskets, with three players."""


def folder_of(name: str) -> Path:
    folder = Handbook.of(game_named(name)).folder
    assert folder is not None
    return folder


def options_of(game: Game) -> list[dict[str, str]]:
    """What is usual, and each other choice by itself, but for those that stand in the place of chance."""
    chosen = [option for option in game.options if option.default != "random"]
    return [{}, *({option.key: choice} for option in chosen for choice in option.choices[1:])]


def told(name: str, language: str = "en") -> list[WholeRules]:
    """What is told to anybody, and at tables of every kind."""
    game = game_named(name)
    tables = [(players, options) for players in game.players for options in options_of(game)]
    return [whole_rules(game, language, players, options) for players, options in [(0, {}), *tables]]


def cited(rules: WholeRules) -> set[str]:
    return {
        source
        for chapter in rules["chapters"]
        for entry in chapter["entries"]
        for sentence in entry["sentences"]
        for source in sentence["sources"]
    }


@GAMES
def test_every_sentence_has_a_source_and_every_chapter_of_the_book_and_every_ruling_is_told(name: str) -> None:
    ids = set(tomllib.loads((folder_of(name).parent / "rulings.toml").read_text(encoding="utf-8")))
    rules = told(name)
    assert {ruling["id"] for ruling in rules[0]["rulings"]} == ids
    assert set().union(*map(cited, rules)) == ids | set(rules[0]["sources"])
    for each in rules:
        for chapter in each["chapters"]:
            for entry in chapter["entries"]:
                assert entry["sentences"], entry["id"]
                assert all(sentence["sources"] for sentence in entry["sentences"]), entry["id"]


@GAMES
@LANGUAGE
def test_every_language_tells_the_same_with_the_same_sources(name: str, language: str) -> None:
    for english, other in zip(told(name), told(name, language), strict=True):
        for one, two in zip(english["chapters"], other["chapters"], strict=True):
            entries = zip(one["entries"], two["entries"], strict=True)
            for here, there in entries:
                assert here["id"] == there["id"]
                sources = [[each["sources"] for each in entry["sentences"]] for entry in (here, there)]
                assert sources[0] == sources[1], here["id"]
                assert all(each["text"] and "[" not in each["text"] for each in there["sentences"])
        assert [each["id"] for each in english["rulings"]] == [each["id"] for each in other["rulings"]]
        assert [group["id"] for group in english["box"]] == [group["id"] for group in other["box"]]
        assert all(all(ruling.values()) for ruling in other["rulings"])
        assert all(value["name"] and value["value"] for group in other["box"] for value in group["values"])


@GAMES
@LANGUAGE
def test_no_number_of_the_box_is_typed_once_more(name: str, language: str) -> None:
    """Whatever is a number comes in by the name of a value; what is left belongs to no component."""
    words = handbook_words(folder_of(name), language)
    for key in words:
        if key.split(".")[0] not in ("source", "box", "ruling"):
            text = NAMES.sub("", SOURCE.sub("", " ".join(written(parse(words.texts[key])))))
            assert set(re.findall(r"\d+", text)) <= (JAPANESE_COUNTS if language == "ja" else set()), (key, text)


@GAMES
def test_every_value_of_the_box_is_told_with_its_mark(name: str) -> None:
    sheet = Components.of(game_named(name)).sheet
    expected = {"box." + ".".join(path): mark for path, _, mark in marked_values(sheet)}
    rules = whole_rules(game_named(name))
    assert {value["id"]: value["mark"] for group in rules["box"] for value in group["values"]} == expected
    assert expected


@GAMES
def test_the_short_rules_are_found_in_the_whole_ones_under_the_same_names(name: str) -> None:
    """So that whatever leads to a point of the short rules leads to the same point of the whole ones."""
    short = {key.removeprefix("rules.") for key in Wording.of(game_named(name)).spoken() if key.startswith("rules.")}
    chapters = contents_of(folder_of(name))["chapters"]
    whole = {*chapters, *(f"{chapter}.{entry}" for chapter, entries in chapters.items() for entry in entries)}
    assert short <= whole


def test_what_an_owner_changes_is_told_with_the_new_number(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[stalls]\nprice = { value = 12, mark = "ours" }\n', encoding="utf-8")
    with pytest.warns(UserWarning, match="rulebook"):
        own = Components.of(game_named("phraya")).load(file)
    rules = whole_rules(own)
    entries = {entry["id"]: entry for chapter in rules["chapters"] for entry in chapter["entries"]}
    assert "12 coins" in entries["stalls.administration"]["sentences"][0]["text"]
    values = {value["id"]: value for group in rules["box"] for value in group["values"]}
    assert (values["box.stalls.price"]["value"], values["box.stalls.price"]["mark"]) == ("12", "ours")


def test_an_edition_and_a_number_of_players_have_rules_of_their_own() -> None:
    """PH-21, FM-1."""
    published, prototype = (
        whole_rules(game_named("phraya"), "en", 3, {"edition": edition}) for edition in ("published", "prototype")
    )
    ends = [
        next(entry for entry in rules["chapters"][0]["entries"] if entry["id"] == "aim.end")["sentences"][-1]["text"]
        for rules in (published, prototype)
    ]
    assert "on the spot" in ends[0]
    assert "round is played to its end" in ends[1]
    with_two, with_four = (whole_rules(game_named("floating-market"), "en", players) for players in (2, 4))
    assert "few" in [chapter["id"] for chapter in with_two["chapters"]]
    assert "few" not in [chapter["id"] for chapter in with_four["chapters"]]


def test_a_game_without_a_handbook_has_none_and_fails_nowhere() -> None:
    rules = whole_rules(khlong.game_named("pig"))
    assert (rules["chapters"], rules["rulings"]) == ([], [])
    assert rules["sources"] == {}
