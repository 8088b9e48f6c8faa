"""Floating Market, for two to five players: a pool of dice, customers on boats, first to five different fruits.

The rules are in `rules/`, in the order of the rulebook; what is in the box in `components.toml`; which number means
which move in `moves.py`. `GAME` is what the rest of the program knows of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from khlong.engine.components import told
from khlong.engine.data import ReadData
from khlong.engine.game import Game, Option, who_begins
from khlong.engine.rule import Linker
from khlong.games import facets
from khlong.games.balance import Balance
from khlong.games.obstacles import asking
from khlong.words import Messages

from .balance import profile
from .box_files import box_files
from .components import MOST_PLAYERS, Box, Components, load_components, pack_box
from .decisions import DECISIONS
from .events import Reporter
from .faults import Inspector
from .handbook import handbook
from .merits import Advertiser
from .moves import SWAP, VERBS, move_space, place_names
from .observation import observations
from .odds import Pool
from .places import BOATS
from .position import Positions, PositionSheet
from .printed import rule_values
from .reasons import Advocate
from .reference import charts
from .rules.collect import collect
from .rules.game_end import score
from .rules.setup import setup
from .rules.turn import carry_on
from .state import State
from .value import VALUE
from .view import Viewer

if TYPE_CHECKING:
    from rich.console import RenderableType

RULES_VERSION = 1  # changes only when the same moves can lead to another state
SEARCH = facets.Search(
    facets.Settings(exploration=0.6, temperature=0.02, widening=2.0, outcomes=1.0, rolls=0),
    frozenset({"rolled", "faces", "board_rolled", "board_faces", "ama_faces", "total", "activated"}),
)


def make_game(sheet: Components) -> Game:
    """Floating Market with some components."""
    box = pack_box(sheet)
    viewer = Viewer(sheet, box)
    pool = Pool(sheet, box)
    link = Linker(lambda function: function, {"BOX": box}).link

    def list_legal(state: State, moves: list[int]) -> int:
        return link(DECISIONS[state.decision].options)(state, moves)  # type: ignore[no-any-return]

    inspector = Inspector(box, place_names(sheet), list_legal)
    positions = Positions(sheet, box, inspector)
    legal, take = asking(DECISIONS, link, VERBS)
    advocate = Advocate(box, legal, take)
    goals = tuple(str(goal) for goal in box.goals)
    return Game(
        name="floating-market",
        rules_version=RULES_VERSION,
        players=range(2, MOST_PLAYERS + 1),
        options=(
            Option("goal", goals, "goal", box.goals),
            Option("traders", ("everyone", "owner"), "traders_serve_all", (1, 0), unnamed="owner"),
            who_begins(MOST_PLAYERS),
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
        score=score,
        score_names=("fruits", "coins"),
        facets=(
            facets.Views(viewer.view, viewer.score_sheet, unchanging=("goal", "traders", "clockwise", "printed")),
            facets.Story(Reporter(sheet, box, link, take).events),
            facets.Merits(Advertiser(sheet, box, link).merits),
            facets.Reasons(advocate.wishes, advocate.why_not),
            facets.Tutorials(Path(__file__).parent / "tutorials"),
            facets.Wording(Path(__file__).parent / "words", partial(rule_values, sheet, box)),
            handbook(sheet),
            facets.Positions(inspector.faults, positions.read, positions.write, positions.names),
            facets.Puzzles(Path(__file__).parent / "puzzles.json"),
            facets.Terminal(_draw, lambda state, moves, words: _hints(state, moves, viewer.view(state), box, words)),
            facets.Dice(pool.draws, pool.odds),
            facets.Reference(Path(__file__).parent / "reference.toml", partial(charts, sheet, box), PositionSheet),
            facets.Components(_with_components, box_files, sheet),
            VALUE,
            SEARCH,
            observations(sheet),
            Balance(profile),
        ),
    )


def _refuse(players: int, options: Mapping[str, str]) -> str | None:
    if players == 2 and int(options["goal"]) >= BOATS:
        return f"With two players only {BOATS - 1} fruits are in the game, so the goal cannot be {options['goal']}."
    return None


def _draw(view: ReadData, names: Sequence[str], words: Messages) -> RenderableType:
    from .terminal import draw  # terminals are drawn by Rich, which nobody else needs

    return draw(view, names, words)


def _hints(state: State, moves: Sequence[int], view: ReadData, box: Box, words: Messages) -> Mapping[int, Any]:
    from .terminal import hints

    return hints(state, moves, view, box, words)


def _with_components(path: str | PathLike[str]) -> Game:
    return make_game(load_components(Path(path)))


GAME = make_game(load_components())
