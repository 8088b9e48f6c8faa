"""A line to a server that can go dead without a word: what is said into it is lost, and nobody hangs up."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Wire:
    """Takes connections for a server and hands on what is said, both ways, unless it is dead."""

    def __init__(self, port: int) -> None:
        self._server = ("127.0.0.1", port)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self._dead = threading.Event()
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._answer, daemon=True).start()

    def go_dead(self) -> None:
        self._dead.set()

    def come_back(self) -> None:
        """For whoever calls again; what was lost stays lost, and lines of before carry nothing any more."""
        self._dead.clear()
        lost, self._ends = self._ends, []
        for end in lost:
            end.close()

    def _answer(self) -> None:
        while True:
            try:
                caller, _ = self._door.accept()
            except OSError:
                return
            threading.Thread(target=self._connect, args=(caller,), daemon=True).start()

    def _connect(self, caller: socket.socket) -> None:
        self._ends.append(caller)
        if self._dead.is_set():
            return
        try:
            server = socket.create_connection(self._server)
        except OSError:
            caller.close()
            return
        self._ends.append(server)
        for ends in ((caller, server), (server, caller)):
            threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, speaker: socket.socket, listener: socket.socket) -> None:
        """Until one hangs up, which the other hears, or a word is lost."""
        try:
            while said := speaker.recv(65536):
                if self._dead.is_set():
                    return
                listener.sendall(said)
        except OSError:
            pass
        if not self._dead.is_set():
            for end in (speaker, listener):
                end.close()

    def close(self) -> None:
        self._door.close()
        self.come_back()


@contextmanager
def wire_to(port: int) -> Iterator[Wire]:
    wire = Wire(port)
    try:
        yield wire
    finally:
        wire.close()
