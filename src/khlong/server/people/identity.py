"""Who somebody is: a guest with a session in a cookie, or one with an account. Tokens are kept as hashes only."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from dataclasses import dataclass

from pwdlib import PasswordHash

from khlong.server.errors import Refusal
from khlong.server.operations.settings import Settings
from khlong.server.storage import Conflict, Person, Store

from .texts import LONGEST_NAME, clean, skeleton

REMEMBERED = 30.0  # seconds that a session is believed without asking the database
MOST_REMEMBERED = 50_000
HASHING_AT_ONCE = 2


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
        self._hashing = asyncio.Semaphore(HASHING_AT_ONCE)  # argon2 takes memory on purpose
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
        number = secrets.randbelow(9000) + 1000
        person = Person(secrets.token_urlsafe(12), f"Guest {number}", None)
        await self._store.add_person(person, hashed(cookie))
        return Session(person, hashed(cookie)), cookie

    async def rename(self, session: Session, name: str) -> Person:
        shown = clean(name, LONGEST_NAME)
        if not shown:
            raise Refusal("bad_name", "A name has at least one letter that can be shown.", 422)
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
        shown = clean(name, LONGEST_NAME)
        async with self._hashing:
            secret = await asyncio.to_thread(self._passwords.hash, password)
        try:
            await self._store.give_account(session.person.id, shown, account, secret)
        except Conflict:
            raise Refusal("name_taken", "Somebody has that name already: choose another.") from None
        person = Person(session.person.id, shown, account)
        return person, await self.renew(session, person)

    async def account(self, name: str, password: str) -> Person:
        """Whose account that is. A wrong name takes as long as a wrong password."""
        found = await self._store.account(skeleton(name))
        async with self._hashing:
            fits = await asyncio.to_thread(self._passwords.verify, password, found[1] if found else self._decoy)
        if found is None or not fits:
            raise Refusal("wrong_login", "Name and password do not fit together.", 401)
        return found[0]

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
