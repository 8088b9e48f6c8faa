"""Who somebody is: a guest with a session in a cookie, or one with an account. Tokens are kept as hashes only."""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar, TypeVarTuple, Unpack

from pwdlib import PasswordHash

from khlong.server.errors import Refusal
from khlong.server.operations.settings import Settings
from khlong.server.storage import Conflict, Person
from khlong.server.storage.store import Store

from .passwords import is_common
from .texts import LONGEST_NAME, clean, guest_name, is_mixed, look, shown_name, skeleton

REMEMBERED = 30.0  # seconds that a session is believed without asking the database
MOST_REMEMBERED = 50_000
MOST_WAITING = 20  # passwords that are looked at, or wait for it
YIELD = 10
Things = TypeVarTuple("Things")
T = TypeVar("T")


@dataclass(frozen=True)
class Session:
    """Somebody, by the cookie that says so."""

    person: Person
    token: str
    """The hash of what is in the cookie."""


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Identity:
    """Makes guests, finds sessions, keeps accounts."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._known: dict[str, tuple[float, Session]] = {}
        self._passwords = PasswordHash.recommended()
        self._thread = ThreadPoolExecutor(1, "khlong-passwords", _yield_to_others)
        self._waiting = 0
        self._decoy = self._passwords.hash(secrets.token_urlsafe(16))

    async def find(self, cookie: str | None) -> Session | None:
        """The session of a cookie, if it is one of ours."""
        if not cookie or len(cookie) > 100:
            return None
        token = hashed(cookie)
        now = time.monotonic()
        known = self._known.get(token)
        if known is not None and now - known[0] < REMEMBERED:
            return known[1]
        person = await self._store.person_of(token, time.time() - 86_400 * self._settings.session_days)
        if person is None:
            self._known.pop(token, None)
            return None
        session = Session(person, token)
        if len(self._known) >= MOST_REMEMBERED:
            self._known.clear()
        self._known[token] = (now, session)
        return session

    async def new_guest(self) -> tuple[Session, str]:
        """A new guest and the cookie that says who it is."""
        cookie = secrets.token_urlsafe(32)
        person = Person(secrets.token_urlsafe(12), guest_name(), None)
        await self._store.add_person(person, hashed(cookie))
        return Session(person, hashed(cookie)), cookie

    async def rename(self, session: Session, name: str) -> Person:
        shown = shown_name(name)
        await self._store.rename(session.person.id, shown)
        self.forget(session.token)
        return Person(session.person.id, shown, session.person.account)

    async def make_account(self, session: Session, name: str, password: str) -> tuple[Person, str]:
        """Gives a guest an account; games and seats stay theirs. A new cookie replaces the old one."""
        if session.person.account is not None:
            raise Refusal("has_account", "You have an account already.")
        account = skeleton(name)
        if not account:
            raise Refusal("bad_name", "A name has at least one letter that can be shown.", 422)
        if is_mixed(name):
            raise Refusal("mixed_name", "A name has letters of one script, so that nobody is taken for another.", 422)
        shown = clean(name, LONGEST_NAME)
        secret = await self._hash(password, name)
        try:
            await self._store.give_account(session.person.id, shown, account, look(name), secret)
        except Conflict:
            raise Refusal("name_taken", "Somebody has that name, or one that looks like it: choose another.") from None
        person = Person(session.person.id, shown, account)
        return person, await self.renew(session, person)

    async def account(self, name: str, password: str) -> Person:
        """Whose account that is. A wrong name takes as long as a wrong password."""
        found = await self._store.account(skeleton(name))
        fits = await self._beside(self._passwords.verify, password, found[1] if found else self._decoy)
        if found is None or not fits:
            raise Refusal("wrong_login", "Name and password do not fit together.", 401)
        return found[0]

    async def change_password(self, session: Session, old: str, new: str) -> None:
        """Another password. Whoever came in by the old one is out."""
        if session.person.account is None:
            raise Refusal("no_account", "You have no account yet, and no password.")
        await self.account(session.person.account, old)
        await self.end_others(session, await self._hash(new, session.person.account))

    async def end_others(self, session: Session, password: str | None = None) -> None:
        """Ends all sessions of a person but this one."""
        await self._store.end_other_sessions(session.person.id, session.token, password)
        self.forget_person(session.person.id)

    async def _hash(self, password: str, name: str) -> str:
        if is_common(password, name):
            raise Refusal(
                "common_password", "That is one of the first passwords that anybody tries: choose another.", 422
            )
        return await self._beside(self._passwords.hash, password)

    async def _beside(self, work: Callable[[Unpack[Things]], T], *args: *Things) -> T:
        """Does what takes memory and time on purpose: one after the other, and after everything else."""
        if self._waiting >= MOST_WAITING:
            raise Refusal("busy", "Many want to log in: try again in a moment.", 429)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)
        finally:
            self._waiting -= 1

    async def renew(self, session: Session, person: Person) -> str:
        """A session for somebody in the place of another, as a new cookie."""
        cookie = secrets.token_urlsafe(32)
        await self._store.add_session(person, hashed(cookie), session.token)
        self.forget(session.token)
        return cookie

    async def logout(self, session: Session) -> None:
        await self._store.end_session(session.token)
        self.forget(session.token)

    def forget(self, token: str) -> None:
        """Ends the belief in a session, here."""
        self._known.pop(token, None)

    def forget_person(self, person: str) -> None:
        """Ends the belief in all sessions of a person, here."""
        for token in [token for token, (_, session) in self._known.items() if session.person.id == person]:
            del self._known[token]

    def close(self) -> None:
        self._thread.shutdown()


def _yield_to_others() -> None:
    """From now on this thread, and those that it starts, have the processor when nobody else wants it."""
    if sys.platform == "linux":
        os.nice(YIELD)
