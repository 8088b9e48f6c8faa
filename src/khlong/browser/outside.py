"""What the page does for the code in here: it keeps what lasts, and searches on all cores.

All that goes either way is text, so that nothing of one side has to be kept alive by the other.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol


class Keeper(Protocol):
    """The browser's own database: rows under the id of their table, and notes under a name."""

    def write(self, changes: str) -> Awaitable[str]:
        """Writes a list of changes, all of them or none. Says `done`; `conflict` if a row that is to be new is there
        already; `full` if there is no room; or `failed`."""

    def header(self, table: str) -> Awaitable[str | None]: ...

    def entries(self, table: str, after: int) -> Awaitable[str]:
        """The log of a table after some number, in order, as a list of rows."""

    def versions(self, tables: str) -> Awaitable[str]:
        """The numbers of the last entries in the logs of tables, by their ids."""

    def tables(self) -> Awaitable[str]:
        """Headers and summaries of all tables, the latest first."""

    def note(self, name: str) -> Awaitable[str | None]: ...


class Searcher(Protocol):
    """The compiled search of the box's games, in workers of their own."""

    def search(self, wish: str) -> Awaitable[str]:
        """What is found out about a position: see `thinking.py`."""


class Page(Protocol):
    """Those who listen."""

    def say(self, line: int, message: str) -> None:
        """A message over one of the lines that the page has opened to tables."""

    def hang_up(self, line: int) -> None: ...
