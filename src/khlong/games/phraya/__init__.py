"""Phraya, for two to four players: boats on a canal grid, cards, a price market, temple and royal offerings.

The rules are in `rules/`, in the order of the rulebook; what is in the box in `components.toml`, `published.toml` and
`prototype.toml`; the canals in `canal.py`; which number means which move in `moves.py`. `GAME` is what the rest of
the program knows of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from khlong.engine.components import told
from khlong.engine.data import ReadData
from khlong.engine.game import Game, Option
from khlong.engine.rule import Linker
from khlong.games import facets
from khlong.games.balance import Balance
from khlong.games.obstacles import asking
from khlong.words import Messages

from .balance import profile
from .components import EDITIONS, Components, load_components
from .constants import pack_box
from .decisions import DECISIONS
from .events import Reporter
from .faults import Inspector
from .moves import BUY, KING_SPACE, SELL, VERBS, move_space
from .names import ASYMMETRIC, Names, read_board
from .position import Positions
from .printed import rule_numbers
from .reasons import Advocate
from .rules.game_end import reckon
from .rules.scoring import count_board, total_score
from .rules.setup import setup
from .rules.turn import carry_on
from .sheet import ScorePad
from .state import MOST_PLAYERS, State
from .value import VALUE
from .view import Viewer

RULES_VERSION = 1  # changes only when the same moves can lead to another state
SEARCH = facets.Search(facets.Settings(exploration=0.3, temperature=0.05, widening=2.0, outcomes=1.0, rolls=1))
MOST_MOVES = BUY.count + SELL.count + KING_SPACE.count + 1  # two goods stalls and the King


def make_game(sheet: Components) -> Game:
    """Phraya with some components."""
    box = pack_box(sheet)
    names = Names(sheet, box)
    link = Linker(lambda function: function, {"BOX": box}).link
    pad = ScorePad(names, box, link)
    viewer = Viewer(names, box, pad)

    def score(state: State, player: int) -> tuple[int, int, int]:
        seat = state.seat[player]
        return link(total_score)(state, link(count_board)(state), player), seat.favors, seat.flowers

    def list_legal(state: State, moves: list[int]) -> int:
        return link(DECISIONS[state.decision].options)(state, moves)  # type: ignore[no-any-return]

    inspector = Inspector(names, box, list_legal)
    positions = Positions(names, box, inspector)
    advocate = Advocate(box, *asking(DECISIONS, link, VERBS))
    seats = range(MOST_PLAYERS)
    return Game(
        name="phraya",
        rules_version=RULES_VERSION,
        players=range(2, MOST_PLAYERS + 1),
        options=(
            Option("edition", EDITIONS, "edition", (0, 1)),
            Option("start", ASYMMETRIC, "asymmetric", (0, 1)),
            Option("board", ("random", "1a-2a-3a-4a"), "board", (-1, 0), read_board),
            Option("first", ("random", *(str(seat + 1) for seat in seats)), "first", (-1, *seats)),
        ),
        refuse=_refuse,
        state=State,
        setup=setup,
        decisions=DECISIONS,
        carry_on=carry_on,
        game_turn=reckon,
        constants={"BOX": box},
        identity=sorted((name.upper(), value) for name, value in told(box)._asdict().items()),
        moves=move_space(sheet),
        most_moves=MOST_MOVES,
        endings=(
            "not over",
            "tithe and worship",
            "tithe and supremacy",
            "worship and supremacy",
            "all three conditions",
            "stopped after the last round",
        ),
        score=score,
        score_names=("points", "favors", "flowers"),
        facets=(
            facets.Views(viewer.view, pad.fill, ("edition", "start", "board", "route", "printed")),
            facets.Story(Reporter(names, box, viewer, score).events),
            facets.Reasons(advocate.wishes, advocate.why_not),
            facets.Wording(Path(__file__).parent / "words", rule_numbers(box)),
            facets.Positions(inspector.faults, positions.read, positions.write),
            facets.Terminal(_draw, lambda state, moves, words: _hints(state, moves, viewer, words)),
            facets.Components(_with_components),
            VALUE,
            SEARCH,
            Balance(profile),
        ),
    )


def _refuse(players: int, options: Mapping[str, str]) -> str | None:
    if options["edition"] == "prototype" and options["start"] == "asymmetric":
        return "The asymmetric start belongs to the published edition."
    return None


def _draw(view: ReadData, names: Sequence[str], words: Messages) -> Any:
    from .terminal import draw  # terminals are drawn by Rich, which nobody else needs

    return draw(view, names, words)


def _hints(state: State, moves: Sequence[int], viewer: Viewer, words: Messages) -> Mapping[int, Any]:
    from .terminal import hints

    return hints(state, moves, viewer, words)


def _with_components(path: str | PathLike[str]) -> Game:
    return make_game(load_components(path))


GAME = make_game(load_components())
