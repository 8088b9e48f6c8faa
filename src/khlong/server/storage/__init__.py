"""Storage: one schema on SQLite and PostgreSQL, an append-only log for each table, one writer with group commit."""

from .entries import Entry, Header, Summary
from .store import Conflict, Store, open_store

__all__ = ["Conflict", "Entry", "Header", "Store", "Summary", "open_store"]
