"""Notices for closed browsers: sealed as the standard says, sent only to services that the owner has named."""

from __future__ import annotations

import time
from typing import Any

import pytest
from typer.testing import CliRunner

from khlong.cli.main import app
from khlong.server.notices.keys import bytes_of, key_of, new_key, text_of
from khlong.server.notices.push import sealed
from khlong.server.notices.wishes import MOST_DEVICES, Device
from khlong.server.operations.settings import SettingsError, read_settings
from tests.server.client import Player
from tests.server.servers import running

from .devices import Browser, signed_claims
from .receivers import web_server
from .test_notices import at_table, wish

CONTACT = "mailto:owner@play.example"


def offered(*services: str) -> dict[str, Any]:
    return {"push_key": new_key(), "push_contact": CONTACT, "push_services": list(services)}


def test_a_notice_is_sealed_as_in_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    device = Device(
        endpoint="https://push.example/",
        p256dh="BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth="BTBZMqHH6r4Tts7J_aSIgg",
    )
    own = key_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    salt = bytes_of("DGv6ra1nlYgDCS1FRnbzlw")
    assert text_of(sealed(b"When I grow up, I want to be a watermelon", device, own, salt)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_who_is_away_is_told_by_their_browsers_and_one_that_has_left_is_forgotten(sqlite: str) -> None:
    with web_server() as posted, web_server() as left:
        left.answer = 410
        with running(sqlite, notice_after=0.0, **offered(posted.url, left.url)) as server:
            phone, desk = Browser(f"{posted.url}/to/phone?token=1"), Browser(f"{left.url}/to/desk")
            ann, bo, table = at_table(server)
            told = wish(ann, push=[phone.wish, desk.wish], language="ja")
            bo.ask(f"/api/tables/{table}/join")
            path, came = posted.next()
            assert path == "/to/phone?token=1"
            said = phone.opened(came["sealed"])
            assert said["title"] == "あなたの手番です"
            assert "Bo" in said["text"]
            claims = signed_claims(came["sender"], told["offer"]["push"])
            assert claims["aud"] == posted.url
            assert claims["sub"] == CONTACT
            assert time.time() < claims["exp"] < time.time() + 86_400
            assert left.next()[0] == "/to/desk"
            assert ann.ask("/api/me/notices/test") == {"ways": ["push"]}
            assert ann.get("/api/me/notices")["wishes"]["push"] == [phone.wish]


def test_a_browser_names_no_server_that_the_owner_has_not_named(sqlite: str) -> None:
    with web_server() as private, running(sqlite, **offered("https://*.push.example")) as server:
        ann = Player(server.base)
        for endpoint in (
            f"{private.url}/",
            "https://push.example.evil.example/x",
            "https://evil.example/.push.example",
        ):
            refused = ann.http.put("/api/me/notices", json={"push": [Browser(endpoint).wish]})
            assert (refused.status_code, refused.json()["code"]) == (422, "not_offered"), endpoint
        for endpoint in ("https://a@b.push.example/", "ftp://a.push.example/", "https://a.push.example/\r\nX: y"):
            assert ann.http.put("/api/me/notices", json={"push": [Browser(endpoint).wish]}).status_code == 422
        good = Browser("https://a.push.example/x").wish
        assert ann.http.put("/api/me/notices", json={"push": [good | {"p256dh": "A" * 87}]}).status_code == 422
        assert ann.http.put("/api/me/notices", json={"push": [good] * (MOST_DEVICES + 1)}).status_code == 422
        assert ann.http.put("/api/me/notices", json={"push": [good]}).status_code == 200
        assert private.nothing_for(0.2)


def test_a_key_is_made_by_a_command_and_needs_somebody_to_write_to() -> None:
    line = CliRunner().invoke(app, ["push-key"]).stdout.strip()
    key = line.removeprefix('push_key = "').removesuffix('"')
    assert read_settings(push_key=key, push_contact=CONTACT).offers_notices
    with pytest.raises(SettingsError, match="push_key needs push_contact"):
        read_settings(push_key=key)
    with pytest.raises(SettingsError, match="khlong push-key"):
        read_settings(push_key="secret", push_contact=CONTACT)
