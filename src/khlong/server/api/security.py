"""What is checked before anything else: origins, sizes, headers, kinds of content. Plain ASGI, so sockets too."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from khlong.server.operations.settings import Settings

from .dependencies import address_of
from .problems import problem

SMALL = 16 * 1024
LARGER = {
    "/api/tables": 64 * 1024,  # with a component file
    "/api/records": 2 * 1024 * 1024,  # with thousands of moves
}
"""How many bytes a body may have: reading it takes the time of all."""
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
        self._hosts = _hosts(settings.public_url) if settings.public_url else frozenset()
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
        foreign = "cookie" in headers if origin is None else not self._own(origin, headers)
        if foreign or not self._asked_for(scope, headers):
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
        limit = LARGER.get(scope["path"], SMALL)
        await self._app(scope, Limited(receive, limit), send_safely)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """Why a request is not even looked at, before anything of its body is read."""
        if not scope["app"].state.context.rates.allows("address", address_of(HTTPConnection(scope))):
            return problem(429, "too_many", "Too many requests from your address: wait a little.")
        if not self._asked_for(scope, headers):
            return problem(421, "wrong_host", f"This server is {self._settings.public_url}.")
        if scope["method"] not in CHANGING:
            return None
        origin = headers.get("origin")
        foreign = origin is not None and not self._own(origin, headers)
        if foreign or headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return problem(403, "foreign_origin", "Only our own page may do that.")
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return problem(415, "not_json", "Send JSON, and say so: Content-Type: application/json.")
        limit = LARGER.get(scope["path"], SMALL)
        length = headers.get("content-length")
        if length is not None and (not length.isdecimal() or int(length) > limit):
            return problem(413, "too_large", f"That is more than {limit // 1024} KiB.")
        return None

    def _asked_for(self, scope: Scope, headers: Headers) -> bool:
        """Whether it is us who was asked, by the name that people know. Whether a server lives, anybody may ask."""
        return not self._hosts or scope["path"] == "/healthz" or headers.get("host", "").lower() in self._hosts

    def _own(self, origin: str, headers: Headers) -> bool:
        """Whether a page comes from this server: from where people reach it, or from the host it was asked under."""
        if self._settings.public_url is not None:
            return origin == self._settings.public_url.rstrip("/")
        return origin.partition("://")[2] == headers.get("host", "")


def _hosts(url: str) -> frozenset[str]:
    """What stands in the Host header of those who ask for an address.

    >>> sorted(_hosts("https://Play.example/"))
    ['play.example', 'play.example:443']
    """
    parts = urlsplit(url.lower())
    port = {"https": 443, "http": 80}.get(parts.scheme)
    return frozenset({parts.netloc, parts.netloc.removesuffix(f":{port}"), f"{parts.hostname}:{parts.port or port}"})


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
