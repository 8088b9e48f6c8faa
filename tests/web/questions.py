"""Every question that a game can ask, each where there is much to answer."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from playwright.sync_api import ViewportSize

from khlong.games import game_named
from khlong.table import Table
from tests.scenes import scenes_of

from .positions import begun, random_plies

GAMES = 12  # random ones of each variant, at most
SEATS = "me random random random random"
SIZES: tuple[ViewportSize, ...] = (
    {"width": 1920, "height": 1080},
    {"width": 1366, "height": 768},
    {"width": 1024, "height": 768},
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
)


class Asked(NamedTuple):
    """How many answers a question has, and what to ask a server for to be asked it."""

    answers: int
    table: dict[str, Any]


def fingers(size: ViewportSize) -> bool:
    """Whether a screen of this size is touched."""
    return size["width"] < 500


def _begin(table: Table) -> dict[str, Any]:
    seats = " ".join(SEATS.split()[: table.players])
    return {"game": table.game.name, "seats": seats, **begun(table)}


@cache
def every_question(game: str) -> dict[str, Asked]:
    """Where each question of a game has the most answers, in some random games of its variants."""
    wanted = {decision.key for decision in game_named(game).decisions}
    found: dict[str, Asked] = {}
    for seed in range(GAMES):
        for players, options in scenes_of(game).variants:
            for table in random_plies(game, players, seed, **options):
                question = table.question
                if question is None or question.seat != 0:
                    continue
                answers = len(table.legal_moves())
                if question.key not in found or answers > found[question.key].answers:
                    found[question.key] = Asked(answers, _begin(table))
        if found.keys() == wanted and seed:
            break
    assert found.keys() == wanted, f"never asked: {wanted - found.keys()}"
    return found
