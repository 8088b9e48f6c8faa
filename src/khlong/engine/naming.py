"""Names in positions: to numbers and sets, with an error that says what there is."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationInfo, WithJsonSchema

from .components import Model, check_sheet
from .data import ReadData
from .errors import PositionError
from .given import shown, whole

SeatsFrom = Annotated[int, Field(ge=0, le=1)]
"""From where a position counts seats: 0, or 1 as those do that do not say."""


def a_seat(players: int) -> tuple[BeforeValidator, WithJsonSchema]:
    """For a seat in a position: counted from 0, or from 1 in those that were written so (`seats_from`)."""

    def counted(given: object, info: ValidationInfo) -> int:
        first = (info.context or {}).get("seats_from", 1)
        seat = whole(given)
        if seat is None or not first <= seat < first + players:
            raise ValueError(f"{shown(given)} is no seat: they count from {first} to {first + players - 1}")
        return seat - int(first)

    schema = {"type": "integer", "minimum": 0, "maximum": players - 1, "seat": True}
    return BeforeValidator(counted), WithJsonSchema(schema)


def of(kind: str, **more: str | bool) -> Any:
    """For names in a position, or for the keys of one of its tables: of which kind they are, for whoever offers them
    to choose from (`Positions.names` of the game says which there are). And what else an editor should know:

    - `ordered`: a list in which places count, not a set; with the kind of `places`, if those have names;
    - `once`: each name stands in one of the fields of this group; those of the kind `own` once for each seat;
    - `follows`: worked out from the rest if it is left out, so that it is seldom given;
    - `values`: the kind that the values are of, under each key.
    """
    extra: dict[str, Any] = {"kind": kind, **more}
    return Field(json_schema_extra=extra)


def check_position(model: type[Model], data: ReadData) -> Model:
    """A position as a checked model, its seats counted from 0 whatever the file does."""
    first = 0 if whole(data.get("seats_from")) == 0 else 1  # whatever else it says is refused
    return check_sheet(model, dict(data), "position", PositionError, {"seats_from": first})


def index_of(name: object, names: Sequence[object], what: str) -> int:
    """The number of a thing by its name.

    >>> index_of("fish", ("meat", "fish"), "good")
    1
    """
    if name not in names:
        raise PositionError(f"There is no {what} {shown(name)}. There are {', '.join(map(str, names))}.")
    return names.index(name)


def set_of(given: Iterable[str], names: Sequence[str], what: str) -> int:
    """A set, as bits, of things that are each named once.

    >>> set_of(["fish", "meat"], ("meat", "fruit", "fish"), "good")
    5
    """
    bits = 0
    for name in given:
        member = 1 << index_of(name, names, what)
        if bits & member:
            raise PositionError(f"The {what} {name!r} is named twice.")
        bits |= member
    return bits
