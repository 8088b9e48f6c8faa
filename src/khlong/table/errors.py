"""What can go wrong at a table."""

from khlong.engine.errors import KhlongError


class OptionError(KhlongError):
    """A number of players or an option that the game does not have."""


class SeedError(KhlongError):
    """A seed out of range."""


class IllegalMoveError(KhlongError):
    """A move that cannot be made now, or that does not exist."""


class GameOverError(IllegalMoveError):
    """A move after the end of the game."""


class NothingToUndoError(KhlongError):
    """There is no move to take back, or only with the consent to go past a barrier."""


class PlyError(KhlongError):
    """A point of the game that was not reached, or is no longer known."""


class ArgumentError(KhlongError, TypeError):
    """Something else than what a call takes."""


class RecordError(KhlongError):
    """A record that cannot be read, written or replayed."""


class TutorialError(KhlongError):
    """A tutorial that cannot be played as it stands, or a choice that it does not know."""
