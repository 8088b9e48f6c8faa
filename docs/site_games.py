"""What the site's navigation says of games: `folder/*` in mkdocs.yml becomes a page for each game in that folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig

EACH = "/*"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    config.nav = _filled(config.nav, Path(config.docs_dir))
    return config


def _filled(part: Any, docs: Path) -> Any:
    if isinstance(part, dict):
        return {title: _filled(inner, docs) for title, inner in part.items()}
    if isinstance(part, list):
        return [each for inner in part for each in _pages(inner, docs)]
    return part


def _pages(part: Any, docs: Path) -> list[Any]:
    if not (isinstance(part, str) and part.endswith(EACH)):
        return [_filled(part, docs)]
    found = sorted((docs / part.removesuffix(EACH)).glob("*.md"))
    return [
        {page.stem.replace("-", " ").title(): page.relative_to(docs).as_posix()}
        for page in found
        if page.name != "README.md"
    ]
