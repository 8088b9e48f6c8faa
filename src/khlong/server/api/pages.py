"""The page itself: the files that were built into the package, and one address for all its routes."""

from __future__ import annotations

import gzip
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.datastructures import Headers
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from khlong.server.aside import aside
from khlong.server.errors import not_found

from .dependencies import TheContext

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Khlong</title>
<body style="font: 1.1rem/1.5 sans-serif; max-width: 36rem; margin: 3rem auto; padding: 0 1rem">
<h1>Khlong</h1>
<p>The server runs, but the page was not built into this copy of Khlong.</p>
<p>In a clone of the repository, <code>make web</code> builds it. Programs can play all the same:
see <a href="/api/openapi.json">the description of the interface</a>.</p>
</body></html>
"""

COMPRESSED = (".js", ".css", ".svg", ".json")
router = APIRouter(include_in_schema=False)


def static_folder() -> Path:
    return Path(str(files("khlong"))) / "web" / "static"


class Assets(StaticFiles):
    """Files named after their content never change: each is compressed once, beside the event loop."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except (OSError, ValueError):  # no name that a file system has
            raise not_found("file") from None
        if isinstance(response, FileResponse) and path.endswith(COMPRESSED):
            response.headers["Vary"] = "Accept-Encoding"
            if scope["method"] == "GET" and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
                zipped = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
                response = Response(await aside(_zipped, str(response.path)), 200, zipped, response.media_type)
        response.headers.setdefault("Cache-Control", "public, max-age=31536000, immutable")
        return response


@lru_cache
def _zipped(path: str) -> bytes:
    return gzip.compress(Path(path).read_bytes())


@router.get("/healthz")
async def healthz(context: TheContext) -> dict[str, str]:
    """Whether the server can do its work."""
    await context.store.check()
    return {"status": "stopping" if context.stopping else "ok"}


@router.get("/{path:path}")
async def page(path: str) -> Response:
    """A file of the page, or the page, whatever its route. A path is a name to look up, never a place to look in."""
    if path.startswith("api/"):
        raise not_found("address")
    folder = static_folder()
    file = next((file for file in folder.glob("*") if file.name == path and file.is_file()), folder / "index.html")
    if file.is_file():
        return FileResponse(file, headers={"Cache-Control": "no-cache"})
    return HTMLResponse(NOT_BUILT, headers={"Cache-Control": "no-cache"})


def serve_pages(app: FastAPI) -> None:
    assets = static_folder() / "assets"
    if assets.is_dir():
        app.mount("/assets", Assets(directory=assets), name="assets")
    app.include_router(router)
