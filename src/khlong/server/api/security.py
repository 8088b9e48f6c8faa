"""What is checked before anything else: origins, sizes, headers, kinds of content. Plain ASGI, so sockets too."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from khlong.server.operations.settings import Settings

from .problems import problem

SMALL = 64 * 1024
LARGE = 2 * 1024 * 1024  # a record with thousands of moves
CHANGING = ("POST", "PUT", "PATCH", "DELETE")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Stands in front of the application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._headers = dict(HEADERS)
        if settings.secure:
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """CORS does not cover sockets: a page from elsewhere must not speak with somebody's cookie."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is not None and not self._own(origin, headers):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        if origin is None and "cookie" in headers:
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    added.setdefault(name, value)
            await send(message)

        refused = self._refusal(scope, headers)
        if refused is not None:
            await refused(scope, receive, send_safely)
            return
        limit = LARGE if scope["path"] == "/api/records" else SMALL
        await self._app(scope, Limited(receive, limit), send_safely)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        if scope["method"] not in CHANGING:
            return None
        origin = headers.get("origin")
        foreign = origin is not None and not self._own(origin, headers)
        if foreign or headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return problem(403, "foreign_origin", "Only our own page may do that.")
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return problem(415, "not_json", "Send JSON, and say so: Content-Type: application/json.")
        limit = LARGE if scope["path"] == "/api/records" else SMALL
        length = headers.get("content-length")
        if length is not None and (not length.isdecimal() or int(length) > limit):
            return problem(413, "too_large", f"That is more than {limit // 1024} KiB.")
        return None

    def _own(self, origin: str, headers: Headers) -> bool:
        """Whether a page comes from this server: from where people reach it, or from the host it was asked under."""
        if self._settings.public_url is not None:
            return origin == self._settings.public_url.rstrip("/")
        return urlsplit(origin).netloc == headers.get("host", "")


class Limited:
    """A body that ends where the limit is."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._left = limit

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise HTTPException(413, "That is more than is allowed.")
        return message
