"""Printed numbers stand in the component files alone: other numbers reach rules, texts and views."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from khlong.engine.components import told
from khlong.engine.errors import ComponentError
from khlong.engine.game import Game
from khlong.games.phraya import make_game
from khlong.games.phraya.components import load_components
from khlong.games.phraya.constants import BOX, pack_box
from khlong.games.phraya.effects import card_words
from khlong.table import new_table
from khlong.table.record import components_print
from khlong.words import LANGUAGES, Messages, load_messages

from .helpers import GAME, SPECIAL

RATES = {"coins_for_a_point": 7, "coins_for_a_flower": 13, "flowers_for_a_good": 17, "coins_for_a_card": 19}
BONUSES = {
    "orders": 23,
    "king": 29,
    "temple": 31,
    "good": 37,
    "stalls": 41,
    "flowers": 43,
    "favors": 47,
    "coins": 53,
}
FILE = "\n".join(
    [
        "[rates]",
        *(f'{name} = {{ value = {number}, mark = "ours" }}' for name, number in RATES.items()),
        "[bonuses]",
        *(f'{name} = {{ value = {number}, mark = "ours" }}' for name, number in BONUSES.items()),
        '[stalls]\nprice = { value = 67, mark = "ours" }\nprice_with_card = { value = 59, mark = "ours" }',
        '[temple]\ndiscount_with_card = { value = 61, mark = "ours" }',
    ]
)
WORDS = Path(__file__).parents[3] / "src/khlong/games/phraya/words"


@pytest.fixture(name="other")
def _other(tmp_path: Path) -> Game:
    """Phraya with an owner's numbers."""
    file = tmp_path / "own.toml"
    file.write_text(FILE, encoding="utf-8")
    with pytest.warns(UserWarning, match="departs from the rulebook"):
        return make_game(load_components(file))


def faces(game: Game) -> dict[str, Any]:
    return new_table(game, players=2, seed=1).view()["printed"]["cards"]  # type: ignore[no-any-return]


def texts(face: dict[str, Any], messages: Messages) -> Iterator[str]:
    """What is said of a card's printed numbers, as the page says it."""
    for key, sign, what in (
        ("recover", "recover", "coins"),
        ("goods_for_flowers", "goods-for-flowers", "flowers"),
        ("flowers_for_coins", "flowers-for-coins", "coins"),
    ):
        if key in face:
            yield messages.say(f"effect.{sign}", {what: messages.say(f"amount.{what}", count=face[key])})
    if "special" in face:
        numbers = face.get("numbers", {})
        amounts = {what: messages.say(f"amount.{what}", count=n) for what, n in numbers.items() if what != "points"}
        good = {"good": messages.say(f"good.{face['good']}")} if "good" in face else {}
        yield messages.say(f"special.{face['special']}", numbers | amounts | good)


def numbers_of(game: Game, name: str) -> set[int]:
    """The numbers that a card's text must show in a game with some components."""
    face = faces(game)[name]
    own = {face[key] for key in ("recover", "goods_for_flowers", "flowers_for_coins") if key in face}
    return own | set(face.get("numbers", {}).values())


def expected(name: str) -> set[int]:
    """The owner's numbers that belong on a card."""
    card = {**load_components().base.basic, **load_components().base.cards}[name]
    found = {RATES["coins_for_a_card"]} if getattr(card, "recover", False) else set()
    found |= {RATES["flowers_for_a_good"]} if card.goods_for_flowers else set()
    found |= {RATES["coins_for_a_flower"]} if card.flowers_for_coins else set()
    verb, _, what = getattr(card, "special", "").partition(" ")
    if verb == "score":
        found |= {BONUSES.get(what, BONUSES["good"])} | ({RATES["coins_for_a_point"]} if what == "coins" else set())
    return found | {"stall": {59}, "temple": {61}}.get(verb, set())


def test_every_card_of_the_view_has_the_numbers_of_the_file(other: Game) -> None:
    assert {name: numbers_of(other, name) for name in faces(other)} == {name: expected(name) for name in faces(other)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_every_card_has_the_numbers_of_the_file(other: Game, language: str) -> None:
    messages = load_messages(language, WORDS)
    for name, face in faces(other).items():
        said = " ".join(texts(face, messages))
        assert "{" not in said
        found = {int(number) for number in re.findall(r"\d+", said)}
        assert expected(name) <= found, name
        assert found - expected(name) <= {1}, name  # one card back, one good less


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_says_the_numbers_of_the_file(other: Game, language: str) -> None:
    messages = load_messages(language, WORDS)
    for name, face in faces(other).items():
        found = {int(digits) for digits in re.findall(r"\d+", card_words(messages, face))}
        assert expected(name) <= found, name


def test_the_rules_score_by_the_numbers_of_the_file(other: Game) -> None:
    table = new_table(other, players=2, seed=1)
    seat = table.state.seat[0]
    seat.coins, seat.flowers, seat.favors = 15, 3, 2
    usual = GAME.score(table.state, 0)[0]
    assert GAME.score(table.state, 0)[0] - other.score(table.state, 0)[0] == 15 // 5 - 15 // 7
    cards = [*faces(other)]
    for what, scored in (("flowers", 3), ("favors", 2), ("coins", 15 // 7)):
        seat.hand = 1 << cards.index(SPECIAL[f"score {what}"])
        assert other.score(table.state, 0)[0] - (usual - 1) == BONUSES[what] * scored


def test_rates_and_bonuses_as_they_were_fixed_before_leave_the_print_of_components_as_it_was(other: Game) -> None:
    assert pack_box(load_components()) == BOX
    assert not {*BOX._field_defaults} & {*told(BOX)._fields}
    assert components_print(GAME) == "c618bdb454cb0663"
    assert components_print(other) != components_print(GAME)


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ("[rates]\ncoins_for_a_point = { value = 0, mark = 'ours' }", "rates.coins_for_a_point.value"),
        ("[bonuses]\nking = { value = -1, mark = 'ours' }", "bonuses.king.value"),
        ("[bonuses]\nlotus = { value = 1, mark = 'ours' }", "bonuses.lotus is not known here"),
    ],
)
def test_numbers_that_cannot_be_are_refused_by_name(entry: str, fault: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(entry, encoding="utf-8")
    with pytest.raises(ComponentError, match=re.escape(fault)):
        load_components(file)
