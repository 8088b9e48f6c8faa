"""The page that plays by itself, as any static host serves it: plain files below some path, and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from khlong.engine.making import alone

from .visitor import PATIENCE, Visitor

ROOT = Path(__file__).parents[2]
BELOW = "/some/where/"
ASK = """async ([method, path, body]) => {
    const { status, data } = await khlong.request(method, path, body)
    return { status, data }
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files below a path."""

    def translate_path(self, path: str) -> str:
        if not path.startswith(BELOW):
            return str(Path(self.directory) / "not-there")
        return super().translate_path("/" + path.removeprefix(BELOW))

    def do_GET(self) -> None:
        assert isinstance(self.server, Host)
        if self.server.broken is None or not self.path.endswith(self.server.broken):
            super().do_GET()
            return
        content = Path(self.translate_path(self.path)).read_bytes()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[: len(content) // 2])
        self.close_connection = True

    def log_message(self, *_: Any) -> None: ...


class Host(ThreadingHTTPServer):
    """Whoever serves them. A file may break off half-way."""

    broken: str | None = None


class StaticHost:
    """A host that can be reached, or not."""

    def __init__(self, folder: Path, handler: type[Quiet] = Quiet) -> None:
        self._server = Host(("127.0.0.1", 0), partial(handler, directory=str(folder)))
        self.base = f"http://127.0.0.1:{self._server.server_port}{BELOW}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def break_off(self, file: str | None) -> None:
        """A file comes by half from now on, or whole again."""
        self._server.broken = file

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def hosted(folder: Path) -> Iterator[StaticHost]:
    host = StaticHost(folder)
    yield host
    host.stop()


def build(folder: Path) -> Path:
    """Makes the site, without its documentation; once for all who test at the same time."""
    with alone(folder.with_name("khlong-site-lock")):
        if not (folder / "sw.js").exists():
            subprocess.run([sys.executable, "-m", "deploy.site", str(folder)], cwd=ROOT, env=_plain(), check=True)
    return folder


def _plain() -> dict[str, str]:
    """An environment without the games of tests."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


class SiteVisitor(Visitor):
    """Somebody whose tables are in the browser itself."""

    def open(self, path: str) -> SiteVisitor:
        if path.startswith("http"):
            self.page.goto(path)
            return self
        before = self.page.url
        self.page.goto(f"{self.base}#{path}")
        if before.startswith(self.base):
            self.page.reload()  # else only what is behind the # would be new
        return self

    def _at_home(self) -> None:
        """Somewhere, so that there is somebody to ask."""
        if not self.page.url.startswith(self.base):
            self.open("/about")

    def _ask(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        self._at_home()
        answer = self.page.evaluate(ASK, [method, path, None if body is None else json.dumps(body)])
        assert answer["status"] < 400, answer
        return answer["data"]

    def get(self, path: str) -> Any:
        return self._ask("GET", path, None)

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return self._ask("POST", path, body or {})

    def previews(self, table: str) -> Any:
        return self.get(f"/tables/{table}/previews?ply={self.ply}")

    def be_ready(self) -> SiteVisitor:
        """Waits until the page can do without a network."""
        self._at_home()
        self.page.wait_for_function("navigator.serviceWorker.ready.then(() => true)", timeout=PATIENCE)
        return self
