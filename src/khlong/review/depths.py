"""How deep an analysis looks, pass by pass."""

from __future__ import annotations

GLANCE, SEARCH, DEEP = 1, 2, 3
"""One step ahead, searched, searched deeper."""
