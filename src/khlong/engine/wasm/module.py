"""A compiled module: its code, and how each of its entries is called."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias, Union

Shape: TypeAlias = Union[str, dict[str, int], list["Shape"], None]  # noqa: UP007
"""How something is handed over: "i64", "i32", a "record", {"array": dimensions}, a list of these, or as nothing."""


class Entry(NamedTuple):
    """How something is called."""

    arguments: list[Shape]
    result: Shape


class Module(NamedTuple):
    """Code for any WebAssembly machine. Two files on the disk: the code, and how to call it."""

    code: bytes
    entries: Mapping[str, Entry]
    about: Mapping[str, object] = {}
    """What else whoever calls it needs: sizes, layouts of records, what it was made from."""

    def save(self, path: Path) -> None:
        """Writes `path.wasm` and `path.json`."""
        calls = {name: entry._asdict() for name, entry in self.entries.items()}
        path.with_suffix(".wasm").write_bytes(self.code)
        path.with_suffix(".json").write_text(json.dumps({"entries": calls, **self.about}) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Module:
        about = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        calls = about.pop("entries")
        entries = {name: Entry(**call) for name, call in calls.items()}
        return cls(path.with_suffix(".wasm").read_bytes(), entries, about)
