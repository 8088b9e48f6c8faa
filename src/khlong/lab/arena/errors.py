"""What can go wrong in the arena."""

from khlong.table import KhlongError


class ArenaError(KhlongError):
    """A set-up that makes no sense, results that do not fit it, or a run that cannot go on."""
