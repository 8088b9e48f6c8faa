"""What can go wrong with environments."""

from khlong.engine.errors import KhlongError


class EnvError(KhlongError):
    """Something that an environment cannot do, or was asked for in a way that it cannot understand."""
