"""What all tests share: a toy game from outside the package, golden files, and how hard hypothesis tries."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

TOY = str(Path(__file__).parent / "toy")
sys.path.append(TOY)  # as if it were installed: whatever holds for every game is tried with it too
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), TOY)))

settings.register_profile(
    "default", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], max_examples=60
)
settings.register_profile("long", settings.get_profile("default"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):  # in the background of a shell; what tests start must not inherit it
    signal.signal(signal.SIGINT, lambda *_: None)

Golden = Callable[[str, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--both-ends", action="store_true", help="try the page at a server and by itself, wherever it can")
    parser.addoption("--regenerate", action="store_true", help="write golden files anew instead of comparing")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What runs on PostgreSQL runs on SQLite too, so that it is seldom the first to fail."""
    for item in items:
        chosen = (
            item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
        )
        if "postgresql" in chosen or "postgres" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with a file under tests/golden, or writes that file with --regenerate."""

    def compare(name: str, text: str) -> None:
        path = Path(__file__).parent / "golden" / name
        if request.config.getoption("--regenerate"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{name} is missing: make regenerate"
        assert text == path.read_text(encoding="utf-8"), f"{name} differs; if that is meant: make regenerate"

    return compare
