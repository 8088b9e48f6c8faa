"""Component files for the tests of Floating Market."""

from collections.abc import Callable
from pathlib import Path

import pytest

from khlong.games.floating_market.components import DEFAULT_FILE

ComponentFile = Callable[..., Path]


@pytest.fixture(scope="session")
def component_file(tmp_path_factory: pytest.TempPathFactory) -> ComponentFile:
    """Writes a copy of the component file in which some texts are replaced by others."""

    def write(changes: dict[str, str]) -> Path:
        text = DEFAULT_FILE.read_text(encoding="utf-8")
        for old, new in changes.items():
            assert old in text, f"the component file has no {old!r}"
            text = text.replace(old, new, 1)
        path = tmp_path_factory.mktemp("components") / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write
