"""Our own errors. Each message is written for the person who will read it."""


class KhlongError(Exception):
    """Anything that a user can mend."""


class ComponentError(KhlongError):
    """A component file that cannot be played with."""


class EngineError(KhlongError):
    """An engine that is not there, or not on this machine."""


class PositionError(KhlongError):
    """A position that cannot come about in a game."""
