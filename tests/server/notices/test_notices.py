"""Those who are away are told of their turn: once, where and when they wish, and nowhere that they could point to."""

from __future__ import annotations

import re
import socket
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from khlong.server.notices.wishes import NoticeWishes, QuietHours
from khlong.server.operations.settings import SettingsError, read_settings
from tests.server.client import Player
from tests.server.servers import Running, running

from .receivers import post_office, web_server

LATER = 2.5  # seconds: a turn is looked at every second


def at_table(server: Running) -> tuple[Player, Player, str]:
    """Ann, whose turn it will be once Bo joins, and Bo."""
    ann, bo = Player(server.base, "Ann"), Player(server.base, "Bo")
    table = ann.table(seats="me open", public=True, options={"begins": "0"})["table"]["id"]
    return ann, bo, table


def wish(player: Player, **wishes: Any) -> Any:
    answer = player.http.put("/api/me/notices", json=wishes)
    assert answer.status_code == 200, answer.text
    return answer.json()


def now(minutes: float = 0) -> str:
    return (datetime.now(UTC) + timedelta(minutes=minutes)).strftime("%H:%M")


def pass_turn(here: Player, there: Player, table: str) -> None:
    """Moves until the other is asked."""
    seat = here.look(table)["you"]["seats"][0]
    while (seen := here.look(table))["question"]["seat"] == seat:
        assert here.move(table, seen["ply"], seen["moves"][0]["notation"]).status_code == 200


def test_who_is_away_is_told_once_a_turn_by_topic_and_webhook(sqlite: str) -> None:
    with web_server() as posted:
        offered = {"ntfy_url": posted.url, "discord_url": f"{posted.url}/api/webhooks"}
        with running(sqlite, notice_after=0.0, **offered) as server:
            ann, bo, table = at_table(server)
            told = wish(ann, ntfy="ann-topic", discord="12/token_A", language="th")
            assert told["offer"] == {"ntfy": posted.url, "discord": offered["discord_url"], "mail": False, "push": None}
            bo.ask(f"/api/tables/{table}/join")
            came = dict([posted.next(), posted.next()])
            assert came["/"]["topic"] == "ann-topic"
            assert came["/"]["title"] == "ถึงตาคุณแล้ว"
            assert "Bo" in came["/"]["message"]
            assert came["/api/webhooks/12/token_A"]["allowed_mentions"] == {"parse": []}
            seen = ann.look(table)
            ann.move(table, seen["ply"], seen["moves"][0]["notation"])  # still the same turn
            assert posted.nothing_for(LATER)
            pass_turn(ann, bo, table)
            pass_turn(bo, ann, table)
            posted.next()
            posted.next()
        with running(sqlite, notice_after=0.0, **offered):  # it was told already
            assert posted.nothing_for(LATER)


def test_who_has_the_table_in_sight_is_not_told_and_who_has_it_in_a_hidden_tab_is(sqlite: str) -> None:
    with web_server() as posted, running(sqlite, notice_after=0.0, ntfy_url=posted.url) as server:
        ann, bo, table = at_table(server)
        wish(ann, ntfy="ann")
        with ann.socket(table) as line:
            bo.ask(f"/api/tables/{table}/join")
            line.until_playing()
            assert posted.nothing_for(LATER)
            pass_turn(ann, bo, table)
            with bo.socket(table) as watching:
                line.send(type="look", visible=False)
                watching.until_online(0, False)
            pass_turn(bo, ann, table)
            assert posted.next()[1]["topic"] == "ann"
            with bo.socket(table) as watching:
                line.send(type="look", visible=True)
                watching.until_online(0, True)


