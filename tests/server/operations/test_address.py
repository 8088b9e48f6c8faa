"""Links that are handed on lead to where others find the server, and not to their own machine."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from khlong.server.operations import address
from khlong.server.operations.address import url_for_others
from khlong.server.operations.settings import Settings
from tests.server.client import Player
from tests.server.servers import running


@pytest.mark.parametrize(
    ("host", "public_url", "asked", "others"),
    [
        ("127.0.0.1", None, "http://127.0.0.1:8000/", None),
        ("0.0.0.0", None, "http://127.0.0.1:8000/", "http://192.168.7.5:8000"),
        ("0.0.0.0", None, "http://localhost:8000/", "http://192.168.7.5:8000"),
        ("0.0.0.0", None, "http://boat.local:8000/", "http://boat.local:8000"),
        ("127.0.0.1", "https://play.example/", "http://127.0.0.1:8000/", "https://play.example"),
    ],
)
def test_where_others_find_a_server(
    monkeypatch: pytest.MonkeyPatch, host: str, public_url: str | None, asked: str, others: str | None
) -> None:
    monkeypatch.setattr(address, "network_address", lambda: "192.168.7.5")
    assert url_for_others(Settings(host=host, public_url=public_url), asked) == others


def test_a_machine_without_a_network_has_no_address_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "network_address", lambda: None)
    assert url_for_others(Settings(host="0.0.0.0"), "http://localhost:8000/") is None


def test_a_server_says_whether_its_links_open_for_others(tmp_path: Path) -> None:
    with running(str(tmp_path / "khlong.sqlite3")) as server:
        assert Player(server.base).get("/api/reach") == {"alone": True, "url": None}
    with running(str(tmp_path / "khlong.sqlite3"), host="0.0.0.0") as server:
        told = Player(server.base).get("/api/reach")
        own = address.network_address()
        assert told["alone"]
        assert (urlsplit(told["url"]).hostname if told["url"] else None) == own
