"""What the server says no to: a code for programs, a message for people."""

from __future__ import annotations

from khlong.table import KhlongError


class Refusal(KhlongError):  # noqa: N818
    """Something that was asked for and is not done. `code` never changes, `message` says what to do instead."""

    def __init__(self, code: str, message: str, status: int = 409) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status


def not_found(what: str) -> Refusal:
    return Refusal("not_found", f"There is no {what} here, or it is not for you to see.", 404)


def forbidden(message: str) -> Refusal:
    return Refusal("forbidden", message, 403)


class StorageUnavailable(Refusal):
    """The database cannot be written or read now. Nothing was changed."""

    def __init__(self) -> None:
        super().__init__("storage_unavailable", "The game cannot be saved just now. Nothing was lost: try again.", 503)
