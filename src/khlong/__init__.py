"""Khlong: the board games of Thailand's floating markets, to play, to write bots for and to simulate.

>>> import khlong
>>> table = khlong.new_table("floating-market", players=4, seed=2026)
>>> while not table.over:
...     table = table.play(table.legal_moves()[0].number)
>>> table.result.ending
'collected from a boat'
"""

from khlong.table import (
    ArgumentError,
    ComponentError,
    Draw,
    EngineError,
    GameOverError,
    IllegalMoveError,
    KhlongError,
    Move,
    NothingToUndoError,
    OptionError,
    PlyError,
    PositionError,
    Question,
    RecordError,
    Result,
    RollError,
    SeedError,
    Table,
    UnknownGameError,
    game_named,
    game_names,
    load_record,
    new_table,
    save_record,
    table_from_position,
    table_from_record,
    template,
    write_record,
)

__version__ = "0.2.0"
__all__ = [
    "ArgumentError",
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
    "UnknownGameError",
    "__version__",
    "game_named",
    "game_names",
    "load_record",
    "new_table",
    "save_record",
    "table_from_position",
    "table_from_record",
    "template",
    "write_record",
]
