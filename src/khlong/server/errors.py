"""What the server says no to: a code for programs, a message for people."""

from __future__ import annotations

from collections.abc import Sequence

from khlong.engine.data import ReadData
from khlong.table import KhlongError

from .storage import StorageUnavailable


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


def misunderstood(faults: Sequence[ReadData]) -> Refusal:
    """What a model says of a body that does not fit it."""
    if any(fault["type"] == "json_invalid" for fault in faults):
        return Refusal("not_json", "The body is not JSON.", 400)
    place = ".".join(str(part) for part in faults[0]["loc"])
    return Refusal("bad_request", f"{place}: {faults[0]['msg'].removeprefix('Value error, ')}"[:300], 422)


REFUSED = (Refusal, StorageUnavailable)
"""Whatever is told to those who asked, and does no harm: to be caught together."""
