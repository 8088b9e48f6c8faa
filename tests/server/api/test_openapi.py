"""The OpenAPI document: kept current, valid, and true under random requests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from jsonschema_rs import validator_for
from schemathesis import Case

from khlong.games import game_named, game_names, our_games
from khlong.games.views import view_type
from khlong.server.__main__ import FILE, documents
from tests.patience import PATIENCE
from tests.server.client import Player
from tests.server.servers import Running, running


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("openapi") / "khlong.sqlite3")) as started:
        yield started


def test_documents_in_the_package_are_current() -> None:
    for path, text in documents():
        assert text == path.read_text(encoding="utf-8"), "write it anew: python -m khlong.server"


def test_the_servers_own_document_knows_no_game_and_the_served_one_knows_all(served: Running) -> None:
    own = set(json.loads(FILE.read_text(encoding="utf-8"))["components"]["schemas"])
    known = set(Player(served.base).get("/api/openapi.json")["components"]["schemas"])
    assert own < known
    views = {name: view_type(game_named(name)) for name in our_games()}
    declared = {f"{name.title().replace('-', '')}{view.__name__}" for name, view in views.items() if view}
    assert declared
    assert declared <= known - own


def test_socket_messages_keep_to_their_schemas(served: Running) -> None:
    found = json.loads(FILE.read_text(encoding="utf-8"))
    checks = validator_for({"$ref": "#/components/schemas/ServerMessage", "components": found["components"]})
    ann = Player(served.base)
    table = ann.table(seats="me me", public=True, pace={"kind": "move", "seconds": 60})["table"]["id"]
    with ann.socket(table) as line, Player(served.base).socket(table) as other:
        line.send(type="ping")
        line.until("pong")
        line.move(0, "place moon")
        line.move(0, "place temple")
        line.until_ply(1)
        line.play(1, "tile +4")
        line.send(type="chat", id="c", text="hello")
        other.until("chat")
        other.close()
        line.until("seats")
        ann.post("/api/logout")
        line.until("bye")
    kinds = {"welcome", "pong", "refused", "ack", "update", "chat", "seats", "bye"}
    assert {message["type"] for message in line.heard} == kinds
    assert {"around" in message for message in line.heard if message["type"] == "update"} == {True, False}
    for message in [*line.heard, *other.heard]:
        checks.validate(message)


OPERATIONS: dict[str, Any] = {
    result.ok().label: result.ok()  # type: ignore[union-attr]
    for result in schemathesis.openapi.from_path(FILE).get_all_operations()
}


FILES = (
    "POST /api/records",
    "POST /api/positions",
    "POST /api/games/{game}/positions",
    "POST /api/games/{game}/positions/hint",
)
"""What takes files that nobody writes by chance."""


@pytest.fixture(scope="module")
def player(served: Running) -> Player:
    return Player(served.base)


@pytest.fixture(scope="module")
def table(player: Player) -> str:
    return str(player.table(seats="me me")["table"]["id"])


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.slow
def test_random_requests_are_answered_as_the_document_says(
    operation: str, served: Running, player: Player, table: str
) -> None:
    """Whatever is sent, sense or nonsense: no answer that the document does not know, and never a mistake of ours."""
    leaves = operation in ("POST /api/logout", "POST /api/account", "POST /api/login")
    cookies = (Player(served.base) if leaves else player).http.cookies
    headers = {"Origin": served.base, "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}

    statuses: set[int] = set()
    names = game_names()

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(case=OPERATIONS[operation].as_strategy())
    def send(case: Case[Any]) -> None:
        if "table" in case.path_parameters:
            case.path_parameters["table"] = table
        for part in (case.path_parameters, case.body):
            if isinstance(part, dict) and isinstance(asked := part.get("game"), str):
                part["game"] = names[len(asked) % len(names)]
        response = case.call(base_url=served.base, headers=headers, timeout=PATIENCE)
        statuses.add(response.status_code)
        case.validate_response(response, excluded_checks=[schemathesis.checks.positive_data_acceptance])

    send()
    assert leaves or 401 not in statuses
    assert statuses - {422} or operation in FILES, "nothing was ever understood"
