"""A real Firefox, driven by WebDriver BiDi: found on this machine, or installed by `python -m tests.web.firefox`."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE

from .browser import is_root

NAMES = ("firefox-esr", "firefox")
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
LEFT = 0
# Where something can be clicked: in its middle, if nothing else lies there.
PLACE = """(selector) => {
    for (const found of document.querySelectorAll(selector)) {
        found.scrollIntoView({ block: 'center', inline: 'center' })
        const box = found.getBoundingClientRect()
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        if (found.checkVisibility() && found.contains(document.elementFromPoint(x, y))) return [x, y]
    }
    return null
}"""


class Firefox:
    """One window."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._ids = count()
        self._tell("session.new", capabilities={})
        self._window = self._tell("browsingContext.getTree")["contexts"][0]["context"]

    def _tell(self, method: str, **params: Any) -> Any:
        number = next(self._ids)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._line.recv(PATIENCE))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def begin_with(self, script: str) -> None:
        """Runs something before anything of a page does."""
        self._tell("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")

    def open(self, address: str) -> None:
        self._tell("browsingContext.navigate", context=self._window, url=address, wait="complete")

    def ask(self, function: str, *args: object) -> Any:
        """What a function in the page answers, once it does."""
        given = ", ".join(json.dumps(arg) for arg in args)
        told = self._tell(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({function})({given})))()",
            target={"context": self._window},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        value = told["result"].get("value")
        return None if value is None else json.loads(value)

    def click(self, selector: str) -> None:
        """Clicks on something in sight, as a mouse does."""
        place = self.ask(PLACE, selector)
        assert place is not None, f"{selector} cannot be clicked"
        x, y = (round(each) for each in place)
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": LEFT},
            {"type": "pointerUp", "button": LEFT},
        ]
        self._tell(
            "input.performActions", context=self._window, actions=[{"type": "pointer", "id": "mouse", "actions": steps}]
        )


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Starts a Firefox without a screen, with a profile of its own."""
    path = _on_this_machine()
    if path is None:
        raise RuntimeError("There is no Firefox. `make test-all` installs one; or name one in the variable FIREFOX.")
    with tempfile.TemporaryDirectory(prefix="khlong-firefox-", ignore_cleanup_errors=True) as profile:
        command = [path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        try:
            with connect(f"{_address(process)}/session", max_size=None) as line:
                yield Firefox(line)
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    for said in process.stderr:
        if (found := LISTENING.search(said)) is not None:
            threading.Thread(target=process.stderr.read, daemon=True).start()  # so that it can go on talking
            return found[1]
    raise RuntimeError("Firefox did not start.")


def install() -> None:
    """Where there is no Firefox, gets the system's package."""
    if _on_this_machine() is None and is_root() and shutil.which("apt-get"):
        for task in (["update"], ["install", "-y", "--no-install-recommends", "firefox-esr"]):
            subprocess.run(["apt-get", "-q", *task], check=False)
    if _on_this_machine() is None:
        sys.exit("There is no Firefox here, and none could be installed. Name one in the variable FIREFOX.")


def _on_this_machine() -> str | None:
    named = os.environ.get("FIREFOX")
    if named and Path(named).exists():
        return named
    return next(filter(None, map(shutil.which, NAMES)), None)


if __name__ == "__main__":
    install()
