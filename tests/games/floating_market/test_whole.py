"""Floating Market brings all that a game can bring."""

from khlong.games.floating_market import GAME
from tests.games.whole import assert_whole


def test_everything_is_there() -> None:
    assert_whole(GAME)