def test_a_notice_waits_for_the_end_of_quiet_hours_if_it_is_still_ones_turn(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[float] = []
    usual = NoticeWishes.quiet_until

    def quiet_until(wishes: NoticeWishes, at: float) -> float | None:
        ends.append(time.time() + 1 if usual(wishes, at) and not ends else 0)
        return ends[-1] or None

    monkeypatch.setattr(NoticeWishes, "quiet_until", quiet_until)
    with web_server() as posted, running(sqlite, notice_after=0.0, ntfy_url=posted.url) as server:
        ann, bo, table = at_table(server)
        wish(ann, ntfy="ann", quiet={"begins": now(-60), "ends": now(60)})
        bo.ask(f"/api/tables/{table}/join")
        posted.next()
        assert time.time() >= ends[0] > 0
        assert len(ends) == 2


@pytest.mark.parametrize(
    ("zone", "hour", "until"), [("UTC", 23, 8.0), ("UTC", 6, 1.0), ("UTC", 12, None), ("Asia/Bangkok", 20, 4.0)]
)
def test_quiet_hours_go_by_the_clock_where_somebody_lives(zone: str, hour: int, until: float | None) -> None:
    wishes = NoticeWishes(quiet=QuietHours(begins="22:00", ends="07:00"), zone=zone)
    at = datetime(2026, 3, 1, hour, tzinfo=UTC).timestamp()
    ends = wishes.quiet_until(at)
    assert (None if ends is None else (ends - at) / 3600) == until


def test_mail_goes_to_an_address_only_once_its_owner_has_followed_a_link(sqlite: str) -> None:
    with post_office() as office:
        mail = {"mail_host": "127.0.0.1", "mail_port": office.port, "mail_security": "none", "mail_from": "k@k.example"}
        with running(
            sqlite, notice_after=0.0, **mail, public_url="http://play.example", rate_letters="2/day"
        ) as server:
            there = {"Host": "play.example", "Origin": "http://play.example"}
            ann = Player(server.base, guest=False)
            ann.http.headers.update(there)
            ann.get("/api/me")
            assert not wish(ann, mail="ann@home.example")["confirmed"]
            to, letter = office.next()
            assert to == "ann@home.example"
            text = letter.get_content()
            token = re.findall(r"http://play\.example/settings\?mail=(\S+)", text)[0]
            assert ann.ask("/api/me/notices/test") == {"ways": []}
            assert ann.refused("/api/notices/confirm", {"token": "guessed"}) == "bad_token"
            assert ann.post("/api/notices/confirm", {"token": token}).status_code == 204
            assert ann.refused("/api/notices/confirm", {"token": token}) == "bad_token"
            assert ann.get("/api/me/notices")["confirmed"]
            assert ann.ask("/api/me/notices/test") == {"ways": ["mail"]}
            assert office.next()[1]["Subject"] == "Notices of your turn arrive here"
            assert not wish(ann, mail="bo@home.example")["confirmed"]  # another address is another's
            wish(ann, mail=None)
            answer = ann.http.put("/api/me/notices", json={"mail": "bo@home.example"})
            assert answer.json()["code"] == "too_many"  # nobody is sent letter after letter


@pytest.mark.parametrize(
    "wishes",
    [
        {"ntfy": "../admin"},
        {"ntfy": "http://10.0.0.1/"},
        {"ntfy": "a.b"},
        {"discord": "12/../../x"},
        {"discord": "http://169.254.169.254/latest"},
        {"mail": "a@b\r\nBcc: c@d"},
        {"zone": "Nowhere/Else"},
        {"zone": "../../etc/passwd"},
        {"quiet": {"begins": "25:00", "ends": "07:00"}},
    ],
)
def test_a_player_names_no_server_and_nothing_odd(server: Running, wishes: dict[str, Any]) -> None:
    assert Player(server.base).http.put("/api/me/notices", json=wishes).status_code == 422


def test_what_the_owner_does_not_offer_goes_nowhere_and_redirects_are_not_followed(sqlite: str) -> None:
    with web_server() as posted, web_server() as elsewhere:
        posted.answer, posted.headers = 302, {"Location": f"{elsewhere.url}/private", "Content-Length": "0"}
        with running(sqlite, ntfy_url=posted.url) as server:
            ann = Player(server.base)
            wish(ann, ntfy="ann", discord="12/token")
            assert ann.ask("/api/me/notices/test") == {"ways": []}
            assert posted.next()[0] == "/"
            assert elsewhere.nothing_for(0.2)
            assert ann.http.put("/api/me/notices", json={"mail": "a@b.example"}).json()["code"] == "not_offered"


def test_a_receiver_that_never_answers_holds_up_no_move(sqlite: str) -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        url = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        with running(sqlite, notice_after=0.0, ntfy_url=url) as server:
            ann, bo, table = at_table(server)
            wish(ann, ntfy="ann")
            bo.ask(f"/api/tables/{table}/join")
            line, _ = deaf.accept()
            seen = ann.look(table)
            assert ann.move(table, seen["ply"], seen["moves"][0]["notation"]).status_code == 200
            line.close()


def test_mail_without_a_sender_or_an_address_for_links_is_refused_at_the_start() -> None:
    with pytest.raises(SettingsError, match="mail_host needs mail_from"):
        read_settings(mail_host="mail.example")
