"""State layouts, declared once.

A record is a class whose fields are annotated with a width and, for lists, lengths::

    class Seat(Record):
        coins: Annotated[int, i8]
        faces: Annotated[list[int], i8, 5]

    class State(Record):
        seat: Annotated[list[Seat], 4]

From it come the plain object that the python engine plays on, the aligned NumPy dtype that compiled
code plays on, and exact conversions between the two. NumPy is needed only when a dtype is asked for.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, get_args, get_origin, get_type_hints

from khlong.engine.data import Data

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Width:
    """How many bytes an integer takes in a compiled state, and so which values it can hold."""

    code: str
    size: int

    def holds(self, value: int) -> bool:
        limit = 1 << (8 * self.size - 1)
        return -limit <= value < limit


i8, i16, i32, i64 = Width("b", 1), Width("h", 2), Width("i", 4), Width("q", 8)


@dataclass(frozen=True)
class Field:
    """Integers of a width, or records: one of them, or a list of fixed lengths."""

    name: str
    shape: tuple[int, ...]
    width: Width | None
    record: Any  # the record's class, or None for integers

    def places(self) -> list[str]:
        """How each item is reached from the record: `coins`, or `faces[0]`, `faces[1]` …"""
        places = [self.name]
        for length in self.shape:
            places = [f"{place}[{index}]" for place in places for index in range(length)]
        return places


class RecordType(type):
    """Turns annotations into slots and writes the methods that depend on them."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: Data) -> RecordType:
        draft = super().__new__(mcs, name, bases, dict(namespace))
        inherited = [field for base in bases for field in getattr(base, "__fields__", ())]
        own = [_field(name, hint) for name, hint in _hints(draft).items() if name not in {f.name for f in inherited}]
        namespace = {k: v for k, v in namespace.items() if k not in ("__dict__", "__weakref__")}
        namespace["__slots__"] = tuple(field.name for field in own)
        namespace["__fields__"] = (*inherited, *own)
        made = super().__new__(mcs, name, bases, namespace)
        if made.__fields__:  # type: ignore[attr-defined]
            _write_methods(made)
        return made


def _hints(draft: type) -> Data:
    hints = get_type_hints(draft, include_extras=True)
    return {name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar and name[0] != "_"}


def _field(name: str, hint: Any) -> Field:
    if isinstance(hint, RecordType):
        return Field(name, (), None, hint)
    plain, *details = get_args(hint)
    widths = [detail for detail in details if isinstance(detail, Width)]
    shape = tuple(detail for detail in details if isinstance(detail, int))
    item = plain
    for _ in shape:
        (item,) = get_args(item)
    if isinstance(item, RecordType) and not widths:
        return Field(name, shape, None, item)
    if item is int and len(widths) == 1:
        return Field(name, shape, widths[0], None)
    raise TypeError(f"field {name!r} needs a width (i8 … i64) and a length for each list: {hint!r}")


def _write_methods(made: Any) -> None:
    """Writes `__init__`, `copy`, `values` and `_fill` out in full: several times faster than loops over fields."""
    scope: Data = {"new": made.__new__, "cls": made}
    start, copy, values, fill = [], [], [], []
    for field in made.__fields__:
        item, duplicate = "0", "{}"
        if field.record is not None:
            item, duplicate = f"{field.name}_type()", "{}.copy()"
            scope[f"{field.name}_type"] = field.record
        for depth, length in reversed(list(enumerate(field.shape))):
            item = f"[{item} for _ in range({length})]"
            plain = field.record is None and depth == len(field.shape) - 1
            duplicate = "{}[:]" if plain else f"[{duplicate.format('x')} for x in {{}}]"
        start.append(f"self.{field.name} = {item}")
        copy.append(f"twin.{field.name} = {duplicate.format('self.' + field.name)}")
        for place in field.places():
            values.append(f"*self.{place}.values()" if field.record else f"self.{place}")
            fill.append(f"self.{place}._fill(source)" if field.record else f"self.{place} = next(source)")
    bodies = {
        "__init__(self)": start,
        "copy(self)": ["twin = new(cls)", *copy, "return twin"],
        "values(self)": [f"return [{', '.join(values)}]"],
        "_fill(self, source)": fill,
    }
    for head, lines in bodies.items():
        exec(f"def {head}:\n    " + "\n    ".join(lines), scope)
        setattr(made, head.split("(")[0], scope[head.split("(")[0]])


class Record(metaclass=RecordType):
    """Base of all state layouts. A new record is all zeros."""

    __fields__: ClassVar[tuple[Field, ...]]

    if TYPE_CHECKING:  # written by RecordType for each layout

        def copy(self) -> Self:
            """An independent copy."""

        def values(self) -> list[int]:
            """All integers of the record, in layout order."""

        def _fill(self, source: Iterator[int]) -> None: ...

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.values() == other.values()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{f.name}={getattr(self, f.name)!r}' for f in self.__fields__)})"

    def pack(self) -> bytes:
        """The record's bytes, exactly as compiled code holds them."""
        return _packer(type(self)).pack(*self.values())

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        """The record that has these bytes."""
        record = cls()
        record._fill(iter(_packer(cls).unpack(data)))
        return record


def leaves(layout: type[Record], prefix: str = "") -> Iterator[tuple[str, Width]]:
    """Every integer of a layout: where it stands, and its width."""
    for field in layout.__fields__:
        for place in field.places():
            if field.record is not None:
                yield from leaves(field.record, f"{prefix}{place}.")
            else:
                assert field.width is not None
                yield prefix + place, field.width


def overflows(record: Record) -> list[str]:
    """The fields whose values a compiled state could not hold: always empty in correct rules."""
    with suppress(struct.error):
        record.pack()
        return []
    pairs = zip(leaves(type(record)), record.values(), strict=True)
    return [f"{place} = {value}" for (place, width), value in pairs if not width.holds(value)]


def dtype(layout: type[Record], *, wide: bool = False) -> np.dtype[np.void]:
    """The aligned NumPy dtype of a layout; `wide` makes every integer 64 bits (for the CUDA simulator)."""
    import numpy as np

    parts: list[tuple[str, np.dtype[np.generic], tuple[int, ...]]] = []
    for field in layout.__fields__:
        if field.record is not None:
            parts.append((field.name, dtype(field.record, wide=wide), field.shape))
        else:
            assert field.width is not None
            parts.append((field.name, np.dtype("i8" if wide else f"i{field.width.size}"), field.shape))
    return np.dtype(parts, align=True)


@cache
def _packer(layout: type[Record]) -> struct.Struct:
    return struct.Struct("<" + _struct_format(layout, 0))


def _struct_format(layout: type[Record], offset: int) -> str:
    """The layout in the `struct` language, padded as a C compiler (and NumPy with align=True) would."""
    parts = []
    for field in layout.__fields__:
        padding = -offset % _alignment(field)
        parts.append("x" * padding)
        offset += padding
        for _ in field.places():
            if field.record is not None:
                part = _struct_format(field.record, 0)
                size = struct.calcsize("<" + part)
            else:
                assert field.width is not None
                part, size = field.width.code, field.width.size
            parts.append(part)
            offset += size
    whole = max(_alignment(field) for field in layout.__fields__)
    return "".join(parts) + "x" * (-offset % whole)


def _alignment(field: Field) -> int:
    if field.record is not None:
        return max(_alignment(inner) for inner in field.record.__fields__)
    assert field.width is not None
    return field.width.size
