"""The OpenAPI document, with the schemas of the socket's messages in it, so that one generator types both."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from khlong.server.wire.messages import ClientMessage, ServerMessage

SOCKET = "/api/tables/{table}/socket"
REFERENCE = "#/components/schemas/{model}"


def describe(app: FastAPI) -> None:
    """Adds the socket to the document that FastAPI makes."""
    plain: Callable[[], dict[str, Any]] = app.openapi

    def with_socket() -> dict[str, Any]:
        document = plain()
        schemas = document["components"]["schemas"]
        if "ClientMessage" not in schemas:
            for name, message in (("ClientMessage", ClientMessage), ("ServerMessage", ServerMessage)):
                schema = _schema(message)
                schemas |= {key: value for key, value in schema.pop("$defs", {}).items() if key not in schemas}
                schemas[name] = schema
            document["x-websocket"] = {
                SOCKET: {
                    "description": "Say hello first; then everything that happens at the table is told.",
                    "client": {"$ref": REFERENCE.format(model="ClientMessage")},
                    "server": {"$ref": REFERENCE.format(model="ServerMessage")},
                }
            }
        return document

    app.openapi = with_socket  # type: ignore[method-assign]


def _schema(message: Any, mode: JsonSchemaMode = "validation") -> dict[str, Any]:
    return TypeAdapter(message).json_schema(ref_template=REFERENCE, mode=mode)


def document(app: FastAPI) -> str:
    """The document as text, the same on every machine."""
    return json.dumps(app.openapi(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"
