"""Messages with values, and how events are told without code of the game's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from khlong.games import game_named
from khlong.games.facets import Wording
from khlong.words import Messages, usual_language
from khlong.words.icu import MessageError, parse

TOLD = json.loads((Path(__file__).parents[1] / "golden" / "told.json").read_text(encoding="utf-8"))
"""Examples that the page's tests tell as well."""


def said(text: str, language: str = "en", **values: str | int) -> str:
    return Messages(language, {"key": text}).say("key", **values)


def test_a_plural_tells_one_from_many_and_exact_numbers_first() -> None:
    text = "{count, plural, =0 {none} one {# coin} other {# coins}}"
    assert [said(text, count=count) for count in (0, 1, 2, 1234)] == ["none", "1 coin", "2 coins", "1,234 coins"]
    assert said(text, "ja", count=1) == "1 coins"  # Japanese has one form for all


def test_a_selection_takes_its_branch_or_the_other() -> None:
    text = "{good, select, fish {a fish} other {some {good}}}"
    assert (said(text, good="fish"), said(text, good="meat")) == ("a fish", "some meat")


def test_branches_may_hold_values_and_choices() -> None:
    text = "{count, plural, one {{player}: #} other {{player}: # of {good, select, fish {fish} other {#}}}}"
    assert said(text, count=3, player="Ann", good="fish") == "Ann: 3 of fish"


def test_quotes_keep_brackets_as_they_are() -> None:
    assert said("Ann's '{'boat'}' isn''t {where}", where="here") == "Ann's {boat} isn't here"
    assert said("No. # {where}", where="here") == "No. # here"


@pytest.mark.parametrize(
    "text", ["{player", "player}", "{a b}", "{n, plural, one {#}}", "{n, number}", "{n, plural, one"]
)
def test_a_message_that_is_not_well_written_is_refused(text: str) -> None:
    with pytest.raises(MessageError):
        parse(text)


def test_a_value_that_is_missing_is_named() -> None:
    with pytest.raises(MessageError, match="{player}"):
        said("{player} wins")


def test_a_key_without_a_message_is_made_readable() -> None:
    words = Messages("en", {"event.card": "{player} plays {card}.", "card.trade": "Trade"})
    assert words.say("card.noodle-cook") == "noodle cook"
    assert words.tell("card", {"seat": 0, "card": "trade"}, ["Ann"]) == "Ann plays Trade."
    assert words.tell("card", {"seat": 0, "card": "noodle-cook"}, ["Ann"]) == "Ann plays noodle cook."
    assert words.tell("ducks-fly", {"seat": 0}, ["Ann"]) == "ducks fly"


@pytest.mark.parametrize("example", TOLD, ids=lambda example: f"{example['language']} {example['key']}")
def test_events_and_reasons_are_told_as_on_the_page(example: dict[str, Any]) -> None:
    words = Wording.of(game_named(example["game"])).spoken(example["language"])
    assert words.tell(example["key"], example["values"], example["names"]) == example["said"]


@pytest.mark.parametrize(
    ("surroundings", "language"),
    [
        ({}, "en"),
        ({"LANG": "th_TH.UTF-8"}, "th"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "KHLONG_LANGUAGE": "th"}, "th"),
    ],
)
def test_the_usual_language_is_that_of_the_surroundings(surroundings: dict[str, str], language: str) -> None:
    assert usual_language(surroundings) == language
