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
        "rules.turn.act",  # the sides of a boat
        "rules.cards.merchant",  # the goods of a space of his route
        "rules.things.boat",  # the goods of a basket, and the baskets of every start
        "rules.score.king",  # places, and rows of the chart
        "rules.score.stalls",  # places
        "rules.editions.asymmetric",  # baskets of every start
    },
    "floating-market": {
        "rules.round.end",  # boats that are swapped
        "rules.river.boats",  # the ring, and its ends
        "rules.places.woodworker",  # numbers of players, so also below
        "rules.few",
        "rules.few.ama",  # and her customers
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
[boat]
rowers = { value = 1, mark = "ours" }
most_baskets = { value = 5, mark = "ours" }
[published]
disks = { value = 31, mark = "ours" }
[prototype]
disks = { value = 37, mark = "ours" }
start_coins = { value = [41, 43, 47, 53], mark = "ours" }
""",
    "floating-market": {
        "start = { value = 2": "start = { value = 11",
        "most = { value = 6": "most = { value = 13",
        "beside_activated_boat = { value = 2": "beside_activated_boat = { value = 17",
        "on_dock = { value = 1": "on_dock = { value = 19",
        "short = { value = 5": "short = { value = 4",
        "long = { value = 7": "long = { value = 6",
        "high = { value = 4": "high = { value = 23",
        "low = { value = -2": "low = { value = -29",
        "d4 = { faces = [1, 4]": "d4 = { faces = [2, 31]",
        "[dice.board]\nd12 = { faces = [1, 12]": "[dice.board]\nd12 = { faces = [3, 37]",
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
        "editions.prototype": {"31", "37", "41", "43", "47", "53"},
    },
    "floating-market": {
        "dice.coins": {"11", "13"},
        "round.collect": {"17", "19"},
        "aim.fruit": {"4", "6"},
        "places.temple": {"+23", "−29", "41"},
        "dice.own": {"2–31"},
        "dice.board": {"3–37"},
        "few.ama": {"0"},
        "places.market": {"43"},
        "places.tailor": {"47", "5"},
        "places.office": {"53"},
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
    messages, numbers = Wording.of(game).spoken(language), Wording.of(game).numbers
    for key, expected in SAID[name].items():
        said = messages.say(f"rules.{key}", numbers)
        assert expected <= set(re.findall(r"[+−]?\d+(?:–\d+)?", said)), (key, said)


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_the_short_rules_is_named_by_one(name: str) -> None:
    messages = Wording.of(game_named(name)).spoken()
    texts = [parse(messages.texts[key]) for key in messages if key.startswith("rules.")]
    asked = {part.name for parts in texts for part in parts if isinstance(part, Argument)}
    assert asked == {*Wording.of(game_named(name)).numbers}
