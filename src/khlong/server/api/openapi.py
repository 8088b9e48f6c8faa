"""The OpenAPI document, with the schemas of the socket's messages in it, so that one generator types both.

The one that is served knows the views of all games. What is kept in files is apart: the server's own, and each game's
view in the game's folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode
from starlette.routing import Route

from khlong.engine.data import Data
from khlong.games import game_named, game_names
from khlong.games.facets import Cover
from khlong.games.views import view_schemas, view_type
from khlong.server.wire.messages import ClientMessage, RecordUpload, ServerMessage

SOCKET = "/api/tables/{table}/socket"
REFERENCE = "#/components/schemas/{model}"


def describe(app: FastAPI) -> None:
    """Adds the socket to the document that FastAPI makes."""
    plain: Callable[[], Data] = app.openapi

    def with_socket() -> Data:
        document = plain()
        schemas = document["components"]["schemas"]
        if "ClientMessage" not in schemas:
            schemas["Snapshot"]["properties"]["view"] = _any_of(_add_views(schemas))
            for name, message in (
                ("ClientMessage", ClientMessage),
                ("ServerMessage", ServerMessage),
                ("RecordUpload", RecordUpload),
            ):
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

    written = cache(lambda: orjson.dumps(with_socket()))

    async def answer(_: Request) -> Response:
        """The document, written once."""
        return Response(written(), media_type="application/json")

    app.openapi = with_socket  # type: ignore[method-assign]
    app.router.routes.insert(0, Route(str(app.openapi_url), answer))


def _add_views(schemas: Data) -> list[Data]:
    """Adds the views that games declare, each under its game's name, and gives references to them."""
    views: list[Data] = []
    for name in game_names():
        game, prefix = game_named(name), _prefix(name)
        for part, schema in view_schemas(game, REFERENCE.format(model=f"{prefix}{{model}}")).items():
            schemas[prefix + part] = schema
        if (declared := view_type(game)) is not None:
            views.append({"$ref": REFERENCE.format(model=prefix + declared.__name__)})
    return views


def _prefix(name: str) -> str:
    """What the names of a game's schemas begin with among those of other games."""
    return name.title().replace("-", "")


def _any_of(views: list[Data]) -> Data:
    """A view of any game."""
    anything = {"type": "object", "additionalProperties": True}
    return {"title": "View", "description": "The position, as its game declares it.", "anyOf": [*views, anything]}


def _schema(message: Any, mode: JsonSchemaMode = "validation") -> Data:
    return TypeAdapter(message).json_schema(ref_template=REFERENCE, mode=mode)


def server_document(app: FastAPI) -> str:
    """The server's own document as text: without the views of games, so that no new game changes it."""
    document = deepcopy(app.openapi())
    schemas = document["components"]["schemas"]
    for name in game_names():
        for part in view_schemas(game_named(name), REFERENCE):
            del schemas[_prefix(name) + part]
    schemas["Snapshot"]["properties"]["view"] = _any_of([])
    return _as_text(document)


def view_document(name: str) -> str | None:
    """A game's view as text, in the same form; None if it declares none."""
    schemas = view_schemas(game_named(name), REFERENCE)
    info = {"title": Cover.of(game_named(name)).title, "version": str(game_named(name).rules_version)}
    return (
        _as_text({"openapi": "3.1.0", "info": info, "paths": {}, "components": {"schemas": schemas}})
        if schemas
        else None
    )


def _as_text(document: Data) -> str:
    """The same on every machine."""
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
