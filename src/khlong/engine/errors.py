"""Our own errors. Each message is written for the person who will read it."""

from collections.abc import Sequence


class KhlongError(Exception):
    """Anything that a user can mend."""


class ComponentError(KhlongError):
    """A component file that cannot be played with."""


class EngineError(KhlongError):
    """An engine that is not there, or not on this machine."""


class PositionError(KhlongError):
    """A position that cannot come about in a game."""

    def __init__(self, message: str, faults: Sequence[object] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)
        """The reasons one by one, where the game gave them."""


class RollError(KhlongError):
    """Dice that are not there, or cannot have fallen so."""
