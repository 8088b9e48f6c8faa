"""Reading component files: every value with its mark, every mistake named by file, entry and reason."""

import re
from collections import namedtuple
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError
from pydantic import Field as Limits
from pydantic_core import ErrorDetails

from .data import Data
from .errors import ComponentError, KhlongError
from .files import LONGEST_NAME
from .given import cut, shown
from .toml import read_toml

MOST_FAULTS = 20
LONGEST_REASON = 600
Mark = Literal["book", "review", "inferred", "ours"]
T = TypeVar("T")
Model = TypeVar("Model", bound="Sheet")


class Sheet(BaseModel):
    """A part of a component file: nothing missing, nothing extra, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)


class Value(Sheet, Generic[T]):
    """A value and where it comes from."""

    value: T
    mark: Mark


class Die(Sheet):
    """A die: its lowest and highest number, and whether it subtracts."""

    faces: Annotated[list[Annotated[int, Limits(ge=0, le=30)]], Limits(min_length=2, max_length=2)]
    subtracts: bool
    mark: Mark

    def model_post_init(self, _: object) -> None:
        if self.faces[0] > self.faces[1]:
            raise ValueError(f"the lowest face, {self.faces[0]}, is above the highest, {self.faces[1]}")


def spelled(pattern: str, form: str) -> AfterValidator:
    """For a text of some form, which the pattern checks and the words describe."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(f"{shown(text)} is not {form}")
        return text

    return AfterValidator(check)


def told(box: Any) -> Any:
    """A box of constants as records know it: without those that came later, while they have their default. That is the
    value which rules had fixed before, so that older records still fit."""
    later = box._field_defaults
    kept = {name: value for name, value in box._asdict().items() if name not in later or later[name] != value}
    return namedtuple(type(box).__name__, kept)(**kept)


def read_sheet(model: type[Model], path: Path) -> Model:
    """A component file as a checked model."""
    return check_sheet(model, read_toml(path, ComponentError), str(path), ComponentError)


def check_sheet(
    model: type[Model], data: object, source: str, error_type: type[KhlongError], context: Data | None = None
) -> Model:
    """Data as a checked model, or an error that names every entry that is wrong."""
    try:
        return model.model_validate(data, context=context)
    except ValidationError as error:
        faults = [_explain(fault) for fault in error.errors(include_url=False)[:MOST_FAULTS]]
        more = error.error_count() - len(faults)
        faults += [f"and {more} more like these."] if more else []
        raise error_type("\n".join(f"{cut(source, LONGEST_NAME)}: {fault}" for fault in faults)) from None


def _explain(fault: ErrorDetails) -> str:
    """What is wrong with an entry, for the one who wrote it."""
    kind, limits = fault["type"], fault.get("ctx", {})
    entry = ".".join(cut(str(part)) for part in fault["loc"]) or "the whole"
    if kind == "missing":
        return f"{entry} is missing."
    if kind == "extra_forbidden":
        return f"{entry} is not known here: remove it or check its spelling."
    if kind == "value_error":
        own = cut(fault["msg"].removeprefix("Value error, "), LONGEST_REASON)
        return f"{entry}: {own}." if fault["loc"] else f"{own}."
    if kind in ("too_short", "too_long"):
        most = f"least {limits['min_length']}" if kind == "too_short" else f"most {limits['max_length']}"
        return f"{entry} must have at {most} entries, not {limits['actual_length']}."
    return f"{entry} must be {_wanted(kind, limits)}, not {shown(fault['input'])}."


def _wanted(kind: str, limits: Data) -> str:
    """What an entry should have been."""
    match kind:
        case "int_type" | "int_from_float" | "int_parsing" | "int_parsing_size":
            return "a whole number"
        case "float_type" | "float_parsing" | "finite_number":
            return "a number"
        case "bool_type" | "bool_parsing":
            return "true or false"
        case "string_type" | "string_unicode":
            return "a text"
        case "list_type" | "tuple_type":
            return "a list"
        case "dict_type" | "model_type" | "mapping_type":
            return "entries of its own, each a name and a value"
        case "literal_error":
            return str(limits["expected"])
        case "greater_than_equal":
            return f"at least {limits['ge']}"
        case "less_than_equal":
            return f"at most {limits['le']}"
        case _:
            return "something else"
