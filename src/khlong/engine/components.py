"""Reading component files: every value with its mark, every mistake named by file, entry and reason."""

from collections import namedtuple
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic import Field as Limits

from .errors import ComponentError, KhlongError
from .toml import read_toml

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

    faces: Annotated[list[Annotated[int, Limits(ge=0, le=100)]], Limits(min_length=2, max_length=2)]
    subtracts: bool
    mark: Mark

    def model_post_init(self, _: object) -> None:
        if self.faces[0] > self.faces[1]:
            raise ValueError(f"the lowest face, {self.faces[0]}, is above the highest, {self.faces[1]}")


def told(box: Any) -> Any:
    """A box of constants as records know it: without those that came later, while they have their default. That is the
    value which rules had fixed before, so that older records still fit."""
    later = box._field_defaults
    kept = {name: value for name, value in box._asdict().items() if name not in later or later[name] != value}
    return namedtuple(type(box).__name__, kept)(**kept)


def read_sheet(model: type[Model], path: Path) -> Model:
    """A component file as a checked model."""
    return check_sheet(model, read_toml(path, ComponentError), str(path), ComponentError)


def check_sheet(model: type[Model], data: object, source: str, error_type: type[KhlongError]) -> Model:
    """Data as a checked model, or an error that names every entry that is wrong."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = [_explain(fault["loc"], fault["type"], fault["msg"]) for fault in error.errors()]
        raise error_type("\n".join(f"{source}: {fault}" for fault in faults)) from None


def _explain(place: tuple[int | str, ...], kind: str, message: str) -> str:
    entry = ".".join(str(part) for part in place) or "the file"
    match kind:
        case "missing":
            return f"{entry} is missing."
        case "extra_forbidden":
            return f"{entry} is not known here: remove it or check its spelling."
        case "value_error" if not place:
            return f"{message.removeprefix('Value error, ')}."
        case _:
            return f"{entry}: {message.removeprefix('Value error, ')}."
