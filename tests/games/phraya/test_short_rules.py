"""The rules in short, as the page shows them: what they claim is what happens at the table."""

import json
from importlib.resources import files

import pytest

from .helpers import GOODS, each, kinds, play, river, seat
from .test_cards import goods_stalls_at

AROUND_D4 = ("b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5")  # channels of the islands around, none of them at d4
# Who says so is read by somebody who knows the language; a test only compares it with what is played.
WHOEVER_MOVED = {"en": "whoever moved the barge", "ja": "誰が動かしても", "th": "ไม่ว่าใครเป็นคนเลื่อนเรือพระที่นั่ง"}
ITS_MOVER = {"en": "its player", "ja": "動かした人は", "th": "ผู้เล่นการ์ดได้"}
AT_THE_CHANNELS = {
    "en": "at the channels of that crossing",
    "ja": "着いた交差点に隣接する水路区間の屋台",
    "th": "ช่วงคลองที่ติดกับแยกนั้น",
}
ON_THE_ISLANDS = {"en": "island", "ja": "島", "th": "รอบเรือ"}


@pytest.mark.parametrize("language", ["en", "ja", "th"])
def test_who_is_blessed_by_the_barge(language: str) -> None:
    """PH-33."""
    words = json.loads((files("khlong.games.phraya") / "words" / f"{language}.json").read_text(encoding="utf-8"))
    sentence = words["rules.cards.barge"]
    at_channels = goods_stalls_at("d4")[0]
    on_island = next(
        f"{section}-{side}"
        for section in AROUND_D4
        for side in ("left", "right")
        if kinds()[f"{section}-{side}"] in GOODS
    )
    table = river(seat("g2"), barge="d2", owners={at_channels: 2, on_island: 1})
    assert each(table, "flowers") == [0, 0, 0]
    mover, other, _ = each(play(table, "card barge-1", "barge d4"), "flowers")
    assert (WHOEVER_MOVED[language] in sentence, ITS_MOVER[language] in sentence) == (other > 0, other == 0)
    assert (AT_THE_CHANNELS[language] in sentence, ON_THE_ISLANDS[language] in sentence) == (mover == 0, mover > 0)
