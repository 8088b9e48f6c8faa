"""Printed numbers reach views and texts from the component file."""

from pathlib import Path

import pytest

from khlong.games.floating_market import make_game
from khlong.games.floating_market.components import DEFAULT_FILE, load_components
from khlong.table import new_table
from khlong.words import LANGUAGES, load_messages

WORDS = DEFAULT_FILE.parent / "words"


@pytest.mark.parametrize("language", LANGUAGES)
def test_docks_and_the_temple_tell_the_numbers_of_an_owners_file(language: str, tmp_path: Path) -> None:
    text = DEFAULT_FILE.read_text(encoding="utf-8")
    for ours, own in (("on_dock = { value = 1", "on_dock = { value = 5"), ("high = { value = 4", "high = { value = 7")):
        assert ours in text
        text = text.replace(ours, own)
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    view = new_table(make_game(load_components(file)), players=2, seed=1).view()
    numbers = {place["place"]: place["numbers"] for place in view["places"]}
    assert numbers["temple"] == {"high": 7, "low": -2}
    assert numbers["west-dock"] == numbers["east-dock"] == {"coins": 5}
    messages = load_messages(language, WORDS)
    coins = messages.say("amount.coins", count=5)
    for dock in ("west-dock", "east-dock"):
        assert coins in messages.say(f"help.{dock}", coins=coins)
    said = messages.say("help.temple", high="+7", low="−2")
    assert "+7" in said
    assert "−2" in said
