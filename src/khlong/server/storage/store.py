"""The store: everything that is read from and written to the database."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import orjson
import structlog
from sqlalchemy import Executable, Row, Select, UpdateBase, bindparam, delete, func, insert, null, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from khlong.engine.data import Data

from . import schema
from .engines import make_engine, migrate, open_for_writing
from .errors import StorageUnavailable
from .headers import Header, KeptNotices, KeptReview, Owners, Person, Summary
from .log import NAMES, Entry, read_happening
from .notify import NobodyElse, Notifier, PostgresNotifier
from .writer import Commit, CommitInThread, CommitOverNetwork, Statement, Writer

log = structlog.get_logger()

ADD_PERSON = insert(schema.people)
ADD_SESSION = insert(schema.sessions)
END_SESSION = delete(schema.sessions).where(schema.sessions.c.token == bindparam("old_token"))
RENAME = update(schema.people).where(schema.people.c.id == bindparam("who")).values(name=bindparam("new_name"))
GIVE_ACCOUNT = (
    update(schema.people)
    .where(schema.people.c.id == bindparam("who"))
    .values(
        account=bindparam("new_account"),
        password=bindparam("new_password"),
        name=bindparam("new_name"),
        look=bindparam("new_look"),
    )
)
CHANGE_PASSWORD = (
    update(schema.people).where(schema.people.c.id == bindparam("who")).values(password=bindparam("new_password"))
)
END_OTHERS = delete(schema.sessions).where(
    schema.sessions.c.person == bindparam("who"), schema.sessions.c.token != bindparam("kept")
)
FORGET_NOTICES = delete(schema.notices).where(schema.notices.c.person == bindparam("who"))
KEEP_NOTICES = insert(schema.notices)
FORGET_HOLIDAY = delete(schema.holidays).where(
    schema.holidays.c.person == bindparam("who"), schema.holidays.c.begins == bindparam("which_begins")
)
ADD_HOLIDAY = insert(schema.holidays)
FORGET_REVIEW = delete(schema.reviews).where(schema.reviews.c.record == bindparam("which_record"))
KEEP_REVIEW = insert(schema.reviews)
ADD_TABLE = insert(schema.tables)
ADD_ENTRY = insert(schema.entries)
STANDING = ("status", "version", "ply", "turn", "bot_turn", "deadline", "changed")
SUMMARISE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("which"), schema.tables.c.version <= bindparam("new_version"))
    .values({column: bindparam(f"new_{column}") for column in STANDING})
)
SEAT = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("which"))
    .values(seats=bindparam("new_seats"), host=bindparam("new_host"))
)
STAND_UP = delete(schema.sittings).where(schema.sittings.c.table_id == bindparam("which"))
SIT_DOWN = insert(schema.sittings)
PROBE = update(schema.revision).values(version_num=schema.revision.c.version_num)
"""Writes what is there already: to see whether that is possible."""
ORDER: list[UpdateBase] = [
    PROBE,
    ADD_PERSON,
    RENAME,
    GIVE_ACCOUNT,
    CHANGE_PASSWORD,
    END_SESSION,
    END_OTHERS,
    ADD_SESSION,
    FORGET_NOTICES,
    KEEP_NOTICES,
    FORGET_HOLIDAY,
    ADD_HOLIDAY,
    FORGET_REVIEW,
    KEEP_REVIEW,
    ADD_TABLE,
    ADD_ENTRY,
    SUMMARISE,
    SEAT,
    STAND_UP,
    SIT_DOWN,
]
LISTED_AFTER = 5.0
LOOKS = 1.0  # seconds that a look at the database's health holds good
LONG = ("sheet", "position", "opening")
LISTED = [null().label(column.name) if column.name in LONG else column for column in schema.tables.c]
"""What lists read of a table: not what may be long and no list shows."""
READ_TABLE = select(schema.tables).where(schema.tables.c.id == bindparam("which"))
READ_ENTRIES = (
    select(schema.entries)
    .where(schema.entries.c.table_id == bindparam("which"), schema.entries.c.number > bindparam("after"))
    .order_by(schema.entries.c.number)
)


class Store:
    """Reads from anywhere, writes through one writer."""

    def __init__(self, engine: AsyncEngine, commit: Commit, notifier: Notifier) -> None:
        self.engine = engine
        self.notifier = notifier
        self.writer = Writer(commit, ORDER)
        self._lists_can_wait = engine.dialect.name == "sqlite"
        """One process alone reads and writes: it can write what lists show when somebody reads them."""
        self.unlisted: dict[str, Callable[[], Summary]] = {}
        """What lists should show of tables by the time that somebody looks, or in some seconds."""
        self._listing = asyncio.create_task(self._list_now_and_then())
        self._checking: asyncio.Task[None] | None = None
        self._checked = 0.0

    async def close(self) -> None:
        self._listing.cancel()
        with suppress(StorageUnavailable):
            await self._list_all()
        await self.writer.stop()
        await self.notifier.close()
        await self.engine.dispose()

    async def check(self) -> None:
        """Raises if the database cannot be read and written. Many who ask are answered by one try."""
        self.writer.check()
        if self._checking is None or (self._checking.done() and time.monotonic() - self._checked > LOOKS):
            self._checked = time.monotonic()
            self._checking = asyncio.create_task(self._look())
        await asyncio.shield(self._checking)

    async def _look(self) -> None:
        await self._read(text("SELECT 1"))
        await self.writer.write([(PROBE, {})])

    async def _read(self, query: Executable, parameters: Data | None = None) -> Sequence[Row[tuple[object, ...]]]:
        self.writer.check()
        try:
            async with self.engine.connect() as connection:
                return (await connection.execute(query, parameters or {})).all()
        except (SQLAlchemyError, OSError):
            raise StorageUnavailable from None

    # people

    async def add_person(self, person: Person, token: str) -> None:
        now = time.time()
        row = {"id": person.id, "name": person.name, "account": None, "password": None, "look": None, "created": now}
        session = {"token": token, "person": person.id, "created": now}
        await self.writer.write([(ADD_PERSON, row), (ADD_SESSION, session)])

    async def add_session(self, person: Person, token: str, instead_of: str) -> None:
        """A new token and the end of the old one."""
        session = {"token": token, "person": person.id, "created": time.time()}
        await self.writer.write([(END_SESSION, {"old_token": instead_of}), (ADD_SESSION, session)])

    async def end_session(self, token: str) -> None:
        await self.writer.write([(END_SESSION, {"old_token": token})])

    async def rename(self, person: str, name: str) -> None:
        await self.writer.write([(RENAME, {"who": person, "new_name": name})])

    async def give_account(self, person: str, name: str, account: str, look: str, password: str) -> None:
        """Raises `Conflict` if the account's name is taken, or another looks like it."""
        row = {"who": person, "new_name": name, "new_account": account, "new_look": look, "new_password": password}
        await self.writer.write([(GIVE_ACCOUNT, row)])

    async def end_other_sessions(self, person: str, kept: str, password: str | None = None) -> None:
        """Ends all sessions of a person but one; with a new password, if there is one."""
        statements: list[Statement] = [(END_OTHERS, {"who": person, "kept": kept})]
        if password is not None:
            statements.append((CHANGE_PASSWORD, {"who": person, "new_password": password}))
        await self.writer.write(statements)

    async def person_of(self, token: str, not_before: float) -> Person | None:
        query = (
            select(schema.people)
            .join(schema.sessions, schema.sessions.c.person == schema.people.c.id)
            .where(schema.sessions.c.token == token, schema.sessions.c.created >= not_before)
        )
        rows = await self._read(query)
        return Person(rows[0].id, rows[0].name, rows[0].account) if rows else None

    async def account(self, account: str) -> tuple[Person, str] | None:
        """The person behind an account, and the hash of the password."""
        rows = await self._read(select(schema.people).where(schema.people.c.account == account))
        return (Person(rows[0].id, rows[0].name, rows[0].account), rows[0].password) if rows else None

    # notices

    async def notices_of(self, person: str) -> KeptNotices | None:
        rows = await self._read(select(schema.notices).where(schema.notices.c.person == person))
        return _notices(rows[0]) if rows else None

    async def notices_by_token(self, token: str) -> tuple[str, KeptNotices] | None:
        """Whose letter a token was in."""
        rows = await self._read(select(schema.notices).where(schema.notices.c.token == token))
        return (rows[0].person, _notices(rows[0])) if rows else None

    async def keep_notices(self, person: str, kept: KeptNotices) -> None:
        row = {"person": person, **kept._asdict(), "told": _dump(kept.told)}
        await self.writer.write([(FORGET_NOTICES, {"who": person}), (KEEP_NOTICES, row)])

    async def awaited(self) -> list[tuple[str, str]]:
        """Tables in play, with those at them who want to be told of turns."""
        query = (
            select(schema.sittings)
            .join(schema.notices, schema.notices.c.person == schema.sittings.c.person)
            .join(schema.tables, schema.tables.c.id == schema.sittings.c.table_id)
            .where(schema.tables.c.status == "playing")
        )
        return [(row.table_id, row.person) for row in await self._read(query)]

    # holidays

    async def holidays_of(self, person: str) -> list[tuple[float, float]]:
        """When somebody is away, and was: from when until when."""
        found = schema.holidays.c
        rows = await self._read(select(found.begins, found.ends).where(found.person == person).order_by(found.begins))
        return [(row.begins, row.ends) for row in rows]

    async def keep_holiday(self, person: str, begins: float, ends: float) -> None:
        """Keeps a holiday, in the place of one that begins then."""
        row = {"person": person, "begins": begins, "ends": ends}
        await self.writer.write([(FORGET_HOLIDAY, {"who": person, "which_begins": begins}), (ADD_HOLIDAY, row)])

    # reviews

    async def review(self, record: str, version: int) -> KeptReview | None:
        """What was found out about a game, if it was looked at in the way of today."""
        found = schema.reviews.c
        rows = await self._read(select(schema.reviews).where(found.record == record, found.version == version))
        return KeptReview(version, rows[0].depth, zlib.decompress(rows[0].body)) if rows else None

    async def review_depths(self, records: Sequence[str], version: int) -> dict[str, int]:
        """How deep the reviews of those games are that were looked at in the way of today."""
        found = schema.reviews.c
        query = select(found.record, found.depth).where(found.record.in_(records), found.version == version)
        return {row.record: row.depth for row in await self._read(query)}

    async def keep_review(self, record: str, kept: KeptReview) -> None:
        """Keeps a review, in the place of one that there is. Raises `Conflict` if another does so just now."""
        body = await asyncio.to_thread(zlib.compress, kept.body)
        row = {"record": record, **kept._asdict(), "body": body, "changed": time.time()}
        await self.writer.write([(FORGET_REVIEW, {"which_record": record}), (KEEP_REVIEW, row)])

    # tables

    async def add_table(self, header: Header, summary: Summary, entries: Sequence[Entry], owners: Owners) -> None:
        row = {
            "id": header.id,
            "game": header.game,
            "rules": header.rules,
            "components": header.components,
            "sheet": header.own_components,
            "players": header.players,
            "options": _dump(header.options),
            "seed": f"{header.seed:032x}",
            "position": None if header.position is None else _dump(header.position),
            "opening": None if header.opening is None else _dump(header.opening),
            "public": header.public,
            "host": header.host,
            "invite": header.invite,
            "pace": header.pace,
            "starts_itself": header.starts_itself,
            "created": header.created,
        }
        row |= {column: getattr(summary, column) for column in STANDING} | {"seats": _dump(summary.seats)}
        statements: list[Statement] = [(ADD_TABLE, row)]
        statements += [(ADD_ENTRY, write_entry(header.id, entry)) for entry in entries]
        statements += [(SIT_DOWN, {"table_id": header.id, "person": person}) for person in owners.people]
        await self.writer.write(statements)

    async def append(
        self,
        table: str,
        entries: Sequence[Entry],
        summary: Callable[[], Summary],
        owners: Owners | None,
        awaited: bool,
    ) -> None:
        """Adds to a log, durably; `Conflict` if somebody else was first.

        What lists show is written with it where it is awaited, or where seats have changed: then `owners` are those to
        whom the table belongs now.
        """
        statements: list[Statement] = [(ADD_ENTRY, write_entry(table, entry)) for entry in entries]
        later = self._lists_can_wait and owners is None and not awaited
        if not later:
            now = summary()
            statements.append((SUMMARISE, _standing(table, now)))
            if owners is not None:
                seats = {"which": table, "new_seats": _dump(now.seats), "new_host": owners.host}
                statements += [(SEAT, seats), (STAND_UP, {"which": table})]
                statements += [(SIT_DOWN, {"table_id": table, "person": person}) for person in owners.people]
        await self.writer.write(statements, f"{table}:{entries[-1].number}")
        if later:
            self.unlisted[table] = summary

    # what lists show

    async def _list_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(LISTED_AFTER)
            try:
                await self._list_all()
            except StorageUnavailable:
                pass  # they stay unlisted until the next try
            except Exception:
                log.exception("lists_not_written")

    async def _list_all(self) -> None:
        """Writes down what lists should show."""
        waiting, self.unlisted = self.unlisted, {}
        if waiting:
            try:
                await self.writer.write(
                    [(SUMMARISE, _standing(table, summary())) for table, summary in waiting.items()]
                )
            except StorageUnavailable:
                self.unlisted = waiting | self.unlisted
                raise

    async def tables_behind(self) -> list[str]:
        """Tables in play that lists do not show as they are."""
        newest = select(func.max(schema.entries.c.number)).where(schema.entries.c.table_id == schema.tables.c.id)
        query = select(schema.tables.c.id).where(
            schema.tables.c.status == "playing", schema.tables.c.version < newest.scalar_subquery()
        )
        return [row.id for row in await self._read(query)]

    async def header(self, table: str) -> Header | None:
        rows = await self._read(READ_TABLE, {"which": table})
        return _header(rows[0]) if rows else None

    async def is_visible(self, table: str, person: str | None, invite: str | None) -> bool:
        """Whether somebody may know of a table, as far as its row says."""
        found = schema.tables.c
        rows = await self._read(select(found.public, found.invite).where(found.id == table))
        sits = schema.sittings.c
        people = await self._read(select(sits.person).where(sits.table_id == table))
        return any(row.public or (invite is not None and row.invite == invite) for row in rows) or person in {
            row.person for row in people
        }

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        rows = await self._read(READ_ENTRIES, {"which": table, "after": after})
        return [
            Entry(row.number, row.at, row.person, row.message, read_happening(row.kind, row.seat, row.body))
            for row in rows
        ]

    async def open_tables(self, limit: int) -> list[tuple[Header, Summary]]:
        return await self._tables(
            select(*LISTED).where(schema.tables.c.status == "open", schema.tables.c.public), limit
        )

    async def watched_tables(self, limit: int) -> list[tuple[Header, Summary]]:
        return await self._tables(
            select(*LISTED).where(schema.tables.c.status == "playing", schema.tables.c.public), limit
        )

    async def tables_of(self, person: str, limit: int) -> list[tuple[Header, Summary]]:
        query = select(*LISTED).join_from(schema.tables, schema.sittings).where(schema.sittings.c.person == person)
        return await self._tables(query, limit)

    async def finished_tables_of(self, person: str, limit: int) -> list[tuple[Header, Summary]]:
        query = select(*LISTED).join_from(schema.tables, schema.sittings)
        return await self._tables(
            query.where(schema.sittings.c.person == person, schema.tables.c.status == "over"), limit
        )

    async def _tables(self, query: Select[Any], limit: int) -> list[tuple[Header, Summary]]:
        with suppress(StorageUnavailable):  # what cannot be written can still be read
            await self._list_all()
        rows = await self._read(query.order_by(schema.tables.c.changed.desc()).limit(limit))
        found = []
        for row in rows:
            try:
                found.append((_header(row), _read_summary(row)))
            except (ValueError, TypeError) as error:  # one bad row does not take the list from everybody
                log.error("table_not_listed", table=row.id, reason=str(error)[:200])
        return found

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """How far the logs of some tables are, as far as lists know: to the last entry, where others write too."""
        rows = await self._read(
            select(schema.tables.c.id, schema.tables.c.version).where(schema.tables.c.id.in_(tables))
        )
        return {row.id: row.version for row in rows}

    async def waiting_tables(self, bots_before: float, deadlines_before: float) -> list[str]:
        """Tables where a bot has not moved for a while, or somebody's time is up."""
        table = schema.tables.c
        late = ((table.bot_turn) & (table.changed < bots_before)) | (table.deadline < deadlines_before)
        rows = await self._read(select(table.id).where(table.status == "playing", late).limit(200))
        return [row.id for row in rows]


