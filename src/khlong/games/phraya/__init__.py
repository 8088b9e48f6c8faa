"""Phraya, for two to four players: boats on a canal grid, cards, a price market, temple and royal offerings.

The rules are in `rules/`, in the order of the rulebook; what is in the box in `components.toml`, `published.toml` and
`prototype.toml`; the canals in `canal.py`; which number means which move in `moves.py`. `GAME` is what the rest of
the program knows of the game.
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
from .components import EDITIONS, FOLDER, MOST_PLAYERS, Components, load_components
from .constants import pack_box
from .decisions import DECISIONS
from .events import Reporter
from .faults import Inspector
from .handbook import handbook
from .merits import Advertiser
from .moves import BUY, KING_SPACE, SELL, VERBS, move_space
from .names import ASYMMETRIC, Names, board_name, read_board
from .observation import observations
from .position import Positions, PositionSheet
from .printed import rule_values
from .reasons import Advocate
from .reference import charts
from .rules.game_end import reckon, standing
from .rules.setup import setup
from .rules.turn import carry_on
from .sheet import ScorePad
from .state import State
from .value import VALUE
from .view import Viewer

if TYPE_CHECKING:
    from rich.console import RenderableType

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

    score = link(standing)

    def list_legal(state: State, moves: list[int]) -> int:
        return link(DECISIONS[state.decision].options)(state, moves)  # type: ignore[no-any-return]

    inspector = Inspector(names, box, list_legal)
    positions = Positions(names, box, inspector)
    reporter = Reporter(names, box, viewer, score)
    advocate = Advocate(box, *asking(DECISIONS, link, VERBS))
    return Game(
        name="phraya",
        rules_version=RULES_VERSION,
        players=range(2, MOST_PLAYERS + 1),
        options=(
            Option("edition", EDITIONS, "edition", (0, 1)),
            Option("start", ASYMMETRIC, "asymmetric", (0, 1)),
            Option("board", ("random", "1a-2a-3a-4a"), "board", (-1, 0), read_board, board_name),
            who_begins(MOST_PLAYERS),
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
            facets.Views(
                viewer.view,
                pad.fill,
                unchanging=("edition", "start", "board", "route", "printed"),
                passing=("asked", "decider", "used"),
            ),
            facets.Story(reporter.events),
            facets.Merits(Advertiser(box, pad, reporter).merits),
            facets.Reasons(advocate.wishes, advocate.why_not),
            facets.Tutorials(Path(__file__).parent / "tutorials"),
            facets.Wording(Path(__file__).parent / "words", partial(rule_values, box)),
            handbook(names, box),
            facets.Positions(inspector.faults, positions.read, positions.write, positions.names),
            facets.Puzzles(Path(__file__).parent / "puzzles.json"),
            facets.Terminal(_draw, lambda state, moves, words: _hints(state, moves, viewer, words)),
            facets.Dice(names.draws),
            facets.Reference(FOLDER / "reference.toml", partial(charts, names, box), PositionSheet),
            facets.Components(_with_components, box_files, sheet),
            VALUE,
            SEARCH,
            observations(names),
            Balance(profile),
        ),
    )


def _refuse(players: int, options: Mapping[str, str]) -> str | None:
    if options["edition"] == "prototype" and options["start"] == "asymmetric":
        return "The asymmetric start belongs to the published edition."
    return None


def _draw(view: ReadData, names: Sequence[str], words: Messages) -> RenderableType:
    from .terminal import draw  # terminals are drawn by Rich, which nobody else needs

    return draw(view, names, words)


def _hints(state: State, moves: Sequence[int], viewer: Viewer, words: Messages) -> Mapping[int, Any]:
    from .terminal import hints

    return hints(state, moves, viewer, words, viewer.pad.link(GAME.rules.play))


def _with_components(path: str | PathLike[str]) -> Game:
    return make_game(load_components(path))


GAME = make_game(load_components())
