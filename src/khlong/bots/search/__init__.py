"""Monte-Carlo tree search on the native engine: a bot for tables, and whole games in compiled code."""

try:
    import numba as _numba  # noqa: F401
except ModuleNotFoundError as missing:
    raise ImportError("searching bots need Numba: pip install 'khlong[native]'") from missing

from .bot import SearchBot
from .player import SearchPlayer, player_of, self_play

__all__ = ["SearchBot", "SearchPlayer", "player_of", "self_play"]
