"""Storage: one schema on SQLite and PostgreSQL, an append-only log for each table, one writer with group commit."""

from .errors import Conflict, StorageUnavailable
from .headers import Header, KeptNotices, KeptReview, Owners, Person, Status, Summary
from .log import Entry
from .store import Store, open_store

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
    "Store",
    "Summary",
    "open_store",
]
