"""Somebody who looks at the page: opens it, plays by click, key or tap, and notices what should not be there."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    WebSocket,
    WebSocketRoute,
    expect,
)

from tests import patience

Way = Literal["click", "key", "tap"]
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 640}
PATIENCE = 1000 * patience.PATIENCE  # milliseconds
BUSY = 503
POLLING = 20  # milliseconds; not with every frame: frames would be drawn for nothing else
expect.set_options(timeout=PATIENCE)
ENGLISH: dict[str, str] = json.loads((Path(__file__).parents[2] / "src/khlong/games/words/en.json").read_text("utf-8"))
WITHOUT_WORDS = "⟦"
READY = """(ply) => {
    const table = document.querySelector('.table')
    if (!table || table.dataset.busy !== undefined) return false
    if (table.dataset.status === 'over') return true
    return Number(table.dataset.ply) > ply && document.querySelector('[data-move]') !== null
}"""
# Offerings and stalls come first so that games of chance clicks come to an end.
EAGER = ("king", "offer", "stall", "deliver", "take", "fruit", "place market")
WORTHWHILE = ("Administration", "Temple", "Restaurant")
LABELS = """() => Object.fromEntries([...document.querySelectorAll('[data-move]')]
    .map(e => [e.dataset.move, e.getAttribute('aria-label') ?? '']))"""


def _leads_on(move: str, label: str) -> bool:
    """Whether a channel to sail to says that something worthwhile lies beside it."""
    return move.startswith("boat ") and any(word in label for word in WORTHWHILE)


def move_of(labels: dict[str, str], choices: random.Random) -> str:
    """A move among those with labels, one that leads on if there is one."""
    moves = sorted(labels)
    eager = [move for move in moves if move.startswith(EAGER) or _leads_on(move, labels[move])]
    active = [move for move in moves if move not in ("done", "card recover")]
    return choices.choice(eager or active or moves)


class Visitor:
    """One browser with a cookie of its own."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        *,
        language: str = "en",
        theme: Literal["light", "dark"] = "light",
        size: ViewportSize = DESK,
        touch: bool = False,
        speed: str = "none",
        fragile: bool = False,
        **settings: Any,
    ) -> None:
        self.base = base
        self.touch = touch
        self.context: BrowserContext = browser.new_context(
            viewport=size, color_scheme=theme, has_touch=touch, base_url=base
        )
        self.context.set_default_timeout(PATIENCE)
        chosen = json.dumps({"language": language, "speed": speed, "slips": False} | settings)
        self.context.add_init_script(
            f"localStorage.getItem('khlong-settings') ?? localStorage.setItem('khlong-settings', {json.dumps(chosen)})"
        )
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.traffic: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("websocket", self._listen)
        self._line_is_cut = False
        self._sockets: list[WebSocketRoute] = []
        if fragile:
            self.page.route_web_socket(re.compile("/socket"), self._relay)

    def _hear(self, line: ConsoleMessage) -> None:
        """Notes what the browser calls an error, except previews that come too late: the page asks for others."""
        late = "/previews" in line.location["url"] and re.search(r"\b(409|503)\b", line.text)
        if line.type == "error" and not late:
            self.complaints.append(line.text)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.traffic.append(str(frame)))

    def _relay(self, socket: WebSocketRoute) -> None:
        if self._line_is_cut:
            socket.close()
            return
        socket.connect_to_server()
        self._sockets.append(socket)

    def cut_line(self) -> None:
        """The connection to the table is lost, and no new one comes about."""
        self._line_is_cut = True
        for socket in self._sockets:
            socket.close()
        self._sockets.clear()

    def mend_line(self) -> None:
        self._line_is_cut = False

    # requests in this visitor's name

    def get(self, path: str) -> Any:
        answer = self.context.request.get(f"/api{path}")
        assert answer.ok, answer.text()
        return answer.json()

    def previews(self, table: str) -> Any:
        """What the moves there are would bring about, asked again while the server is busy, as the page does."""
        while True:
            answer = self.context.request.get(f"/api/tables/{table}/previews?ply={self.ply}")
            if answer.status != BUSY:
                assert answer.ok, answer.text()
                return answer.json()
            self.page.wait_for_timeout(POLLING)

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        answer = self.context.request.post(f"/api{path}", data=body or {}, headers={"Origin": self.base})
        assert answer.ok, answer.text()
        return answer.json()

    def new_table(self, game: str, seats: str = "me random", **more: Any) -> str:
        """Makes a table; seats are `me`, `open` or a bot. Answers its id."""
        self.get("/me")
        kinds = [{"kind": word} if word in ("me", "open") else {"kind": "bot", "bot": word} for word in seats.split()]
        made = self.post("/tables", {"game": game, "players": len(kinds), "seats": kinds} | more)
        table = made["table"]["id"]
        assert isinstance(table, str)
        return table

    def names_at(self, table: str) -> list[str]:
        """The names of the players, as somebody who reads English sees them."""
        names = (seat["name"] for seat in self.get(f"/tables/{table}")["seats"])
        return [ENGLISH.get(f"bot.{name}", name) for name in names]

    # looking

    def open(self, path: str) -> Visitor:
        self.page.goto(path)
        return self

    def sit_at(self, table: str) -> Visitor:
        self.open(f"/t/{table}")
        self.page.wait_for_selector(".table, .lobby")
        return self

    @property
    def ply(self) -> int:
        return int(self.page.locator(".table").get_attribute("data-ply") or 0)

    @property
    def over(self) -> bool:
        return self.page.locator(".table").get_attribute("data-status") == "over"

    def await_turn(self, after: int = -1) -> None:
        """Waits until a move can be made that is not the answer to an older question, or the game is over."""
        self.page.wait_for_function(READY, arg=after, polling=POLLING)

    def offered(self) -> set[str]:
        """The moves that the page offers."""
        return set(self.page.evaluate("[...document.querySelectorAll('[data-move]')].map(e => e.dataset.move)"))

    def assert_content(self) -> None:
        """Nothing went wrong and nothing is without words."""
        assert not self.complaints, self.complaints
        assert WITHOUT_WORDS not in self.page.inner_text("body")

    # playing

    def choose(self, choices: random.Random) -> str:
        """A move among those offered, one that leads on if there is one."""
        return move_of(self.page.evaluate(LABELS), choices)

    def make(self, move: str, way: Way = "click") -> None:
        """Makes a move as a person would."""
        before = self.ply
        target = self.page.locator(f'[data-move="{move}"]:visible').first
        if way == "click":
            target.click()
        elif way == "tap":
            target.tap()
            self.page.get_by_role("button", name="Do it").tap()
        else:
            self.reach(move)
            self.page.keyboard.press("Enter")
        expect(self.page.locator(".table")).not_to_have_attribute("data-ply", str(before))

    def reach(self, move: str) -> None:
        """Moves the focus to a move with keys alone."""
        self.page.keyboard.press("m")
        for _ in range(200):
            if self.page.evaluate("document.activeElement?.dataset?.move") == move:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{move} cannot be reached by keyboard")

    def play_on(self, choices: random.Random, way: Way = "click", most: int = 3000) -> int:
        """Plays until the game is over; answers how many moves that took."""
        for made in range(most):
            self.await_turn()
            if self.over:
                return made
            self.make(self.choose(choices), way)
        raise AssertionError("the game does not end")

    def leave(self) -> None:
        self.context.close()
