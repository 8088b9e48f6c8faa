"""The page that plays by itself, from a plain host, in a real Chromium: offline, in two tabs, in hard times."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from copy import copy
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from deploy.site import write_worker
from khlong.games import our_games
from khlong.table import load_record, table_from_record
from tests.patience import PATIENCE
from tests.scenes import scenes_of
from tests.server.client import Player
from tests.server.servers import running

from .positions import ending
from .site import ASK, SiteVisitor, StaticHost, hosted
from .test_access import violations
from .visitor import DESK, PHONE, Visitor

pytestmark = pytest.mark.slow

GAMES = pytest.mark.parametrize("game", our_games())
LANGUAGES = pytest.mark.parametrize("language", ["en", "ja", "th"])
WORDS = {
    language: json.loads((Path(__file__).parents[2] / f"web/src/words/{language}.json").read_text("utf-8"))
    for language in ("en", "ja", "th")
}
USUAL = files("khlong.games.floating_market") / "components.toml"
BEGINS = {"begins": "0"}
# Two tabs ask for a move at the same moment: neither waits for the other.
ASK_NOW = """([path, body]) => {
    window.answer = khlong.request('POST', path, JSON.stringify(body))
}"""


# The browser's own database as it is where there is no room: what is added is aborted, with the error of such a time.
NO_ROOM = """{
    const channel = new BroadcastChannel('room')
    let forWhat = null // nothing, or rows with some word in them
    channel.onmessage = ({ data }) => {
        forWhat = data
        channel.postMessage('done')
    }
    const add = IDBObjectStore.prototype.add
    IDBObjectStore.prototype.add = function (row) {
        const request = add.call(this, row)
        if (forWhat === null || !(row.text ?? '').includes(forWhat)) return request
        Object.defineProperty(this.transaction, 'error', { value: new DOMException('', 'QuotaExceededError') })
        request.addEventListener('success', () => this.transaction.abort())
        return request
    }
}
"""
FILL = """(forWhat) => new Promise(done => {
    const channel = new BroadcastChannel('room')
    channel.onmessage = done
    channel.postMessage(forWhat)
})"""


@pytest.fixture
def narrow_host(site: Path, tmp_path: Path) -> Iterator[StaticHost]:
    """A host of a page whose database can be full: `FILL`."""
    folder = shutil.copytree(site, tmp_path / "narrow")
    (worker,) = (folder / "assets").glob("tables.worker-*.js")
    worker.write_text(NO_ROOM + worker.read_text("utf-8"), "utf-8")
    write_worker(folder)
    with hosted(folder) as started:
        yield started


@pytest.fixture
def arrive(browser: Browser) -> Iterator[Callable[..., SiteVisitor]]:
    """Brings a visitor to a host; all go home after the test."""
    visitors: list[SiteVisitor] = []

    def come(host: StaticHost, **wishes: object) -> SiteVisitor:
        visitors.append(SiteVisitor(browser, host.base, **wishes))  # type: ignore[arg-type]
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()


Arrive = Callable[..., SiteVisitor]


@pytest.fixture
def own_host(site: Path) -> Iterator[StaticHost]:
    """A host that a test may stop."""
    with hosted(site) as started:
        yield started


def word(key: str, language: str = "en") -> str:
    """What the page says, without what stands in braces."""
    said: str = WORDS[language][key]
    return said


def tab_beside(visitor: SiteVisitor) -> SiteVisitor:
    """The same browser with another tab."""
    beside = copy(visitor)
    beside.page = visitor.context.new_page()
    beside.complaints = []
    beside.page.on("pageerror", lambda error: beside.complaints.append(str(error)))
    return beside


def cut(visitor: SiteVisitor, host: StaticHost) -> None:
    """There is no network any more, and no host either."""
    visitor.be_ready()
    host.stop()
    visitor.context.set_offline(True)


def log_of(visitor: Visitor, table: str) -> list[Any]:
    return [
        (made["ply"], made["seat"], made["move"]) for made in visitor.get(f"/tables/{table}/events?after=0")["moves"]
    ]


# to the end


@pytest.mark.parametrize(("game", "players", "phone"), [
    ("floating-market", 3, True),
    ("floating-market", 4, False),
    ("phraya", 3, False),
    ("phraya", 4, True),
])  # fmt: skip
def test_a_whole_game_against_experts_without_a_network(
    arrive: Arrive, own_host: StaticHost, game: str, players: int, phone: bool, choices: random.Random, tmp_path: Path
) -> None:
    visitor = arrive(own_host, size=PHONE if phone else DESK, touch=phone)
    cut(visitor, own_host)
    visitor.open("/")
    table = visitor.new_table(game, " ".join(["me", *["expert"] * (players - 1)]))
    visitor.sit_at(table)
    assert visitor.play_on(choices, "tap" if phone else "click") > 10
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    final = visitor.get(f"/tables/{table}")
    by = {made["by"] for made in visitor.get(f"/tables/{table}/events?after=0")["moves"]}
    assert by == {"person", "bot"}, "no bot was replaced"
    visitor.assert_content()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name=word("end.record")).first.click()
    kept = tmp_path / "game.json"
    download.value.save_as(kept)
    replayed = load_record(kept)
    assert replayed.result is not None
    told = replayed.result.as_data()
    assert {key: final["result"][key] for key in told} == told


# what is kept


@GAMES
def test_a_reload_in_mid_game_loses_nothing(
    arrive: Arrive, own_host: StaticHost, game: str, choices: random.Random
) -> None:
    visitor = arrive(own_host)
    table = visitor.new_table(game, "me medium medium", options=BEGINS)
    visitor.sit_at(table)
    for made in range(8):
        visitor.await_turn()
        visitor.make(visitor.choose(choices))
        if made == 3:
            cut(visitor, own_host)
        if made % 2:
            before = log_of(visitor, table)  # bots may be at it
            visitor.page.reload()
            visitor.page.wait_for_selector(".table")
            visitor.await_turn()
            assert log_of(visitor, table)[: len(before)] == before
    visitor.assert_content()


@GAMES
def test_a_game_from_here_comes_to_the_same_in_python_and_on_a_server(
    arrive: Arrive, host: StaticHost, game: str, tmp_path: Path, choices: random.Random
) -> None:
    visitor = arrive(host)
    table = visitor.new_table(game, "me random random", options=scenes_of(game).short)
    visitor.sit_at(table).play_on(choices)
    record, result = visitor.get(f"/tables/{table}/record"), visitor.get(f"/tables/{table}")["result"]
    replayed = table_from_record(record).result
    assert replayed is not None
    assert replayed.as_data() == {key: result[key] for key in replayed.as_data()}
    with (
        running(str(tmp_path / "khlong.sqlite3")) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as client,
    ):
        client.get("/api/me")
        answer = client.post("/api/records", json={"record": record, "mode": "watch"}, headers={"Origin": server.base})
        assert answer.json()["result"] == result


# two tabs


@GAMES
def test_a_move_in_one_tab_shows_in_the_other(
    arrive: Arrive, host: StaticHost, game: str, choices: random.Random
) -> None:
    ann = arrive(host)
    table = ann.new_table(game, "me medium", options=BEGINS)
    beside = tab_beside(ann)
    for each in (ann, beside):
        each.sit_at(table)
    for made in range(8):
        mover, other = (ann, beside) if made % 2 else (beside, ann)
        mover.page.bring_to_front()
        mover.await_turn()
        mover.make(mover.choose(choices))
        mover.await_turn()
        expect(other.page.locator(".table")).to_have_attribute("data-ply", str(mover.ply))
    assert log_of(ann, table) == log_of(beside, table)
    for each in (ann, beside):
        each.page.reload()  # what is kept is what was shown
    assert log_of(ann, table) == log_of(beside, table)
    for each in (ann, beside):
        each.assert_content()


def test_of_moves_in_two_tabs_at_the_same_time_one_counts(arrive: Arrive, host: StaticHost) -> None:
    ann = arrive(host)
    table = ann.new_table("floating-market", "me me", options=BEGINS)
    beside = tab_beside(ann)
    for each in (ann, beside):
        each.sit_at(table)
    choices = random.Random(5)
    for ply in range(10):
        moves = [move["notation"] for move in ann.get(f"/tables/{table}")["moves"]]
        for name, tab in (("a", ann), ("b", beside)):
            body = {"id": f"{name}{ply}", "ply": ply, "move": choices.choice(moves)}
            tab.page.evaluate(ASK_NOW, [f"/tables/{table}/moves", body])
        answers = [tab.page.evaluate("window.answer") for tab in (ann, beside)]
        assert sorted(answer["status"] for answer in answers) == [200, 409], answers
        for tab in (ann, beside):
            expect(tab.page.locator(".table")).to_have_attribute("data-ply", str(ply + 1))
    assert log_of(ann, table) == log_of(beside, table)
    assert len(log_of(ann, table)) == 10


# all games as a file


def add_file(visitor: SiteVisitor, file: Path) -> str:
    """What the page says to a file of games."""
    panel = visitor.page.locator(".here")
    expect(panel.get_by_role("status")).to_have_count(0)
    panel.locator('input[type="file"]').set_input_files(file)
    expect(panel.get_by_role("status")).to_be_visible()
    return panel.get_by_role("status").inner_text()


def saved(visitor: SiteVisitor, to: Path) -> Any:
    visitor.open("/settings")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name=word("here.save")).click()
    download.value.save_as(to)
    return json.loads(to.read_text("utf-8"))


def played_a_little(visitor: SiteVisitor, game: str) -> str:
    table = visitor.new_table(game, "me me", options=BEGINS)
    for ply in range(5):
        move = visitor.get(f"/tables/{table}")["moves"][0]["notation"]
        visitor.post(f"/tables/{table}/moves", {"id": f"m{ply}", "ply": ply, "move": move})
    return table


def test_all_games_go_to_another_browser_as_one_file(arrive: Arrive, host: StaticHost, tmp_path: Path) -> None:
    ann, bo = arrive(host), arrive(host)
    tables = [played_a_little(ann, game) for game in our_games()]
    file = tmp_path / "games.json"
    assert len(saved(ann, file)["tables"]) == len(tables)
    assert add_file(bo.open("/settings"), file) == "2 games were added."
    assert add_file(bo.open("/settings"), file) == "All of these games were here already."
    assert {line["id"] for line in bo.get("/tables?which=mine")} == set(tables)
    for table in tables:
        assert log_of(bo, table) == log_of(ann, table)
        bo.sit_at(table).await_turn(4)
        bo.make(sorted(bo.offered())[0])
    for each in (ann, bo):
        each.assert_content()


def without_a_move(file: Any) -> None:
    del file["entries"][2]


def with_a_row_of_something_else(file: Any) -> None:
    file["entries"][-1]["text"] = "{}"


def with_a_header_of_something_else(file: Any) -> None:
    file["tables"][0]["header"] = "[]"


def with_a_summary_of_something_else(file: Any) -> None:
    file["tables"][0]["summary"] = "{}"
    file["tables"][0]["changed"] = "yesterday"


def with_a_move_that_is_none(file: Any) -> None:
    row = next(row for row in file["entries"] if json.loads(row["text"])["kind"] == "move")
    told = json.loads(row["text"])
    told["body"]["move"] = "no such move"
    row["text"] = json.dumps(told)


def of_tomorrow(file: Any) -> None:
    file["version"] = 2


@pytest.mark.parametrize("damage", [
    without_a_move, with_a_row_of_something_else, with_a_header_of_something_else, with_a_move_that_is_none, of_tomorrow
])  # fmt: skip
def test_a_damaged_file_of_games_changes_nothing(
    arrive: Arrive, host: StaticHost, tmp_path: Path, damage: Callable[[Any], None]
) -> None:
    ann, bo = arrive(host), arrive(host)
    played_a_little(ann, "floating-market")
    file = tmp_path / "games.json"
    told = saved(ann, file)
    damage(told)
    file.write_text(json.dumps(told), "utf-8")
    own = played_a_little(bo, "phraya")
    answer = add_file(bo.open("/settings"), file)
    assert answer == word("here.not-added.newer" if damage is of_tomorrow else "here.not-added.not-games")
    assert [line["id"] for line in bo.get("/tables?which=mine")] == [own]
    assert [line["id"] for line in bo.get("/tables?which=mine")] == [own]
    bo.open("/games")
    expect(bo.page.get_by_role("listitem")).to_have_count(1)
    bo.assert_content()


def test_what_a_list_shows_comes_from_the_games_themselves(arrive: Arrive, host: StaticHost, tmp_path: Path) -> None:
    """So that a line of a file that is damaged spoils no list."""
    ann, bo = arrive(host), arrive(host)
    table = played_a_little(ann, "floating-market")
    file = tmp_path / "games.json"
    told = saved(ann, file)
    with_a_summary_of_something_else(told)
    file.write_text(json.dumps(told), "utf-8")
    assert add_file(bo.open("/settings"), file) == "1 game was added."
    assert [line["id"] for line in bo.get("/tables?which=mine")] == [table]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"khlong": "games"}', '{"format": 1, "game": "phraya"}'])
def test_a_file_of_something_else_changes_nothing(arrive: Arrive, host: StaticHost, tmp_path: Path, text: str) -> None:
    visitor, file = arrive(host), tmp_path / "other.json"
    file.write_text(text, "utf-8")
    assert add_file(visitor.open("/settings"), file) == word("here.not-added.not-games")
    assert visitor.get("/tables?which=mine") == []
    visitor.assert_content()


# hard times


@LANGUAGES
def test_where_there_is_no_room_a_move_is_refused_and_nothing_lost(
    arrive: Arrive, narrow_host: StaticHost, language: str
) -> None:
    visitor = arrive(narrow_host, language=language)
    table = visitor.new_table("floating-market", "me me", options=BEGINS)
    visitor.sit_at(table).await_turn()
    visitor.make("place temple")
    visitor.await_turn(0)
    visitor.page.evaluate(FILL, "")
    visitor.page.locator('[data-move="tile +4"]:visible').first.click()
    expect(visitor.page.get_by_role("alert")).to_have_text(word("here.refused.storage_full", language))
    assert visitor.ply == 1
    visitor.page.evaluate(FILL, None)
    visitor.make("tile +4")
    visitor.page.reload()
    visitor.await_turn(1)
    assert [move for _, _, move in log_of(visitor, table)] == ["place temple", "tile +4"]
    visitor.assert_content()


def test_a_bot_that_found_no_room_goes_on_once_there_is_some(
    arrive: Arrive, narrow_host: StaticHost, choices: random.Random
) -> None:
    visitor = arrive(narrow_host)
    table = visitor.new_table("floating-market", "me expert", options=BEGINS)
    visitor.sit_at(table).await_turn()
    visitor.page.evaluate(FILL, "bot")
    with visitor.page.expect_console_message(lambda said: "bot_stopped" in said.text):
        while visitor.offered():
            visitor.make(visitor.choose(choices))
    ply = visitor.ply
    visitor.page.evaluate(FILL, None)
    visitor.await_turn(ply)
    assert log_of(visitor, table)[ply][1] == 1
    visitor.assert_content()


def test_a_game_that_is_removed_is_gone_for_good_and_makes_room(
    arrive: Arrive, host: StaticHost, tmp_path: Path
) -> None:
    visitor = arrive(host)
    tables = [played_a_little(visitor, game) for game in our_games()]
    for table in tables:
        visitor.post(f"/tables/{table}/resign")
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": visitor.page.evaluate("location.origin"), "quotaSize": 1})
    for left in (1, 0):
        visitor.open("/games")
        lines = visitor.page.get_by_role("listitem")
        expect(lines).to_have_count(left + 1)
        lines.first.get_by_role("button").click()
        visitor.page.wait_for_function(
            "(left) => khlong.request('GET', '/tables?which=mine').then(({ data }) => data.length === left)", arg=left
        )
    file = saved(visitor, tmp_path / "games.json")
    assert (file["tables"], file["entries"]) == ([], []), "nothing is left behind"
    visitor.assert_content()


@LANGUAGES
@pytest.mark.parametrize("lacking", ["WebAssembly", "Worker"])
def test_a_browser_that_cannot_run_tables_says_so(
    arrive: Arrive, host: StaticHost, language: str, lacking: str
) -> None:
    visitor = arrive(host, language=language)
    visitor.page.add_init_script(f"delete globalThis.{lacking}")
    for path in ("/", "/new/phraya", "/t/0123456789"):
        visitor.open(path)
        told = visitor.page.get_by_role("alert").filter(has_text=word("here.failed.browser", language))
        expect(told).to_be_visible()
        expect(told).to_contain_text(word("here.server", language))
        expect(told.get_by_role("link", name=word("here.how", language))).to_be_visible()
    assert len(visitor.complaints) == 3, "one line for each page that was opened"
    assert all("No tables (browser)" in said for said in visitor.complaints)


@LANGUAGES
@pytest.mark.parametrize("missing", ["python/khlong.zip", "python/pyodide.asm.wasm"])
def test_a_download_that_breaks_off_is_told_and_tried_again(
    arrive: Arrive, own_host: StaticHost, language: str, missing: str
) -> None:
    own_host.break_off(missing)
    visitor = arrive(own_host, language=language)
    visitor.open("/")
    told = visitor.page.get_by_role("alert").filter(has_text=word("here.failed.download", language))
    expect(told).to_be_visible()
    expect(told.get_by_role("link", name=word("here.how", language))).to_be_visible()
    assert sum("No tables" in said for said in visitor.complaints) == 1
    own_host.break_off(None)
    told.get_by_role("button", name=word("here.again", language)).click()
    visitor.page.wait_for_function("khlong.request('GET', '/me').then(({ status }) => status === 200)")
    expect(told).to_have_count(0)


@pytest.mark.parametrize("missing", ["engine/floating-market.wasm"])
def test_bots_whose_code_does_not_come_are_told_of(arrive: Arrive, own_host: StaticHost, missing: str) -> None:
    own_host.break_off(missing)
    visitor = arrive(own_host)
    visitor.sit_at(visitor.new_table("floating-market", "me expert", options={"begins": "1"})).await_turn()
    expect(visitor.page.get_by_role("img", name=word("seat.stand-in"))).to_be_visible()


# what else tables do


def test_an_owners_component_file_is_checked_and_played(arrive: Arrive, host: StaticHost, tmp_path: Path) -> None:
    visitor, own = arrive(host), tmp_path / "mine.toml"
    visitor.open("/new/floating-market")
    choose = visitor.page.locator('input[type="file"]')
    own.write_text(USUAL.read_text(encoding="utf-8").replace("start = { value = 2", "start = { value = 99"))
    choose.set_input_files(own)
    expect(visitor.page.get_by_role("alert")).to_contain_text("coins.start")
    own.write_text(USUAL.read_text(encoding="utf-8").replace("start = { value = 2", "start = { value = 5"))
    choose.set_input_files(own)
    expect(visitor.page.get_by_test_id("own-components")).to_contain_text("What is different: one entry")
    visitor.page.get_by_label("Seat 2: how strong").select_option("expert")
    visitor.page.get_by_role("button", name="Start the game").click()
    visitor.page.wait_for_selector(".table")
    choices = random.Random(1)
    quick = visitor.page.get_by_role("img", name=word("seat.quick"))
    while not quick.count():
        visitor.await_turn()
        visitor.make(visitor.choose(choices))
        visitor.await_turn()
    table = visitor.page.url.split("/t/")[1]
    made = visitor.get(f"/tables/{table}/events?after=0")["moves"]
    assert {each["by"] for each in made if each["seat"] == 1} <= {"quick", "bot"}
    assert visitor.get(f"/tables/{table}/components")["changes"]
    visitor.assert_content()


def test_what_cannot_be_done_is_refused_as_at_a_server(arrive: Arrive, host: StaticHost, tmp_path: Path) -> None:
    """Path by path with the same code, so that the page says the same of it."""
    visitor = arrive(host)
    table = visitor.new_table("floating-market", "me random", options=BEGINS)
    asked = [
        ("GET", "/tables/{table}/hint?move=fly", None),
        ("GET", "/tables/{table}?ply=999", None),
        ("GET", "/tables/{table}/components", None),
        ("GET", "/tables/{table}/review", None),
        ("GET", "/tables/none", None),
        ("GET", "/games/floating-market/puzzles/99", None),
        ("POST", "/tables/{table}/seats/9", {"bot": None}),
        ("POST", "/tables/{table}/moves", {"id": "a", "ply": 0, "move": "fly"}),
        ("POST", "/tables/{table}/moves", {"id": "b", "ply": 7, "move": "place temple"}),
        ("POST", "/tables", {"game": "chess"}),
        ("POST", "/records", {"record": {"game": "floating-market", "moves": 3}}),
    ]
    here = [
        visitor.page.evaluate(ASK, [method, path.format(table=table), body and json.dumps(body)])
        for method, path, body in asked
    ]
    with running(str(tmp_path / "khlong.sqlite3")) as server:
        player = Player(server.base)
        other = player.table(seats="me random", options=BEGINS)["table"]["id"]
        there = [
            player.http.request(method, f"/api{path.format(table=other)}", json=body) for method, path, body in asked
        ]
    assert [(answer["status"], answer["data"]["code"]) for answer in here] == [
        (answer.status_code, answer.json()["code"]) for answer in there
    ]


@GAMES
def test_every_level_plays_and_a_hint_is_given(
    arrive: Arrive, own_host: StaticHost, game: str, choices: random.Random
) -> None:
    visitor = arrive(own_host)
    cut(visitor, own_host)
    table = visitor.new_table(game, "me easy hard expert", options=BEGINS)
    visitor.sit_at(table)
    while len({seat for _, seat, _ in log_of(visitor, table)}) < 4:
        visitor.await_turn()
        visitor.make(visitor.choose(choices))
    visitor.await_turn()
    legal = visitor.offered()
    visitor.page.keyboard.press("h")
    panel = visitor.page.get_by_role("region", name="Hint")
    panel.get_by_role("button", name=word("hint.ask")).click()
    expect(panel.locator("li [data-move]").first).to_be_visible()
    named = {each.get_attribute("data-move") for each in panel.locator("li [data-move]").all()}
    assert named <= legal
    assert panel.get_by_text(word("hint.quick")).count() == 0
    assert {made["by"] for made in visitor.get(f"/tables/{table}/events?after=0")["moves"]} == {"person", "bot"}
    visitor.assert_content()


def test_people_at_one_screen_have_a_curtain_between_them(arrive: Arrive, host: StaticHost) -> None:
    visitor = arrive(host, curtain=True)
    visitor.sit_at(visitor.new_table("floating-market", "me me", options=BEGINS)).await_turn()
    visitor.make("place woodworker")
    visitor.make("board d12")
    visitor.page.locator('[data-move^="die "]:visible').first.click()
    curtain = visitor.page.locator(".curtain")
    expect(curtain).to_be_visible()
    curtain.get_by_role("button").click()
    visitor.await_turn(2)
    expect(curtain).to_have_count(0)
    assert visitor.get(f"/tables/{visitor.page.url.split('/t/')[1]}")["question"]["seat"] == 1


@GAMES
def test_a_link_holds_a_finished_game_and_its_moment(
    arrive: Arrive, own_host: StaticHost, game: str, choices: random.Random
) -> None:
    ann, bo = arrive(own_host), arrive(own_host)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    start, last = ending(game, 2)
    table = ann.new_table(game, "me me", **start)
    ann.post(f"/tables/{table}/moves", {"id": "1", "ply": 0, "move": last})
    ann.open(f"/t/{table}?ply=0")
    expect(ann.page.locator(".table[data-shown='0']")).to_have_count(1)
    ann.page.get_by_role("button", name=word("look.link")).click()
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    link = ann.page.evaluate("navigator.clipboard.readText()")
    cut(bo, own_host)
    bo.open(link)
    expect(bo.page.locator(".table[data-shown='0']")).to_have_count(1)
    shown = [each.page.locator(".seats").inner_text().splitlines() for each in (ann, bo)]
    assert [line for line in shown[0] if line.strip("- ") != "you"] == shown[1]
    bo.page.get_by_role("button", name="One move on").click()
    expect(bo.page.locator(".table[data-shown='1']")).to_have_count(1)
    bo.assert_content()


# the page as an app


MARK = "<!-- the next version -->"


def next_version(folder: Path) -> None:
    page = folder / "index.html"
    page.write_text(page.read_text("utf-8") + MARK, "utf-8")
    write_worker(folder)


def look_for_news(page: Page) -> None:
    """As browsers do by themselves now and then."""
    page.evaluate("navigator.serviceWorker.getRegistration().then(each => each.update())")
    page.wait_for_function("navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)")


def test_a_newer_page_is_announced_and_comes_when_somebody_wants_it(arrive: Arrive, site: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(site, tmp_path / "site")
    with hosted(folder) as host:
        visitor = arrive(host)
        visitor.be_ready()
        table = visitor.new_table("floating-market", "me me", options=BEGINS)
        visitor.sit_at(table).await_turn()
        visitor.make("place temple")
        next_version(folder)
        look_for_news(visitor.page)
        news = visitor.page.get_by_text(word("here.fresh"))
        expect(news).to_have_count(0)
        visitor.await_turn(0)
        visitor.make("tile +4")
        visitor.page.reload()
        visitor.await_turn(1)
        assert MARK not in visitor.page.evaluate("fetch('index.html').then(answer => answer.text())")
        beside = tab_beside(visitor)
        beside.open("/")
        expect(beside.page.get_by_text(word("here.fresh"))).to_be_visible()
        with beside.page.expect_navigation():
            beside.page.get_by_role("button", name=word("here.renew")).click()
        expect(beside.page.get_by_text(word("here.fresh"))).to_have_count(0)
        assert MARK in beside.page.evaluate("fetch('index.html').then(answer => answer.text())")
        assert visitor.ply == 2
        visitor.make(sorted(visitor.offered())[0])  # whoever was in mid-game goes on
        beside.sit_at(table).await_turn(2)
        for each in (visitor, beside):
            each.assert_content()


def test_a_tab_in_mid_game_finds_what_it_still_needs_of_the_page_before(
    arrive: Arrive, site: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(site, tmp_path / "site")
    with hosted(folder) as host:
        visitor = arrive(host)
        visitor.be_ready()
        visitor.sit_at(visitor.new_table("floating-market", "me me", options=BEGINS)).await_turn()
        parts = [path for path in (folder / "assets").glob("*.js") if "LessonPage" in path.name]
        assert parts
        for part in parts:
            part.rename(part.with_name(f"next-{part.name}"))
        next_version(folder)
        look_for_news(visitor.page)
        beside = tab_beside(visitor)
        beside.open("/")
        with beside.page.expect_navigation():
            beside.page.get_by_role("button", name=word("here.renew")).click()
        beside.page.wait_for_function("navigator.serviceWorker.controller.state === 'activated'")
        assert (
            visitor.page.evaluate(
                "(path) => import(path).then(() => 'found', String)",
                f"{host.base}assets/{parts[0].name}",
            )
            == "found"
        )


def test_the_page_can_be_installed(arrive: Arrive, host: StaticHost) -> None:
    visitor = arrive(host)
    visitor.be_ready()
    session = visitor.context.new_cdp_session(visitor.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    told = json.loads(manifest["data"])
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],  # as tests' browsers are
    )
    for icon in told["icons"]:
        answer = httpx.get(f"{host.base}{icon['src']}")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == icon["type"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in told["icons"]}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages_of_the_site(arrive: Arrive, host: StaticHost, theme: str) -> None:
    visitor = arrive(host, theme=theme)
    found = {}
    for path in ("/", "/settings"):
        visitor.open(path)
        visitor.page.wait_for_selector("main h1")
        visitor.page.wait_for_function("khlong.request('GET', '/me').then(({ status }) => status === 200)")
        found[path] = violations(visitor)
    visitor.page.add_init_script("delete globalThis.WebAssembly")
    visitor.open("/")
    expect(visitor.page.get_by_role("alert").first).to_be_visible()
    found["without tables"] = violations(visitor)
    assert not {screen: problems for screen, problems in found.items() if problems}
