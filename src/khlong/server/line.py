"""uvicorn's WebSocket protocol, with a way to cut the line to a client that does not read."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

ABORT = "khlong.abort"


class SocketProtocol(WebSocketsSansIOProtocol):
    """Tells the application how to end a connection whose buffers are full: a goodbye would only wait in them."""

    async def run_asgi(self) -> None:
        self.scope.setdefault("extensions", {})[ABORT] = {"abort": self.transport.abort}
        await super().run_asgi()


def abort(scope: MutableMapping[str, Any]) -> None:
    """Cuts the line of a connection, where the server can."""
    found: Callable[[], None] | None = scope.get("extensions", {}).get(ABORT, {}).get("abort")
    if found is not None:
        found()
