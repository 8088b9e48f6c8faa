"""Bots: players that think for themselves. To write one takes a class with one method:

>>> class Hasty:
...     def choose(self, position, clock):
...         return position.legal_moves()[0].number

`khlong play GAME --seat bot:mymodule:Hasty` seats it at a table; the code below is what that comes down to.

>>> import khlong
>>> table = khlong.new_table("floating-market", seed=1)
>>> table.play(ask(Hasty(), table)).ply
1
"""

from .bot import (
    Bot,
    ExplainingBot,
    PreparingBot,
    UnpreparedBot,
    UnpreparedExplainingBot,
    ask,
    ask_unprepared,
)
from .clock import Clock
from .errors import BotError, ForfeitError, UnknownBotError
from .explanation import Estimate, Explanation
from .random_bot import RandomBot
from .registry import bot_named, bot_names, is_from_outside
from .seating import seated
from .seeds import seat_seed

__all__ = [
    "Bot",
    "BotError",
    "Clock",
    "Estimate",
    "ExplainingBot",
    "Explanation",
    "ForfeitError",
    "PreparingBot",
    "RandomBot",
    "UnknownBotError",
    "UnpreparedBot",
    "UnpreparedExplainingBot",
    "ask",
    "ask_unprepared",
    "bot_named",
    "bot_names",
    "is_from_outside",
    "seat_seed",
    "seated",
]
