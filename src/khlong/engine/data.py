"""Plain data as files and messages hold it: what is in it only its reader knows, and checks."""

from collections.abc import Mapping
from typing import Any, TypeAlias

Data: TypeAlias = dict[str, Any]
ReadData: TypeAlias = Mapping[str, Any]
