"""`python -m khlong.server`: writes openapi.json, which the page's types are made from, anew."""

from pathlib import Path

from .api.openapi import document
from .app import make_app
from .operations.settings import Settings

FILE = Path(__file__).parent / "openapi.json"

if __name__ == "__main__":
    FILE.write_text(document(make_app(Settings())), encoding="utf-8")
