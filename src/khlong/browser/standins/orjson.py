"""What is used of orjson, by Python's own `json`."""

from __future__ import annotations

import dataclasses
import json


class Fragment:
    """Something that is written already."""

    def __init__(self, contents: bytes | str) -> None:
        self.contents = contents


def dumps(value: object) -> bytes:
    return json.dumps(value, default=_plain, ensure_ascii=False, separators=(",", ":")).encode()


loads = json.loads


def _plain(value: object) -> object:
    if isinstance(value, Fragment):
        return json.loads(value.contents)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    raise TypeError(f"{type(value).__name__} cannot be written")
