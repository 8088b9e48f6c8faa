"""Monte-Carlo tree search: a bot for tables, which begins on the python engine and goes on in compiled code."""

from .bot import SearchBot

__all__ = ["SearchBot"]
