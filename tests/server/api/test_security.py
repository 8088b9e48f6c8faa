"""Forged origins, cookies, headers and bodies; what a browser is told; and what is counted."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect
from websockets.typing import Origin

from khlong.server.api.socket import COUNTED
from khlong.server.wire.http import MOST_OFFENCES
from tests.patience import PATIENCE
from tests.server.client import Player, Socket
from tests.server.servers import Running, running

ASKED = {"Host": "play.example"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """None of this depends on the database."""
    with running(str(tmp_path_factory.mktemp("security") / "khlong.sqlite3")) as started:
        yield started


@pytest.fixture(scope="module")
def lone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of one's own with ordinary limits, reached by https through a proxy."""
    database = str(tmp_path_factory.mktemp("secure") / "khlong.sqlite3")
    limits = {"rate_guests": "3/hour", "rate_address": "100000/second", "rate_login": "3/hour"}
    with running(database, public_url="https://play.example", proxies=["127.0.0.9"], **limits) as started:
        yield started


def test_a_page_from_elsewhere_cannot_open_a_socket_with_somebodys_cookie(ann: Player) -> None:
    table = ann.table(seats="me me")["table"]["id"]
    url = f"{ann.base.replace('http', 'ws')}/api/tables/{table}/socket"
    cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in ann.http.cookies.items())}
    lookalikes = ["https://evil.example", "null", f"{ann.base}.evil.example", "http://127.0.0.1", f"{ann.base}0"]
    for origin in (*lookalikes, None):
        shown = Origin(origin) if origin else None
        with pytest.raises(InvalidStatus) as refused, connect(url, origin=shown, additional_headers=cookie, proxy=None):
            pass
        assert refused.value.response.status_code == 403


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_a_page_from_elsewhere_cannot_change_anything(ann: Player, headers: dict[str, str]) -> None:
    for path in ("/api/tables", "/api/logout", "/api/records", "/api/account"):
        answer = ann.http.post(path, json={}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_forms_and_text_are_no_json(ann: Player, kind: str) -> None:
    answer = ann.http.post("/api/tables", content=b'{"game":"phraya"}', headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "not_json")


@pytest.mark.parametrize("cookie", ["", "x", "A" * 43, "A" * 5000, "../../etc", "' OR 1=1 --"])
def test_a_made_up_cookie_is_nobody(ann: Player, cookie: str) -> None:
    with httpx.Client(base_url=ann.base, timeout=PATIENCE) as http:
        answer = http.post("/api/tables", json={"game": "phraya"}, headers={"Cookie": f"khlong={cookie}"})
        assert (answer.status_code, answer.json()["code"]) == (401, "no_session")


def test_nobody_plays_for_another_seat(ann: Player, bo: Player) -> None:
    made = ann.table(seats="me me", public=True)
    table = made["table"]["id"]
    assert bo.move(table, 0, "place temple").json()["code"] == "forbidden"
    assert bo.refused(f"/api/tables/{table}/undo", {"id": "x", "ply": 0}) == "forbidden"
    assert bo.refused(f"/api/tables/{table}/seats/0", {"bot": "random"}) == "forbidden"
    assert bo.refused(f"/api/tables/{table}/seats/0", {"bot": None}) == "forbidden"
    assert bo.refused(f"/api/tables/{table}/vote", {"seat": 0}) == "forbidden"
    assert bo.refused(f"/api/tables/{table}/join", {"seat": 0}) == "seat_taken"
    assert ann.look(table)["version"] == made["version"]


def test_a_frame_recorded_at_one_table_does_nothing_at_another(ann: Player, bo: Player) -> None:
    one = ann.table(seats="me me")["table"]["id"]
    other = bo.table(seats="me me", public=True)["table"]["id"]
    assert ann.move(one, 0, "place temple", "recorded").status_code == 200
    assert ann.move(other, 0, "place temple", "recorded").json()["code"] == "forbidden"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b'"x"',
        b"[" * 60_000,
        b'{"game":' * 8_000,
        b'{"game":"phraya","players":NaN}',
        b'{"game":"phraya","players":1e400}',
        b'{"game":"phraya","players":' + b"9" * 5000 + b"}",
        b'{"game":"phraya","game":7}',
        b'{"__proto__":{"admin":true},"game":"phraya"}',
        b"\xff\xfe",
        b'{"game":"\\ud800"}',
    ],
    ids=lambda body: repr(body[:30]),
)
def test_bad_bodies_are_refused_with_a_code(ann: Player, body: bytes) -> None:
    answer = ann.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["code"] in ("not_json", "bad_request", "unknown_game")


