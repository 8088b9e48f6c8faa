"""What can go wrong with a bot."""

from khlong.table import KhlongError


class UnknownBotError(KhlongError):
    """A bot that is not there, or cannot be made."""


class BotError(KhlongError):
    """A bot that failed at the table."""


class ForfeitError(BotError):
    """An outside program that misbehaved; the message goes on after its name."""
