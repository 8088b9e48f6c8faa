"""What can go wrong on the command line itself."""

from khlong.table import KhlongError


class CommandError(KhlongError):
    """Something was asked for that does not go together, or is not there."""
