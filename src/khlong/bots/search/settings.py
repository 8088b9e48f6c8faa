"""A search's settings in the form that compiled code reads."""

from __future__ import annotations

from dataclasses import astuple, fields

import numpy as np
import numpy.typing as npt

from khlong.games.facets import Settings

SETTINGS_TYPE = np.dtype([(field.name, np.int64 if field.type == "int" else np.float64) for field in fields(Settings)])


def record_of(settings: Settings) -> npt.NDArray[np.void]:
    """For compiled code."""
    return np.array([astuple(settings)], SETTINGS_TYPE)
