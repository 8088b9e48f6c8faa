"""Who is told of a turn, and when: once a turn, and only those who are away and outside their quiet hours."""

from __future__ import annotations

import asyncio
import secrets
import time
from pathlib import Path

import structlog

from khlong.games.facets import Cover
from khlong.server.errors import REFUSED, Refusal
from khlong.server.operations.settings import Settings
from khlong.server.people.identity import hashed
from khlong.server.storage import KeptNotices, Person
from khlong.server.tables.live import LiveTable
from khlong.server.tables.room import Room
from khlong.server.tables.service import TableService
from khlong.words import load_messages

from .carriers import Carriers, GoneError, Notice
from .wishes import Device, NoticeWishes

log = structlog.get_logger()
TICK = 1.0
WORDS = Path(__file__).parent / "words"
MOST_TOLD = 200  # turns that are remembered of one person


def turn_began(room: Room) -> int:
    """The ply since which whoever is asked has been asked, move after move."""
    mine = set(room.seats_of(room.turn_of))
    for ply in range(room.table.ply, 0, -1):
        if room.made[ply - 1].seat not in mine:
            return ply
    return 0


class Herald:
    """Waits a little after a turn has begun, looks whether its owner is away, and sends what they wish for."""

    def __init__(self, tables: TableService, settings: Settings) -> None:
        self._tables = tables
        self._store = tables.store
        self._settings = settings
        self.carriers = Carriers(settings)
        self._due: dict[tuple[str, str], float] = {}
        """When to look at somebody's turn at a table."""
        self._sending: set[asyncio.Task[list[str]]] = set()
        self._watch: asyncio.Task[None] | None = None
        if settings.offers_notices:
            tables.on_turn = self.attend

    async def start(self) -> None:
        if self._settings.offers_notices:
            for table, person in await self._store.awaited():
                self._due[table, person] = time.time() + self._settings.notice_after
            self._watch = asyncio.create_task(self._wait())

    def stop(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
        self.carriers.close()

    def attend(self, live: LiveTable) -> None:
        """Somebody's turn has begun."""
        if live.room.turn_of is not None:
            self._due[live.room.header.id, live.room.turn_of] = time.time() + self._settings.notice_after

    async def _wait(self) -> None:
        while True:
            await asyncio.sleep(min(TICK, self._settings.notice_after or TICK))
            now = time.time()
            for key in [key for key, due in self._due.items() if due <= now]:
                del self._due[key]
                try:
                    await self._look(*key)
                except REFUSED as refusal:
                    log.info("notice_left", table=key[0], code=refusal.code)
                except Exception:  # one table's trouble: others are told
                    log.exception("notice_failed", table=key[0])

    async def _look(self, table: str, person: str) -> None:
        live = await self._tables.find(table)
        if live.room.turn_of != person or person in live.present.online:
            return
        kept = await self._store.notices_of(person)
        if kept is None:
            return
        wishes = NoticeWishes.model_validate_json(kept.wishes)
        quiet = wishes.quiet_until(time.time())
        if quiet is not None:
            self._due[table, person] = quiet
            return
        began = turn_began(live.room)
        if kept.told.get(table) == began:
            return
        others = [turn for turn in kept.told.items() if turn[0] != table]
        told = dict([*others, (table, began)][-MOST_TOLD:])
        await self._store.keep_notices(person, kept._replace(told=told))
        task = asyncio.create_task(self.send(person, wishes, kept, self.turn(live.room, wishes)))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def turn(self, room: Room, wishes: NoticeWishes) -> Notice:
        say = load_messages(wishes.language, WORDS).say
        players = [seat.name for seat in room.seats if seat.owner != room.turn_of]
        title = Cover.of(room.game).title
        link = f"{self._settings.public_url.rstrip('/')}/t/{room.header.id}" if self._settings.public_url else None
        return Notice(say("turn"), say("turn.where", game=title, players=", ".join(players) or "—"), link)

    async def send(self, person: str, wishes: NoticeWishes, kept: KeptNotices, notice: Notice) -> list[str]:
        """Sends a notice by all ways that somebody wishes and the owner offers; gives those that were taken."""
        ways = {}
        if wishes.ntfy and self._settings.ntfy_url:
            ways["ntfy"] = self.carriers.ntfy(wishes.ntfy, notice)
        if wishes.discord and self._settings.discord_url:
            ways["discord"] = self.carriers.discord(wishes.discord, notice)
        if wishes.mail and wishes.mail == kept.mail and self._settings.mail_host:
            ways["mail"] = self.carriers.mail(wishes.mail, notice)
        if wishes.push and self.carriers.push_key:
            ways["push"] = self._push(person, wishes.push, notice)
        taken = await asyncio.gather(*ways.values())
        return [way for way, was in zip(ways, taken, strict=True) if was]

    async def _push(self, person: str, devices: list[Device], notice: Notice) -> bool:
        """Whether any browser's service took it. A browser that has left is forgotten."""
        taken = await asyncio.gather(
            *(self.carriers.push(device, notice) for device in devices), return_exceptions=True
        )
        left = [device for device, was in zip(devices, taken, strict=True) if isinstance(was, GoneError)]
        if left and (kept := await self._store.notices_of(person)):
            wishes = NoticeWishes.model_validate_json(kept.wishes)
            wishes = wishes.model_copy(update={"push": [each for each in wishes.push if each not in left]})
            await self._store.keep_notices(person, kept._replace(wishes=wishes.model_dump_json()))
        return True in taken

    # addresses of mail, which are believed once their owner has followed a link

    async def change(self, person: Person, wishes: NoticeWishes) -> KeptNotices:
        """Keeps wishes. An address that is new gets a letter with a link."""
        before = await self._store.notices_of(person.id) or KeptNotices("{}", None, None, {})
        after = before._replace(wishes=wishes.model_dump_json())
        letter = wishes.mail is not None and wishes.mail != before.mail and self._settings.mail_host is not None
        token = secrets.token_urlsafe(24)
        if letter:
            after = after._replace(token=hashed(token))
        await self._store.keep_notices(person.id, after)
        if letter and wishes.mail is not None:
            say = load_messages(wishes.language, WORDS).say
            link = f"{(self._settings.public_url or '').rstrip('/')}/settings?mail={token}"
            await self.carriers.mail(wishes.mail, Notice(say("confirm"), say("confirm.how", player=person.name), link))
        return after

    async def confirm(self, token: str) -> None:
        """Believes the address that a letter with this token went to."""
        found = await self._store.notices_by_token(hashed(token))
        if found is None:
            raise Refusal("bad_token", "This link is old, or another address was given since.", 404)
        person, kept = found
        wishes = NoticeWishes.model_validate_json(kept.wishes)
        await self._store.keep_notices(person, kept._replace(mail=wishes.mail, token=None))
