"""What the tests of the command line share."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE

KHLONG = [sys.executable, "-c", "from khlong.cli.main import main; main()"]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")


@dataclass(frozen=True)
class Outcome:
    """What came of a run."""

    status: int
    out: str
    err: str


class Terminal:
    """`khlong` in a pseudo-terminal: type into it, wait for what it says."""

    def __init__(self, *args: str, env: dict[str, str], columns: int = 80) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        # the shell leads a new session, so the terminal that it opens is its own, and Ctrl-C reaches what it becomes
        shell = ["sh", "-c", 'exec "$@" <"$TTY" >"$TTY" 2>&1', "sh", *KHLONG, *args]
        tty = {"TTY": os.ttyname(slave), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self._process = subprocess.Popen(
            shell, env=env | tty, start_new_session=True, stdin=slave, stdout=slave, stderr=slave
        )
        os.close(slave)
        self.raw = ""
        self._seen = 0

    @property
    def text(self) -> str:
        """Everything on the screen so far, without colours."""
        return ESCAPES.sub("", self.raw)

    def wait_for(self, text: str, seconds: float = PATIENCE) -> None:
        """Reads on until something new says this."""
        end = time.monotonic() + seconds
        while text not in self.text[self._seen :]:
            assert time.monotonic() < end, f"no {text!r} in:\n{self.text}"
            if not self._read(end - time.monotonic()):
                assert text in self.text[self._seen :], f"ended without {text!r}:\n{self.text}"
        self._seen = self.text.index(text, self._seen) + len(text)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def press_ctrl_c(self) -> None:
        time.sleep(0.3)  # a prompt is shown a moment before Python listens for signals there
        self.type("\x03")

    def status(self) -> int:
        """Waits for the end."""
        end = time.monotonic() + PATIENCE
        while self._read(end - time.monotonic()):
            assert time.monotonic() < end, f"it does not end:\n{self.text[-2000:]}"
        os.close(self._master)
        return self._process.wait(PATIENCE)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()

    def _read(self, seconds: float) -> bool:
        if not select.select([self._master], [], [], max(seconds, 0))[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)


Run = Callable[..., Outcome]
OpenTerminal = Callable[..., Terminal]


def record_of(path: Path) -> dict[str, Any]:
    """A record file as plain data."""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data
