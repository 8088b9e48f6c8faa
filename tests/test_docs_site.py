"""The documentation site, built for real: no link in it is dead, and it needs nothing from anywhere else."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import sync_playwright

import khlong
from docs import site_docstrings, site_links
from tests.patience import PATIENCE
from tests.web.browser import launch

ROOT = Path(__file__).parent.parent
LEADS = {"a": ("href",), "link": ("href",), "script": ("src",), "img": ("src", "srcset"), "iframe": ("src",)}
IN_A_SHEET = re.compile(r"""url\(["']?(?!data:)([^"')]+)["']?\)|@import\s+["']([^"']+)["']""")


@dataclass
class Document(HTMLParser):
    """What a page of HTML has that others can lead to, and where it leads."""

    text: str
    anchors: set[str] = field(default_factory=set)
    links: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value or "")
            elif name in LEADS.get(tag, ()):
                self.links.append((tag, value or ""))


def read(page: Path) -> Document:
    return Document(page.read_text(encoding="utf-8"))


def faults(site: Path) -> Iterator[str]:
    """Each link of a site that leads nowhere, or to somewhere that a folder of plain files does not have."""
    pages = {path: read(path) for path in site.rglob("*.html")}
    for path, page in pages.items():
        for tag, link in page.links:
            address = urlsplit(link)
            if tag == "a" and address.scheme in ("http", "https", "mailto"):
                continue
            goal = (path.parent / unquote(address.path)).resolve() if address.path else path
            if address.scheme or address.netloc or address.path.startswith("/"):
                yield f"{path.relative_to(site)}: {link} is not within the site"
            elif not goal.is_file() or not goal.is_relative_to(site.resolve()):
                yield f"{path.relative_to(site)}: {link} is not there"
            elif address.fragment and unquote(address.fragment) not in pages[goal].anchors:
                yield f"{path.relative_to(site)}: {link} has no such place"
    for sheet in site.rglob("*.css"):
        for found in IN_A_SHEET.finditer(sheet.read_text(encoding="utf-8")):
            link = found[1] or found[2]
            if not (sheet.parent / link).is_file():
                yield f"{sheet.relative_to(site)}: {link} is not there"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site").resolve() / "some" / "docs"
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_no_link_is_dead(site: Path) -> None:
    assert len(list(site.rglob("*.html"))) > 50
    assert list(faults(site)) == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ('<a href="gone.html">', "gone.html is not there"),
        ('<a href="other.html#gone">', "other.html#gone has no such place"),
        ('<a href="#gone">', "#gone has no such place"),
        ('<a href="./">', "./ is not there"),
        ('<a href="/other.html">', "/other.html is not within the site"),
        ('<a href="../outside.html">', "../outside.html is not there"),
        ('<img src="gone.jpg">', "gone.jpg is not there"),
        (
            '<script src="https://elsewhere.example/x.js"></script>',
            "https://elsewhere.example/x.js is not within the site",
        ),
        (
            '<link rel="stylesheet" href="//elsewhere.example/x.css">',
            "//elsewhere.example/x.css is not within the site",
        ),
    ],
)
def test_a_dead_link_would_be_found(link: str, fault: str, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (tmp_path / "outside.html").write_text("")
    (site / "other.html").write_text('<h1 id="here">')
    (site / "page.html").write_text(f'<a href="other.html#here">{link}<a href="https://elsewhere.example">')
    assert list(faults(site)) == [f"page.html: {fault}"]


def test_a_picture_that_a_sheet_wants_and_has_not_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "x.css").write_text('a { background: url("gone.png") } @import "https://elsewhere.example/y.css";')
    assert list(faults(tmp_path)) == [
        "x.css: gone.png is not there",
        "x.css: https://elsewhere.example/y.css is not there",
    ]


def test_every_page_is_reached_from_the_first(site: Path) -> None:
    reached, open_ends = set(), [site / "index.html"]
    while open_ends:
        path = open_ends.pop()
        if path in reached:
            continue
        reached.add(path)
        if path.suffix == ".html":
            inner = (urlsplit(link).path for _, link in read(path).links if not urlsplit(link).scheme)
            open_ends += [(path.parent / unquote(link)).resolve() for link in inner if link]
    assert {path for path in site.rglob("*") if path.suffix in (".html", ".jpg", ".svg")} <= reached


def test_every_public_name_of_the_package_is_on_its_page(site: Path) -> None:
    anchors = read(site / "api" / "khlong.html").anchors
    assert {f"khlong.{name}" for name in khlong.__all__ if not name.startswith("_")} <= anchors


def test_examples_of_docstrings_are_code(site: Path) -> None:
    page = (site / "api" / "khlong.html").read_text(encoding="utf-8")
    assert "<blockquote>" not in page
    assert (
        site_docstrings.fenced("A.\n\n>>> b()  # doctest: +ELLIPSIS\nc\n\nD.")
        == "A.\n\n```pycon\n>>> b()\nc\n```\n\nD."
    )


def test_what_is_searched_for_is_where_the_search_says(site: Path) -> None:
    found = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    pages = {path.relative_to(site).as_posix(): read(path) for path in site.rglob("*.html")}
    for place in found:
        page, _, anchor = place["location"].partition("#")
        assert not anchor or anchor in pages[page or "index.html"].anchors
    assert any("make_batch" in place["text"] for place in found)
    assert not any(place["location"].startswith(site_links.SHOWN) for place in found)


def test_links_to_the_repository_lead_to_what_the_site_has() -> None:
    assert site_links.page_of("CHANGELOG.md") == "changelog.md"
    assert site_links.page_of("docs/play.md") == "play.md"
    assert site_links.page_of("docs/reference") == "reference/README.md"
    assert site_links.page_of("docs/pictures.py") == "source/docs/pictures.py.md"
    assert site_links.page_of("examples/ppo.py") == "source/examples/ppo.py.md"
    assert site_links.page_of("src/khlong") is None


@pytest.mark.parametrize(
    ("here", "written", "shown"),
    [
        ("play.md", "[a](../CHANGELOG.md)", "[a](changelog.md)"),
        ("changelog.md", "[a](docs/play.md#games-on-file)", "[a](play.md#games-on-file)"),
        ("rulings/README.md", "[a](../../examples/ppo.py)", "[a](../source/examples/ppo.py.md)"),
        ("readme.md", "[`src/`](src) and ![b](docs/images/phraya.svg)", "`src/` and ![b](images/phraya.svg)"),
        (
            "play.md",
            "[a](gone.md), [b](https://a.example/), [c](#keys)",
            "[a](gone.md), [b](https://a.example/), [c](#keys)",
        ),
        ("changelog.md", "For all\n- one\n  more\n- two\n", "For all\n\n- one\n  more\n- two\n"),
        ("play.md", "- one\n- two\n", "- one\n- two\n"),
    ],
)
def test_markdown_as_viewers_of_repositories_read_it(here: str, written: str, shown: str) -> None:
    assert site_links.for_the_site(written, here) == shown


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Says nothing."""


def test_a_reader_finds_a_page_by_searching_at_a_sub_path_and_nothing_comes_from_elsewhere(site: Path) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site.parent.parent)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        home = f"http://127.0.0.1:{server.server_port}/some/docs/"
        with sync_playwright() as playwright:
            page = launch(playwright).new_page()
            page.set_default_timeout(PATIENCE * 1000)
            asked: list[str] = []
            failed: list[str] = []
            page.on("request", lambda request: asked.append(request.url))
            page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
            page.on("pageerror", lambda error: failed.append(str(error)))
            page.goto(f"{home}api/khlong.html")
            page.get_by_role("textbox", name="Search").press_sequentially("healthz")
            page.locator(".md-search-result a[href*='host.html']").first.click()
            page.wait_for_url(re.compile(r"/host\.html"))
            assert page.get_by_text("GET /healthz").is_visible()
            assert failed == []
            assert [url for url in asked if not url.startswith((home, "data:", "blob:"))] == []
        server.shutdown()
