"""The table layer: one game being played, and the one door to the games for everybody else.

>>> import khlong
>>> table = khlong.new_table("floating-market", players=2, seed=7)
>>> table.question
Question(seat=0, key='customer', prompt='Place a customer.')
>>> [move.notation for move in table.legal_moves()][:3]
['place 14-16', 'place 17-19', 'place 24-28']
"""

from khlong.engine.errors import ComponentError, EngineError, KhlongError, PositionError, RollError
from khlong.games import UnknownGameError, game_named, game_names
from khlong.games.facets import Draw

from .answers import Asked, Move, Question, Result
from .dice import PROVABLE, commitment
from .errors import (
    ArgumentError,
    GameOverError,
    IllegalMoveError,
    NothingToUndoError,
    OptionError,
    PlyError,
    RecordError,
    SeedError,
    TutorialError,
)
from .options import template
from .record import components_print, load_record, save_record, table_from_record, write_open_record, write_record
from .table import Table, new_table, table_from_position

__all__ = [
    "PROVABLE",
    "ArgumentError",
    "Asked",
    "ComponentError",
    "Draw",
    "EngineError",
    "GameOverError",
    "IllegalMoveError",
    "KhlongError",
    "Move",
    "NothingToUndoError",
    "OptionError",
    "PlyError",
    "PositionError",
    "Question",
    "RecordError",
    "Result",
    "RollError",
    "SeedError",
    "Table",
    "TutorialError",
    "UnknownGameError",
    "commitment",
    "components_print",
    "game_named",
    "game_names",
    "load_record",
    "new_table",
    "save_record",
    "table_from_position",
    "table_from_record",
    "template",
    "write_open_record",
    "write_record",
]
