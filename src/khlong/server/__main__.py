"""`python -m khlong.server`: writes openapi.json and our games' views anew, which the page's types are made from."""

from collections.abc import Iterator
from pathlib import Path

from khlong import games
from khlong.games import our_games

from .api.openapi import server_document, view_document
from .app import make_app
from .operations.settings import Settings

FILE = Path(__file__).parent / "openapi.json"


def documents() -> Iterator[tuple[Path, str]]:
    """The files, and what stands in them."""
    yield FILE, server_document(make_app(Settings()))
    for name in our_games():
        view = view_document(name)
        if view is not None:
            yield Path(games.__file__).parent / name.replace("-", "_") / "view.json", view


if __name__ == "__main__":
    for path, text in documents():
        path.write_text(text, encoding="utf-8")
