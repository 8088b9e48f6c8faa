"""Told of one's turn away from the page: set up in the settings, by ways that the server's owner offers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from khlong.server.notices.keys import new_key
from tests.server.notices.devices import Browser as Device
from tests.server.notices.receivers import web_server
from tests.server.servers import running

from .visitor import PHONE, POLLING, Visitor

pytestmark = pytest.mark.slow

HIDE = """() => {
    Object.defineProperty(document, 'hidden', {get: () => true})
    document.dispatchEvent(new Event('visibilitychange'))
}"""


def test_a_player_is_told_of_their_turn_by_a_topic_once_their_tab_is_hidden(browser: Browser, tmp_path: Path) -> None:
    with web_server() as posted, running(str(tmp_path / "k.sqlite3"), notice_after=0.0, ntfy_url=posted.url) as server:
        ann, bo = Visitor(browser, server.base, size=PHONE), Visitor(browser, server.base)
        try:
            ann.open("/settings")
            ann.page.get_by_label("Topic on 127.0.0.1").fill("anns-boat")
            ann.page.get_by_label("Quiet hours").check()
            ann.page.get_by_label("Until", exact=True).fill("07:30")
            ann.page.get_by_label("Quiet hours").uncheck()
            ann.page.get_by_role("button", name="Send a trial").click()
            expect(ann.page.get_by_test_id("notices").get_by_role("status")).to_contain_text("Nobody took it")
            ann.page.get_by_role("button", name="Keep this").click()
            expect(ann.page.get_by_test_id("notices").get_by_role("status")).to_have_text("Kept.")
            ann.page.get_by_role("button", name="Send a trial").click()
            expect(ann.page.get_by_test_id("notices").get_by_role("status")).to_have_text("Sent: ntfy.")
            assert posted.next()[1]["title"] == "Notices of your turn arrive here"
            assert ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            table = bo.new_table("floating-market", "me open", options={"begins": "1"}, public=True)
            bo.sit_at(table)
            ann.sit_at(table)
            ann.page.evaluate(HIDE)
            ann.page.get_by_role("button", name="Take a seat").click()
            assert posted.next()[1]["topic"] == "anns-boat"
            expect(bo.page.locator(".plate").nth(1).get_by_role("img", name="Away")).to_be_visible()
            ann.assert_content()
        finally:
            ann.leave()
            bo.leave()


# Only the maker's service can subscribe a browser, and it is not there: the subscription says where the test listens.
SUBSCRIBE = """({endpoint, p256dh, auth}) => {
    let mine = null
    PushManager.prototype.subscribe = async (options) => {
        if (!options.userVisibleOnly || !options.applicationServerKey) throw new Error('not as it must be')
        const toJSON = () => ({ endpoint, keys: { p256dh, auth } })
        return (mine = { toJSON, options: {}, unsubscribe: async () => { mine = null; return true } })
    }
    PushManager.prototype.getSubscription = async () => mine
}"""
SHOWN = """async () => {
    const worker = await navigator.serviceWorker.ready
    return (await worker.getNotifications()).map(({ title, body, data }) => [title, body, data])
}"""


def test_a_browser_is_told_of_turns_while_no_tab_shows_the_table(browser: Browser, tmp_path: Path) -> None:
    with web_server() as posted:
        push = {"push_key": new_key(), "push_contact": "mailto:o@play.example", "push_services": [posted.url]}
        with running(str(tmp_path / "k.sqlite3"), notice_after=0.0, **push) as server:
            ann, bo = Visitor(browser, server.base, size=PHONE), Visitor(browser, server.base)
            device = Device(f"{posted.url}/to/ann")
            ann.context.grant_permissions(["notifications"])
            ann.page.add_init_script(f"({SUBSCRIBE})({json.dumps(device.wish)})")
            ann.open("/settings")
            form = ann.page.get_by_test_id("notices")
            form.get_by_role("button", name="Tell me on this device", exact=True).click()
            expect(form.get_by_role("status")).to_contain_text("from now on")
            form.get_by_role("button", name="Send a trial").click()
            assert device.opened(posted.next()[1]["sealed"])["title"] == "Notices of your turn arrive here"
            table = bo.new_table("floating-market", "me open", options={"begins": "1"}, public=True)
            ann.post(f"/tables/{table}/join", {"invite": bo.get(f"/tables/{table}")["table"]["invite"]})
            said = device.opened(posted.next()[1]["sealed"])
            workers = ann.context.new_cdp_session(ann.page)
            registered: list[str] = []
            workers.on(
                "ServiceWorker.workerRegistrationUpdated",
                lambda told: registered.extend(each["registrationId"] for each in told["registrations"]),
            )
            workers.send("ServiceWorker.enable")
            while not registered:
                ann.page.wait_for_timeout(POLLING)
            workers.send(
                "ServiceWorker.deliverPushMessage",
                {"origin": server.base, "registrationId": registered[0], "data": json.dumps(said)},
            )
            while not (shown := ann.page.evaluate(SHOWN)):
                ann.page.wait_for_timeout(POLLING)
            assert shown[0][0] == "It is your turn"
            assert bo.get("/me")["name"] in shown[0][1]
            form.get_by_role("button", name="Tell me on this device no more").click()
            expect(form.get_by_role("status")).to_contain_text("no more")
            form.get_by_role("button", name="Send a trial").click()
            expect(form.get_by_role("status")).to_contain_text("Nobody took it")
            ann.assert_content()
            for each in (ann, bo):
                each.leave()


def test_where_the_owner_offers_nothing_nothing_is_asked(browser: Browser, tmp_path: Path) -> None:
    with running(str(tmp_path / "k.sqlite3")) as server:
        ann = Visitor(browser, server.base)
        try:
            ann.open("/settings").page.get_by_label("Your name").wait_for()
            ann.page.get_by_text("You need none to play").wait_for()
            expect(ann.page.get_by_test_id("notices")).to_have_count(0)
            ann.assert_content()
        finally:
            ann.leave()


def test_days_away_are_entered_in_the_settings_and_shown_at_the_table(browser: Browser, tmp_path: Path) -> None:
    with running(str(tmp_path / "k.sqlite3")) as server:
        ann = Visitor(browser, server.base, size=PHONE)
        try:
            table = ann.new_table("floating-market", "me me", pace={"kind": "move", "seconds": 86_400.0})
            ann.open("/settings")
            form = ann.page.get_by_test_id("holidays")
            expect(form).to_contain_text("28 are left")
            first = ann.page.evaluate("new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString()")[
                :10
            ]
            form.get_by_label("First day").fill(first)
            form.get_by_label("Last day").fill(first)
            form.get_by_role("button", name="I am away then").click()
            expect(form.get_by_role("button", name="I am here after all")).to_be_visible()
            assert ann.get(f"/tables/{table}")["seats"][0]["holiday"]
            ann.sit_at(table)
            expect(ann.page.get_by_role("img", name="the clock stands").first).to_be_visible()
            ann.assert_content()
        finally:
            ann.leave()