def test_not_everything_that_is_wrong_with_a_body_is_looked_at(ann: Player) -> None:
    crowd = {f"key {number}": number for number in range(3000)}
    answer = ann.post("/api/tables", {"game": "phraya", "players": 2} | crowd)
    assert (answer.status_code, answer.json()["message"]) == (422, "body: it has more than 40 entries")
    assert ann.post("/api/login", {"name": "Ann", "password": "x" * 10} | crowd).status_code == 413


def test_large_bodies_are_refused_announced_or_not(ann: Player) -> None:
    body = b'{"game":"' + b"x" * 100_000 + b'"}'
    answer = ann.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    pieces = (body[start : start + 10_000] for start in range(0, len(body), 10_000))
    answer = ann.http.post("/api/tables", content=pieces, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("Ann\u202egnp.exe", "Anngnp.exe"),
        ("A\x00nn\x1b[31m", "Ann[31m"),
        ("e\u0301" + "\u0301" * 150, "é" + "\u0301" * 4),
        ("สมชาย  やまだ 👩‍🌾", "สมชาย やまだ 👩‍🌾"),
        ("x" * 200, "x" * 32),
    ],
)
def test_names_are_clean_text(ann: Player, given: str, shown: str) -> None:
    answer = ann.http.patch("/api/me", json={"name": given})
    assert answer.json()["name"] == shown


def test_names_that_show_nothing_or_are_endless_are_refused(ann: Player) -> None:
    for name in ("", " \u200b\u202e ", "x" * 10_000):
        assert ann.http.patch("/api/me", json={"name": name}).status_code == 422


def test_the_browser_is_told_to_be_strict(ann: Player) -> None:
    for path in ("/api/me", "/", "/api/nowhere"):
        headers = ann.http.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "script-src 'self';" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers
    assert ann.http.get("/docs").headers["content-type"].startswith("text/html")
    assert "swagger" not in ann.http.get("/docs").text.lower()
    assert ann.http.get("/metrics").headers["content-type"].startswith("text/html")


def test_cookies_are_strict_and_secure_behind_https(lone: Running, ann: Player) -> None:
    with httpx.Client(base_url=lone.base, headers=ASKED, timeout=PATIENCE) as http:
        answer = http.get("/api/me")
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-khlong=")
        for part in ("HttpOnly", "Secure", "SameSite=strict", "Path=/"):
            assert part in cookie
        assert "max-age=31536000" in answer.headers["strict-transport-security"]


def test_forwarded_headers_are_believed_only_from_the_proxy(lone: Running) -> None:
    statuses = []
    for number in range(6):
        with httpx.Client(base_url=lone.base, headers=ASKED, timeout=PATIENCE) as http:
            statuses.append(http.get("/api/me", headers={"X-Forwarded-For": f"10.0.0.{number}"}).status_code)
    assert statuses[-1] == 429


