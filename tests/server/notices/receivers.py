"""Those who take notices, on this machine: a web server that writes down what is posted, and a post office."""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, Queue
from typing import Any

from tests.patience import PATIENCE


class Posted:
    """What came, in the order in which it came."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.port = port
        self.answer, self.headers = 200, {"Content-Length": "0"}
        self.came: Queue[tuple[str, dict[str, Any]]] = Queue()

    def next(self) -> tuple[str, dict[str, Any]]:
        return self.came.get(timeout=PATIENCE)

    def nothing_for(self, seconds: float) -> bool:
        try:
            self.came.get(timeout=seconds)
        except Empty:
            return True
        return False


@contextmanager
def web_server() -> Iterator[Posted]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers["Content-Encoding"] == "aes128gcm":
                posted.came.put((self.path, {"sealed": body, "sender": self.headers["Authorization"]}))
            else:
                posted.came.put((self.path, json.loads(body)))
            self.send_response(posted.answer)
            for name, value in posted.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def do_GET(self) -> None:
            posted.came.put((f"GET {self.path}", {}))

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    posted = Posted(server.server_port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield posted
    server.shutdown()


class PostOffice:
    """Letters as they were handed in, with the addresses that they are for."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.came: Queue[tuple[str, EmailMessage]] = Queue()

    def next(self) -> tuple[str, EmailMessage]:
        return self.came.get(timeout=PATIENCE)


@contextmanager
def post_office() -> Iterator[PostOffice]:
    class Handler(socketserver.StreamRequestHandler):
        def say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

        def handle(self) -> None:
            self.say("220 here")
            to = ""
            for raw in self.rfile:
                line = raw.decode().strip()
                if line.upper().startswith("DATA"):
                    self.say("354 go on")
                    letter = b"".join(iter(self.rfile.readline, b".\r\n"))
                    parsed = message_from_bytes(letter, policy=policy.default)
                    office.came.put((to, parsed))
                elif line.upper().startswith("RCPT"):
                    to = line.partition("<")[2].partition(">")[0]
                elif line.upper().startswith("QUIT"):
                    self.say("221 bye")
                    return
                self.say("250 ok")

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    office = PostOffice(server.server_address[1])
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield office
    server.shutdown()
    server.server_close()
