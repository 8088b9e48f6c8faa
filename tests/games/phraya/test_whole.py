"""Phraya brings all that a game can bring."""

from khlong.games.phraya import GAME
from tests.games.whole import assert_whole


def test_everything_is_there() -> None:
    assert_whole(GAME)