@pytest.mark.parametrize("host", ["evil.example", "play.example.evil.example", "127.0.0.1", "", "play.example:80"])
def test_a_server_with_a_public_address_answers_to_no_other_name(lone: Running, host: str) -> None:
    with httpx.Client(base_url=lone.base, timeout=PATIENCE) as http:
        answer = http.get("/api/games", headers={"Host": host})
        assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")
        assert http.get("/healthz", headers={"Host": host}).status_code == 200
        for own in ("play.example", "PLAY.example:443"):
            assert http.get("/api/games", headers={"Host": own}).status_code == 200
    url = f"{lone.base.replace('http', 'ws')}/api/tables/nowhere/socket"
    with pytest.raises(InvalidStatus) as refused, connect(url, origin=Origin("https://play.example"), proxy=None):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("moves", {"id": "a", "ply": 0, "move": "place temple"}),
        ("undo", {"id": "a", "ply": 0}),
        ("chat", {"id": "a", "text": "hello"}),
        ("vote", {"seat": 0}),
        ("seats/0", {"bot": None}),
        *((path, {}) for path in ("join", "leave", "start", "rematch")),
        *((path, None) for path in ("", "events", "score", "record", "qr", "previews", "hint", "?ply=3")),
    ],
)
def test_a_private_table_answers_strangers_as_if_it_were_not_there(
    ann: Player, bo: Player, path: str, body: dict[str, object] | None
) -> None:
    table = ann.table(seats="me me")["table"]["id"]

    def ask(which: str) -> tuple[int, str]:
        address = f"/api/tables/{which}/{path}".rstrip("/").replace("/?", "?")
        answer = bo.http.get(address) if body is None else bo.post(address, body)
        return answer.status_code, answer.text

    assert ask(table) == ask("nowhere")
    assert ask(table)[0] == 404


def test_a_private_tables_socket_answers_strangers_as_if_it_were_not_there(ann: Player, bo: Player) -> None:
    table = ann.table(seats="me me")["table"]["id"]
    for which in (table, "nowhere"):
        url = f"{bo.base.replace('http', 'ws')}/api/tables/{which}/socket"
        assert Socket(bo, url, hello=False).closing() == ("not_found", 1008)


def test_an_address_is_told_to_wait_before_its_body_is_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = str(tmp_path_factory.mktemp("many") / "khlong.sqlite3")
    with running(database, rate_address="3/hour") as strict, httpx.Client(timeout=PATIENCE) as http:
        for _ in range(3):
            assert http.get(f"{strict.base}/api/games").status_code == 200
        for path in ("/", "/api/records", "/api/games"):
            answer = http.post(f"{strict.base}{path}", content=b"x" * 1000)
            assert (answer.status_code, answer.json()["code"]) == (429, "too_many")


def test_passwords_cannot_be_tried_without_end(server: Running) -> None:
    with running(server.settings.database, rate_login="3/hour") as strict:
        guest = Player(strict.base)
        codes = [
            guest.refused("/api/login", {"name": "nobody", "password": f"wrong password {number}"})
            for number in range(5)
        ]
        assert codes == ["wrong_login"] * 3 + ["too_many"] * 2


