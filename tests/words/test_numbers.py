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

GAMES = ("phraya", "floating-market")
PRINTED = ("rules", "card", "effect", "special", "help")
WRITTEN = {
    "en": r"\d+|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b",
    "ja": r"\d+|[二三四五六七八九十](?=[つ枚本人種区])",
    "th": r"\d+|สอง|สาม|สี่|หก|เจ็ด|แปด|เก้า|สิบ",
}
"""Numbers as a text may write them out. One is left to readers: it is an article, too."""
NAMES = re.compile(r"D(?:4|6|10|12)\b|D(?:4|6|10|12)(?=\W|[^\x00-\x7f])")
"""Dice are called so whatever their faces."""
BELONG_TO_NO_COMPONENT = {
    "phraya": {
        "card.barge-1",  # names
        "card.barge-2",
        "rules.aim.end",  # two of three conditions
        "rules.setup.offers",  # numbers of players, so also below
        "rules.setup.pieces",
        "rules.setup.asymmetric",  # baskets of every start, so also below
        "rules.turn.act",  # the sides of a boat
        "rules.cards.merchant",  # the goods of a space of his route
        "rules.cards.barge",  # no channel twice
        "rules.things.boat",  # the goods of a basket
        "rules.score.king",  # places, so also below
        "rules.score.stalls",
        "rules.score.ties",
        "rules.editions.prototype",  # numbers of players
        "rules.editions.asymmetric",
    },
    "floating-market": {
        "rules.round.end",  # boats that are swapped
        "rules.river.boats",  # both ends of the ring
        "rules.aim.fruit",  # numbers of players, so also below
        "rules.places.woodworker",
        "help.woodworker",
        "rules.places.market",
        "rules.few",
        "rules.few.dice",
        "rules.few.two",
    },
}
OWN: dict[str, str | dict[str, str]] = {
    "phraya": """
[rates]
coins_for_a_point = { value = 71, mark = "ours" }
coins_for_a_card = { value = 73, mark = "ours" }
flowers_for_an_owner = { value = 7, mark = "ours" }
favors_for_an_offering = { value = 9, mark = "ours" }
[stalls]
price = { value = 79, mark = "ours" }
first = { value = [14, 17, 10, 8], mark = "ours" }
[boat]
rowers = { value = 3, mark = "ours" }
most_baskets = { value = 5, mark = "ours" }
[rounds]
last = { value = 199, mark = "ours" }
[prices]
vegetable = { value = [1, 2, 3, 4, 5, 13], mark = "ours" }
start_box = { value = 2, mark = "ours" }
[temple]
vp = { value = [2, 3, 4, 23], mark = "ours" }
majorities = { value = [15, 8, 6], mark = "ours" }
[bonuses]
favors = { value = 19, mark = "ours" }
[published]
disks = { value = 31, mark = "ours" }
[prototype]
disks = { value = 37, mark = "ours" }
start_coins = { value = [41, 43, 47, 53], mark = "ours" }
[prototype.king]
first = { value = 9, mark = "ours" }
second = { value = 4, mark = "ours" }
set = { value = 3, mark = "ours" }
""",
    "floating-market": {
        "start = { value = 2": "start = { value = 11",
        "most = { value = 6": "most = { value = 97",
        "beside_activated_boat = { value = 2": "beside_activated_boat = { value = 17",
        "on_dock = { value = 1": "on_dock = { value = 19",
        "last = { value = 100": "last = { value = 101",
        "short = { value = 5": "short = { value = 4",
        "long = { value = 7": "long = { value = 6",
        "high = { value = 4": "high = { value = 23",
        "low = { value = -2": "low = { value = -29",
        "d4 = { faces = [1, 4]": "d4 = { faces = [2, 28]",
        "[dice.board]\nd12 = { faces = [1, 12]": "[dice.board]\nd12 = { faces = [3, 26]",
        "with_three_players = { value = 1": "with_three_players = { value = 0",
        "temple = { cost = 0": "temple = { cost = 41",
        "market = { cost = 4": "market = { cost = 43",
        "tailor = { cost = 1, spaces = 1, dice = 2": "tailor = { cost = 47, spaces = 1, dice = 5",
        "office = { cost = 1": "office = { cost = 53",
        "north-trader = { cost = 0, spaces = 1, reach = 2": "north-trader = { cost = 0, spaces = 1, reach = 1",
    },
}
SAID = {
    "phraya": {
        "score.coins": {"71"},
        "turn.recover": {"73"},
        "stalls.owner": {"7"},
        "stalls.king": {"9"},
        "stalls.administration": {"79"},
        "things.boat": {"1", "3"},
        "setup.pieces": {"31"},
        "editions.prototype": {"37", "41", "43", "47", "53", "9", "4", "3"},
        "aim.stop": {"199"},
        "setup.board": {"2"},
        "cards.prices": {"1–13", "3–8"},
        "score.temple": {"23", "15", "8", "6", "4", "2"},
        "score.king": {"12", "6", "8"},
        "score.stalls": {"14", "7", "17"},
        "score.cards": {"19"},
    },
    "floating-market": {
        "setup.coins": {"97"},
        "round.collect": {"17", "19"},
        "aim.fruit": {"4", "6"},
        "places.temple": {"+23", "−29", "41"},
        "setup.pieces": {"11", "2–28"},
        "places.board": {"3–26"},
        "few.dice": {"0", "1–6"},
        "places.market": {"43"},
        "places.tailor": {"47", "5"},
        "places.office": {"53"},
        "aim.stop": {"101"},
        "places.traders": {"1", "2"},
    },
}


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
    assert found - BELONG_TO_NO_COMPONENT[name] == set()


@pytest.mark.parametrize("name", GAMES)
def test_the_list_of_other_numbers_has_no_entry_too_many(name: str) -> None:
    for key in BELONG_TO_NO_COMPONENT[name]:
        texts = [(each, Wording.of(game_named(name)).spoken(each).texts[key]) for each in LANGUAGES]
        assert any(re.findall(WRITTEN[language], NAMES.sub("", text).lower()) for language, text in texts), key


def owners_game(name: str, folder: Path) -> Game:
    own, file = OWN[name], folder / "own.toml"
    if isinstance(own, str):
        text = own
    else:
        text = Path(Wording.of(game_named(name)).folder.parent / "components.toml").read_text(encoding="utf-8")
        for ours, changed in own.items():
            assert text.count(f"\n{ours}") == 1, ours
            text = text.replace(f"\n{ours}", f"\n{changed}")
    file.write_text(text, encoding="utf-8")
    return Components.of(game_named(name)).load(file)


@pytest.mark.filterwarnings("ignore:.*departs from the rulebook")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_short_rules_say_the_numbers_of_an_owners_file(name: str, language: str, tmp_path: Path) -> None:
    game = owners_game(name, tmp_path)
    messages, numbers = Wording.of(game).spoken(language), Wording.of(game).numbers()
    for key, expected in SAID[name].items():
        said = messages.say(f"rules.{key}", numbers)
        assert expected <= set(re.findall(r"[+−]?\d+(?:–\d+)?", said)), (key, said)


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_the_short_rules_is_named_by_one(name: str) -> None:
    messages = Wording.of(game_named(name)).spoken()
    texts = [parse(messages.texts[key]) for key in messages if key.startswith("rules.")]
    asked = {name for parts in texts for name in asked_for(parts)}
    assert asked == {*Wording.of(game_named(name)).numbers()}
