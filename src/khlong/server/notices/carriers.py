"""The ways a notice goes: to servers that the owner has named and to nowhere else, one after the other in a thread."""

from __future__ import annotations

import asyncio
import http.client
import smtplib
import ssl
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import orjson
import structlog

from khlong.server.operations.settings import Settings

from .wishes import Device

if TYPE_CHECKING:
    from .push import Sender

log = structlog.get_logger()
SECONDS = 10.0  # that a receiver may take to answer
MOST_WAITING = 200
GOOD = range(200, 300)
GONE = (404, 410)
JSON = {"Content-Type": "application/json"}


class Notice(NamedTuple):
    """What is said, and where it leads."""

    title: str
    text: str
    link: str | None = None


class UndeliveredError(Exception):
    """A receiver did not take a notice."""


class GoneError(UndeliveredError):
    """There is nobody any more where a notice was to go."""


class Carriers:
    """Sends notices. What waits is bounded, and nothing of it on the event loop."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._thread = ThreadPoolExecutor(1, "khlong-notices")
        self._waiting = 0
        self._sender: Sender | None = None
        if settings.push_key is not None and settings.push_contact is not None:
            from .push import Sender  # cryptography is loaded where it is needed

            self._sender = Sender(settings.push_key, settings.push_contact)

    @property
    def push_key(self) -> str | None:
        """What browsers subscribe with, if push is offered."""
        return None if self._sender is None else self._sender.public

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def ntfy(self, topic: str, notice: Notice) -> bool:
        body = {"topic": topic, "title": notice.title, "message": notice.text}
        if notice.link:
            body["click"] = notice.link
        return await self._send("ntfy", post, self._settings.ntfy_url or "", orjson.dumps(body))

    async def discord(self, webhook: str, notice: Notice) -> bool:
        said = "\n".join(part for part in (f"**{notice.title}**", notice.text, notice.link) if part)
        body = {"content": said, "allowed_mentions": {"parse": []}}  # nobody's name calls a whole channel
        return await self._send("discord", post, f"{self._settings.discord_url}/{webhook}", orjson.dumps(body))

    async def push(self, device: Device, notice: Notice) -> bool:
        """Raises a `GoneError` if that browser has left."""
        from .push import is_offered, sealed

        if self._sender is None or not is_offered(device.endpoint, self._settings.push_services):
            return False
        body = sealed(orjson.dumps(notice._asdict()), device)
        return await self._send("push", post, device.endpoint, body, self._sender.headers(device.endpoint))

    async def mail(self, address: str, notice: Notice) -> bool:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._settings.mail_from, address, notice.title
        message["Auto-Submitted"] = "auto-generated"
        message.set_content("\n\n".join(part for part in (notice.text, notice.link) if part))
        return await self._send("mail", mail, self._settings, message)

    async def _send(self, way: str, work: Callable[..., None], *args: object) -> bool:
        """Says whether it was taken. What was not is in the log, without whose it was."""
        if self._waiting >= MOST_WAITING:
            log.warning("notice_dropped", way=way)
            return False
        self._waiting += 1
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)
        except (OSError, UndeliveredError, http.client.HTTPException, smtplib.SMTPException) as error:
            log.warning("notice_not_taken", way=way, error=type(error).__name__, reason=str(error)[:100])
            if way == "push" and isinstance(error, GoneError):
                raise
            return False
        finally:
            self._waiting -= 1
        return True


def post(url: str, body: bytes, headers: Mapping[str, str] = JSON) -> None:
    """One request, straight to where the URL says: no redirect is followed, and no more of the answer read."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=SECONDS)
    try:
        connection.request("POST", (parts.path or "/") + (parts.query and f"?{parts.query}"), body, dict(headers))
        status = connection.getresponse().status
    finally:
        connection.close()
    if status in GONE:
        raise GoneError(f"answered {status}")
    if status not in GOOD:
        raise UndeliveredError(f"answered {status}")


def mail(settings: Settings, message: EmailMessage) -> None:
    host, secure = settings.mail_host or "", settings.mail_security
    context = ssl.create_default_context()
    with (
        smtplib.SMTP_SSL(host, settings.mail_port, timeout=SECONDS, context=context)
        if secure == "tls"
        else smtplib.SMTP(host, settings.mail_port, timeout=SECONDS)
    ) as line:
        if secure == "starttls":
            line.starttls(context=context)
        if settings.mail_user is not None:
            line.login(settings.mail_user, (settings.mail_password or "").strip())
        line.send_message(message)
