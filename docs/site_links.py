"""What MkDocs is told besides `mkdocs.yml`: how links of our documents are followed on the site.

A document links to what stands in the repository, as viewers of repositories follow it, also outside docs/. So that no
such link is dead on the site:

- the documents at the top (`PAGES`) are pages of the site,
- any other file outside docs/ becomes a page that shows it, if a document links to it,
- a folder is its README.md or, where it has none, plain text.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
PAGES = {"README.md": "readme.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
PICTURES = {"web/public/boat.svg": "images/boat.svg"}
SHOWN = "source/"  # where pages are that show a file
LINK = re.compile(r"\[(?P<text>[^\[\]]*)\]\((?!\w+:)(?P<path>[^)\s#]+)(?P<anchor>#[^)\s]*)?\)")
LIST_AFTER_TEXT = re.compile(r"^(?![-|#>\s]|\d+\.|```).*\n(?=- )", re.MULTILINE)
NEEDS_ITS_ADDRESS = {"404.html", "sitemap.xml"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages and pictures that come from outside docs/."""
    for path, place in (PAGES | PICTURES).items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / path)))
    linked = {target for file in files.documentation_pages() for target in _targets(file)}
    for path in sorted(linked):
        page = page_of(path)
        if page is not None and page.startswith(SHOWN):
            files.append(File.generated(config, page, content=_show(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The text of a page as MkDocs reads it; the first page needs no lists of pages beside it."""
    if page.is_homepage:
        page.meta["hide"] = ["navigation", "toc"]
    here = page.file.src_uri
    return markdown if here.startswith(SHOWN) else for_the_site(markdown, here)


def for_the_site(markdown: str, here: str) -> str:
    """Turns a page's links into those of the site, and lists after a line of text into what MkDocs takes for lists."""

    def follow(link: re.Match[str]) -> str:
        path = _in_repository(here, link["path"])
        if not (ROOT / path).exists():
            return link[0]  # MkDocs says so
        there = page_of(path)
        if there is None:
            return link["text"]
        return f"[{link['text']}]({posixpath.relpath(there, posixpath.dirname(here))}{link['anchor'] or ''})"

    return LIST_AFTER_TEXT.sub(r"\g<0>\n", LINK.sub(follow, markdown))


def page_of(path: str) -> str | None:
    """Where the site has what stands there in the repository."""
    if path in PAGES:
        return PAGES[path]
    if (ROOT / path).is_dir():
        return page_of(f"{path}/README.md") if (ROOT / path / "README.md").exists() else None
    if path.startswith("docs/") and not path.endswith(".py"):
        return path.removeprefix("docs/")
    return f"{SHOWN}{path}.md"


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Pictures are loaded when they come into sight."""
    return html.replace("<img ", '<img loading="lazy" ')


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """Leaves out what works at one address only."""
    return "" if template_name in NEEDS_ITS_ADDRESS else output_content


def _targets(file: File) -> set[str]:
    """What a document links to, by paths in the repository."""
    paths = {_in_repository(file.src_uri, link["path"]) for link in LINK.finditer(file.content_string)}
    return {path for path in paths if (ROOT / path).exists()}


def _in_repository(page: str, link: str) -> str:
    """Where a link of a page leads in the repository."""
    document = next((path for path, shown in PAGES.items() if shown == page), f"docs/{page}")
    return posixpath.normpath(posixpath.join(posixpath.dirname(document), link))


def _show(path: str) -> str:
    """A page with the text of a file."""
    file = ROOT / path
    language = (file.suffix or file.name).lstrip(".").lower()
    text = file.read_text(encoding="utf-8").rstrip()
    return f"---\nsearch:\n  exclude: true\n---\n# `{path}`\n\n~~~~~~~~{language}\n{text}\n~~~~~~~~\n"
