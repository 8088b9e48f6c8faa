"""Who asks in a browser, and what comes with a request."""

from __future__ import annotations

from dataclasses import dataclass

from khlong.server.errors import Refusal

WHO = "here"
"""The one person there is."""
BAD_REQUEST = 422


@dataclass(frozen=True)
class Asked:
    """What came with a request."""

    query: dict[str, list[str]]
    body: str | None

    def one(self, name: str) -> str | None:
        return self.query[name][0] if name in self.query else None

    def number(self, name: str) -> int | None:
        found = self.one(name)
        if found is None:
            return None
        if not found.isascii() or not found.isdecimal():
            raise Refusal("bad_request", f"{name} is a whole number.", BAD_REQUEST)
        return int(found)