def test_floods_end_the_line_and_nobody_else_notices(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = str(tmp_path_factory.mktemp("flood") / "khlong.sqlite3")
    with running(database, rate_messages="20/minute", rate_chat="5/minute") as strict:
        loud, calm = Player(strict.base), Player(strict.base)
        table = loud.table(seats="me me", public=True)["table"]["id"]
        with calm.socket(table) as listener, loud.socket(table) as line:
            for number in range(8):
                line.send(type="chat", id=str(number), text="spam")
            refusals = [line.until("ack", "refused") for _ in range(8)]
            assert [answer.get("code") for answer in refusals] == [None] * 5 + ["too_many"] * 3
            ping = Frame(Opcode.TEXT, b'{"type":"ping"}').serialize(mask=True)
            line.line.socket.sendall(ping * 40)  # at once: the library sends nothing more once it hears of the end
            assert line.closing() == ("too_many", 1008)
            listener.send(type="ping")
            assert listener.until("pong")


def test_account_keeps_a_guests_games_and_rotates_the_cookie(ann: Player) -> None:
    table = ann.table(seats="me me")["table"]["id"]
    old = dict(ann.http.cookies)
    name = f"Ann {table}"
    assert ann.ask("/api/account", {"name": name, "password": "correct horse"})["account"] is True
    assert dict(ann.http.cookies) != old
    with httpx.Client(base_url=ann.base, cookies=old, timeout=PATIENCE) as thief:
        assert thief.post("/api/tables", json={"game": "phraya"}).status_code == 401
    elsewhere = Player(ann.base)
    assert elsewhere.refused("/api/login", {"name": name, "password": "wrong horse"}) == "wrong_login"
    assert elsewhere.ask("/api/login", {"name": name.upper(), "password": "correct horse"})["id"] == ann.id
    assert elsewhere.look(table)["you"]["seats"] == [0, 1]
    other = Player(ann.base)
    assert other.refused("/api/account", {"name": name.lower(), "password": "another one"}) == "name_taken"
    assert ann.refused("/api/account", {"name": "Again", "password": "correct horse"}) == "has_account"
    assert other.refused("/api/account", {"name": "Short", "password": "short"}) == "bad_request"


def test_logging_in_brings_a_guests_tables_and_seats_along(ann: Player, bo: Player) -> None:
    name = f"Owner {ann.id}"
    account = ann.ask("/api/account", {"name": name, "password": "correct horse"})["id"]
    guest = Player(ann.base, "Guest")
    table = guest.table(seats="me open", start=False)["table"]
    joined = bo.table(seats="me open", public=True)["table"]["id"]
    guest.ask(f"/api/tables/{joined}/join")
    with bo.socket(joined) as line:
        assert guest.ask("/api/login", {"name": name, "password": "correct horse"})["id"] == account
        line.until("update")
    assert guest.look(table["id"])["you"]["seats"] == [0]
    assert guest.look(table["id"])["table"]["host"]
    assert {line["id"] for line in ann.get("/api/tables", which="mine")} >= {table["id"], joined}
    assert next(line for line in ann.get("/api/tables", which="mine") if line["id"] == table["id"])["host"]
    seen = ann.look(joined)
    assert seen["you"]["seats"] == [1]
    mover = (bo, ann)[seen["question"]["seat"]]
    assert mover.move(joined, 0, mover.look(joined)["moves"][0]["notation"]).status_code == 200


def test_secrets_are_kept_as_hashes_only(ann: Player, server: Running) -> None:
    import asyncio

    from sqlalchemy import text

    from khlong.server.storage.engines import make_engine

    ann.ask("/api/account", {"name": f"Secret {ann.id}", "password": "correct horse battery"})

    async def everything() -> str:
        engine = make_engine(server.settings.database)
        async with engine.connect() as connection:
            rows = [
                tuple(row)
                for table in ("people", "sessions")
                for row in (await connection.execute(text(f"SELECT * FROM {table}"))).all()
            ]
        await engine.dispose()
        return json.dumps(rows)

    kept = asyncio.run(everything())
    assert "$argon2id$" in kept
    assert "correct horse battery" not in kept
    assert not any(value in kept for value in dict(ann.http.cookies).values())


def test_sockets_and_guests_of_one_address_have_limits_together(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = str(tmp_path_factory.mktemp("together") / "khlong.sqlite3")
    with running(database, rate_messages="9/minute", rate_chat="3/minute", people_at_address=2) as strict:
        table = Player(strict.base).table(seats="me me", public=True)["table"]["id"]
        said = [
            [guest.post(f"/api/tables/{table}/chat", {"text": "hello"}).status_code for _ in range(3)]
            for guest in (Player(strict.base), Player(strict.base), Player(strict.base))
        ]
        assert said == [[200] * 3, [200] * 3, [429] * 3]
        watchers = [Player(strict.base) for _ in range(3)]
        for watcher in watchers[:2]:
            with watcher.socket(table) as line:
                for _ in range(COUNTED):
                    line.send(type="ping")
                    assert line.until("pong")
        for _ in range(MOST_OFFENCES):  # a greeting is one of them
            with watchers[2].socket(table) as line:
                assert line.welcome == {"type": "bye", "code": "too_many"}
        assert httpx.get(f"{strict.base}/healthz", timeout=PATIENCE).status_code == 429