async def open_store(database: str, notifier: Notifier | None = None) -> Store:
    """The store of a database, brought up to date, its writer at work."""
    engine = make_engine(database)
    await migrate(engine)
    commit: Commit
    if engine.dialect.name == "sqlite":
        notifier = notifier or NobodyElse()
        commit = CommitInThread(partial(open_for_writing, engine.url))
    else:
        notifier = notifier or PostgresNotifier(engine.url)
        commit = CommitOverNetwork(engine, notifier)
    store = Store(engine, commit, notifier)
    store.writer.start()
    return store


def _notices(row: Row[Any]) -> KeptNotices:
    return KeptNotices(row.wishes, row.mail, row.token, orjson.loads(row.told))


def _dump(value: object) -> str:
    return orjson.dumps(value).decode()


def _standing(table: str, summary: Summary) -> Data:
    return {
        "which": table,
        "new_status": summary.status,
        "new_version": summary.version,
        "new_ply": summary.ply,
        "new_turn": summary.turn,
        "new_bot_turn": summary.bot_turn,
        "new_deadline": summary.deadline,
        "new_changed": summary.changed,
    }


def write_entry(table: str, entry: Entry) -> Data:
    """An entry as a row."""
    what = entry.what
    return {
        "table_id": table,
        "number": entry.number,
        "kind": NAMES[type(what)],
        "person": entry.person,
        "seat": getattr(what, "seat", None),
        "message": entry.message,
        "body": orjson.dumps(what).decode(),
        "at": entry.at,
    }


def _read_summary(row: Row[tuple[object, ...]]) -> Summary:
    return Summary(
        row.status, row.version, row.ply, row.turn, row.bot_turn, row.deadline, orjson.loads(row.seats), row.changed
    )


def _header(row: Row[tuple[object, ...]]) -> Header:
    return Header(
        id=row.id,
        game=row.game,
        rules=row.rules,
        components=row.components,
        own_components=row.sheet,
        players=row.players,
        options=orjson.loads(row.options),
        seed=int(row.seed, 16),
        position=None if row.position is None else orjson.loads(row.position),
        opening=None if row.opening is None else orjson.loads(row.opening),
        public=row.public,
        host=row.host,
        invite=row.invite,
        pace=row.pace,
        starts_itself=row.starts_itself,
        created=row.created,
    )
