"""Floating Market, for two to five players: a pool of dice, customers on boats, first to five different fruits.

The rules are in `rules/`, in the order of the rulebook; what is in the box in `components.toml`; which number means
which move in `moves.py`. `GAME` is what the rest of the program knows of the game.
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
from .components import MOST_PLAYERS, Box, Components, load_components, pack_box
from .decisions import DECISIONS
from .events import Reporter
from .faults import Inspector
from .moves import SWAP, VERBS, move_space, place_names
from .places import BOATS
from .position import Positions
from .printed import rule_numbers
from .reasons import Advocate
from .rules.collect import collect
from .rules.setup import setup
from .rules.turn import carry_on
from .state import State
from .value import VALUE
from .view import Viewer

RULES_VERSION = 1  # changes only when the same moves can lead to another state
SEARCH = facets.Search(
    facets.Settings(exploration=0.6, temperature=0.02, widening=2.0, outcomes=1.0, rolls=0),
    frozenset({"rolled", "faces", "board_rolled", "board_faces", "ama_faces", "total", "activated"}),
)


def make_game(sheet: Components) -> Game:
    """Floating Market with some components."""
    box = pack_box(sheet)
    viewer = Viewer(sheet, box)
    positions = Positions(sheet, box)
    link = Linker(lambda function: function, {"BOX": box}).link
    advocate = Advocate(box, *asking(DECISIONS, link, VERBS))
    goals = tuple(str(goal) for goal in box.goals)
    seats = range(MOST_PLAYERS)
    return Game(
        name="floating-market",
        rules_version=RULES_VERSION,
        players=range(2, MOST_PLAYERS + 1),
        options=(
            Option("goal", goals, "goal", box.goals),
            Option("traders", ("owner", "everyone"), "traders_serve_all", (0, 1)),
            Option("first", ("random", *(str(seat + 1) for seat in seats)), "first", (-1, *seats)),
        ),
        refuse=_refuse,
        state=State,
        setup=setup,
        decisions=DECISIONS,
        carry_on=carry_on,
        game_turn=collect,
        constants={"BOX": box},
        identity=[("BOX", told(box))],
        moves=move_space(sheet),
        most_moves=SWAP.count,
        endings=("not over", "bought at the Market", "collected from a boat", "stopped after the last round"),
        score=_score,
        score_names=("fruits", "coins"),
        facets=(
            facets.Views(viewer.view, viewer.score_sheet, ("goal", "traders", "clockwise")),
            facets.Story(Reporter(sheet, box).events),
            facets.Reasons(advocate.wishes, advocate.why_not),
            facets.Wording(Path(__file__).parent / "words", rule_numbers(sheet, box)),
            facets.Positions(Inspector(box, place_names(sheet)).faults, positions.read, positions.write),
            facets.Terminal(_draw, lambda state, moves, words: _hints(state, moves, viewer.view(state), box, words)),
            facets.Components(_with_components),
            VALUE,
            SEARCH,
            Balance(profile),
        ),
    )


def _refuse(players: int, options: Mapping[str, str]) -> str | None:
    if players == 2 and int(options["goal"]) >= BOATS:
        return f"With two players only {BOATS - 1} fruits are in the game, so the goal cannot be {options['goal']}."
    return None


def _score(state: State, player: int) -> tuple[int, int]:
    seat = state.seat[player]
    return seat.fruit.bit_count(), seat.coins


def _draw(view: ReadData, names: Sequence[str], words: Messages) -> Any:
    from .terminal import draw  # terminals are drawn by Rich, which nobody else needs

    return draw(view, names, words)


def _hints(state: State, moves: Sequence[int], view: ReadData, box: Box, words: Messages) -> Mapping[int, Any]:
    from .terminal import hints

    return hints(state, moves, view, box, words)


def _with_components(path: str | PathLike[str]) -> Game:
    return make_game(load_components(Path(path)))


GAME = make_game(load_components())
