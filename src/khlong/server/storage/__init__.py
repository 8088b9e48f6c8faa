"""Storage: one schema on SQLite and PostgreSQL, an append-only log for each table, one writer with group commit.

What is kept is named here; `store.py` keeps it, and needs a database.
"""

from .errors import Conflict, StorageUnavailable
from .headers import Header, KeptNotices, KeptReview, Owners, Person, Status, Summary
from .log import Entry

__all__ = [
    "Conflict",
    "Entry",
    "Header",
    "KeptNotices",
    "KeptReview",
    "Owners",
    "Person",
    "Status",
    "StorageUnavailable",
    "Summary",
]
