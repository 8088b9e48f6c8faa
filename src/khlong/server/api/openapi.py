"""The OpenAPI document, with the schemas of the socket's messages in it, so that one generator types both."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from khlong.engine.data import Data
from khlong.games import game_named, game_names
from khlong.games.views import view_schemas, view_type
from khlong.server.wire.messages import ClientMessage, ServerMessage

SOCKET = "/api/tables/{table}/socket"
REFERENCE = "#/components/schemas/{model}"


def describe(app: FastAPI) -> None:
    """Adds the socket to the document that FastAPI makes."""
    plain: Callable[[], Data] = app.openapi

    def with_socket() -> Data:
        document = plain()
        schemas = document["components"]["schemas"]
        if "ClientMessage" not in schemas:
            schemas["Snapshot"]["properties"]["view"] = _add_views(schemas)
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


def _add_views(schemas: Data) -> Data:
    """Adds the views that games declare, each under its game's name, and gives the schema of a view of any game."""
    views = []
    for name in game_names():
        game, prefix = game_named(name), name.title().replace("-", "")
        for part, schema in view_schemas(game, REFERENCE.format(model=f"{prefix}{{model}}")).items():
            schemas[prefix + part] = schema
        if (declared := view_type(game)) is not None:
            views.append({"$ref": REFERENCE.format(model=prefix + declared.__name__)})
    anything = {"type": "object", "additionalProperties": True}
    return {"title": "View", "description": "The position, as its game declares it.", "anyOf": [*views, anything]}


def _schema(message: Any, mode: JsonSchemaMode = "validation") -> Data:
    return TypeAdapter(message).json_schema(ref_template=REFERENCE, mode=mode)


def document(app: FastAPI) -> str:
    """The document as text, the same on every machine."""
    return json.dumps(app.openapi(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"
