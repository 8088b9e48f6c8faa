"""Printed numbers in texts are values: what is written out belongs to no component file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from khlong.engine.game import Game
from khlong.games import game_named
from khlong.games.facets import Components, Wording
from khlong.words import LANGUAGES
from khlong.words.icu import Argument, Parts, parse
from tests.scenes import games_with

from .numbers import numbers_of

GAMES = games_with(Wording)
CHANGED = [name for name in GAMES if numbers_of(name).said]
PRINTED = ("rules", "card", "effect", "special", "help")
WRITTEN = {
    "en": r"\d+|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b",
    "ja": r"\d+|[二三四五六七八九十](?=[つ枚本人種区])",
    "th": r"\d+|สอง|สาม|สี่|หก|เจ็ด|แปด|เก้า|สิบ",
}
"""Numbers as a text may write them out. One is left to readers: it is an article, too."""
NAMES = re.compile(r"D(?:4|6|10|12)\b|D(?:4|6|10|12)(?=\W|[^\x00-\x7f])")
"""Dice are called so whatever their faces."""


def written(parts: Parts) -> Iterator[str]:
    """What a message says itself, in all its branches."""
    for part in parts:
        if isinstance(part, Argument):
            for branch in (part.branches or {}).values():
                yield from written(branch)
        elif isinstance(part, str):
            yield part


def asked_for(parts: Parts) -> Iterator[str]:
    """The values that a message asks for, in all its branches."""
    for part in parts:
        if isinstance(part, Argument):
            yield part.name
            for branch in (part.branches or {}).values():
                yield from asked_for(branch)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_no_printed_number_is_written_out(name: str, language: str) -> None:
    messages = Wording.of(game_named(name)).spoken(language)
    found = set()
    for key in messages:
        if key.split(".")[0] in PRINTED:
            text = NAMES.sub("", " ".join(written(parse(messages.texts[key]))))
            numbers = [number for number in re.findall(WRITTEN[language], text.lower()) if number != "1"]
            found |= {key} if numbers else set()
    assert found - numbers_of(name).written_out == set()


@pytest.mark.parametrize("name", GAMES)
def test_the_list_of_other_numbers_has_no_entry_too_many(name: str) -> None:
    for key in numbers_of(name).written_out:
        texts = [(each, Wording.of(game_named(name)).spoken(each).texts[key]) for each in LANGUAGES]
        assert any(re.findall(WRITTEN[language], NAMES.sub("", text).lower()) for language, text in texts), key


def owners_game(name: str, folder: Path) -> Game:
    numbers, file = numbers_of(name), folder / "own.toml"
    text = numbers.owners_file
    if numbers.changed:
        text = Path(Wording.of(game_named(name)).folder.parent / "components.toml").read_text(encoding="utf-8")
        for ours, changed in numbers.changed.items():
            assert text.count(f"\n{ours}") == 1, ours
            text = text.replace(f"\n{ours}", f"\n{changed}")
    file.write_text(text, encoding="utf-8")
    return Components.of(game_named(name)).load(file)


@pytest.mark.filterwarnings("ignore:.*departs from the rulebook")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CHANGED)
def test_the_short_rules_say_the_numbers_of_an_owners_file(name: str, language: str, tmp_path: Path) -> None:
    game = owners_game(name, tmp_path)
    messages, numbers = Wording.of(game).spoken(language), Wording.of(game).numbers()
    for key, expected in numbers_of(name).said.items():
        said = messages.say(f"rules.{key}", numbers)
        assert expected <= set(re.findall(r"[+−]?\d+(?:–\d+)?", said)), (key, said)


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_the_short_rules_is_named_by_one(name: str) -> None:
    messages = Wording.of(game_named(name)).spoken()
    texts = [parse(messages.texts[key]) for key in messages if key.startswith("rules.")]
    asked = {name for parts in texts for name in asked_for(parts)}
    assert asked == {*Wording.of(game_named(name)).numbers()}
