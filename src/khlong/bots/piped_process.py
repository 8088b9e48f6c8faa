"""A process that is spoken to in lines, and can neither hang nor flood nor outlive the one who speaks to it."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress

LONGEST_LINE = 1 << 16
STDERR_LINES = 10
STDERR_KEPT = 4096
FAREWELL_SECONDS = 1.0


class ProcessTroubleError(Exception):
    """What the process did, without its name."""


class PipedProcess:
    """Runs in a process group of its own, so that its children end with it."""

    def __init__(self, words: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)
        self._end = weakref.finalize(self, _end, self._process)  # also when the interpreter ends
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._err = self._process.stderr.fileno()
        for pipe_end in (self._in, self._out, self._err):
            os.set_blocking(pipe_end, False)
        self._heard = b""
        self._stderr = b""

    def exchange(self, line: bytes, seconds: float, when: str) -> bytes:
        """Says a line and returns the one line that comes back in time; `when` is for the report if none does."""
        deadline = time.monotonic() + seconds
        self._listen()
        if self._heard:
            raise ProcessTroubleError(f"printed without being asked: {self._heard[:80]!r}")
        unsent = line
        with selectors.DefaultSelector() as selector:
            selector.register(self._out, selectors.EVENT_READ)
            selector.register(self._err, selectors.EVENT_READ)
            selector.register(self._in, selectors.EVENT_WRITE)
            while b"\n" not in self._heard:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise ProcessTroubleError(f"did not answer {when}")
                for key, _ in selector.select(left):
                    if key.fd == self._in:
                        unsent = self._say(unsent)
                        if not unsent:
                            selector.unregister(self._in)
                    elif key.fd == self._err:
                        if not self._listen_to_stderr():
                            selector.unregister(self._err)
                    else:
                        self._listen()
        answer, _, more = self._heard.partition(b"\n")
        if more:
            raise ProcessTroubleError(f"printed more than one line: {more[:80]!r}")
        self._heard = b""
        return answer

    def last_words(self) -> list[str]:
        """What it wrote to stderr last."""
        lines = self._stderr.decode(errors="replace").splitlines()
        return list(deque(lines, STDERR_LINES))

    def close(self, farewell: bytes, *, wait: bool = True) -> None:
        """Says a last line, gives it a moment to leave by itself, and ends it with all its children."""
        with suppress(OSError):
            os.write(self._in, farewell)
        assert self._process.stdin
        with suppress(OSError):
            self._process.stdin.close()
        if wait:
            _wait(self._process, FAREWELL_SECONDS)
        self._end()
        while self._listen_to_stderr():
            pass
        for stream in (self._process.stdout, self._process.stderr):
            if stream:
                stream.close()

    def _say(self, unsent: bytes) -> bytes:
        try:
            return unsent[os.write(self._in, unsent) :]
        except BlockingIOError:
            return unsent
        except OSError:
            raise self._gone() from None

    def _listen(self) -> None:
        """Takes in what there is on stdout."""
        while len(self._heard) <= LONGEST_LINE:
            try:
                chunk = os.read(self._out, LONGEST_LINE)
            except BlockingIOError:
                return
            if not chunk:
                if b"\n" in self._heard:
                    return
                raise self._gone()
            self._heard += chunk
        raise ProcessTroubleError(f"flooded its output with more than {LONGEST_LINE:,} bytes")

    def _listen_to_stderr(self) -> bool:
        try:
            chunk = os.read(self._err, LONGEST_LINE)
        except BlockingIOError:
            return False
        self._stderr = (self._stderr + chunk)[-STDERR_KEPT:]
        return bool(chunk)

    def _gone(self) -> ProcessTroubleError:
        status = _wait(self._process, FAREWELL_SECONDS)
        if status is None:
            return ProcessTroubleError("closed its input or output")
        how = f"was ended by signal {signal.Signals(-status).name}" if status < 0 else f"exited with status {status}"
        return ProcessTroubleError(f"{how} before it answered")


def _wait(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    """The status it ended with, if it does in time."""
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends it and all of its group, which may outlive it."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
