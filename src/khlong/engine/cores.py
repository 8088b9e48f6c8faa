"""How many cores there are for us."""

from __future__ import annotations

import os


def cores() -> int:
    """The cores that this process may use: in a container, or under a batch system, fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
