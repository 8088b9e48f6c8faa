"""The component files of a game as data, for those who make other boxes by changing them."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from pydantic import ValidationError

from khlong.engine.components import Sheet
from khlong.engine.data import Data


@dataclass(frozen=True)
class BoxFiles:
    """Ours, the check, and changes of several entries that only fit together."""

    sheet: type[Sheet]
    """What checks a file by itself."""
    ours: Data
    check: Callable[[Data], object]
    changes: tuple[Callable[[Data, Random], None], ...]

    def accepted(self, data: Data) -> bool:
        try:
            self.check(data)
        except ValidationError:
            return False
        return True
