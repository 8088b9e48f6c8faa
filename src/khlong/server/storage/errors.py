"""What can go wrong when something is written or read."""

from __future__ import annotations

from khlong.table import KhlongError


class Conflict(Exception):  # noqa: N818
    """Somebody else wrote that already."""


class StorageUnavailable(KhlongError):  # noqa: N818
    """The database cannot be written or read now. Nothing was changed."""

    code = "storage_unavailable"
    message = "The game cannot be saved just now. Nothing was lost: try again."
    status = 503

    def __init__(self) -> None:
        super().__init__(self.message)
