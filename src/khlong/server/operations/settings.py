"""Settings: from a file, from the environment (KHLONG_…), from the command line, the later ones first."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal, Self

from platformdirs import user_data_path
from pydantic import Field, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)
from pydantic_settings.exceptions import SettingsError as UnreadableError

from khlong.engine.toml import read_toml
from khlong.table import KhlongError

FILE_VARIABLE = "KHLONG_SETTINGS"
RATE = r"([1-9]\d*)/(\d*)(second|minute|hour|day)s?"
WEB = r"^https?://[^\s?#@]+$"
Rate = Annotated[str, Field(pattern=f"^{RATE}$")]
"""Like 600/minute or 60/10second."""


class SettingsError(KhlongError):
    """Settings that cannot be used."""


class Settings(BaseSettings):
    """How a server runs."""

    model_config = SettingsConfigDict(env_prefix="KHLONG_", extra="forbid", frozen=True)

    host: str = "127.0.0.1"
    """Where it listens: 0.0.0.0 for everybody who can reach the machine."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    """On which port; 0 for any that is free."""
    database: str = Field(default_factory=lambda: str(user_data_path("khlong") / "server.sqlite3"))
    """A file, or the URL of a PostgreSQL."""
    processes: Annotated[int, Field(ge=1, le=64)] = 1
    """How many processes serve; several need a PostgreSQL."""
    metrics_host: str = "127.0.0.1"
    """Where /metrics listens."""
    metrics_port: Annotated[int, Field(ge=0, le=65535)] | None = None
    """Where /metrics is; nowhere if it is not set. With several processes each takes the next port."""
    public_url: str | None = None
    """Where people reach the server, like https://play.example: for links, strict cookies and the Origin check."""
    proxies: list[str] = []
    """Addresses of proxies whose X-Forwarded headers are believed."""
    docs: bool = False
    """Whether /docs is there."""
    log_level: str = "INFO"
    """The least that is logged: DEBUG, INFO, WARNING or ERROR."""

    bot_workers: Annotated[int, Field(ge=1, le=64)] = 1
    """How many bots think at the same time, each in a process of its own."""
    bot_seconds: Annotated[float, Field(gt=0, le=60)] = 1.0
    """How long a bot may think about a move."""
    bot_grace: Annotated[float, Field(gt=0, le=60)] = 5.0
    """How much longer it is waited for before a quick move is made in its place."""
    bot_pace: Annotated[float, Field(ge=0, le=10)] = 0.7
    """The least time between two moves of bots, so that people can follow."""
    hint_seconds: Annotated[float, Field(gt=0, le=30)] = 3.0
    """How long a hint may think."""
    vote_patience: Annotated[float, Field(ge=0)] = 60
    """How long a table waits at least before the others may vote on a seat, if it is not settled otherwise."""
    session_days: Annotated[int, Field(ge=1)] = 365
    """How long a browser is known that does not come back."""
    idle_minutes: Annotated[float, Field(gt=0)] = 30
    """How long a table that nobody looks at stays in memory."""
    slow_seconds: Annotated[float, Field(gt=0)] = 10
    """How long a client may take to read a message before it is let go."""

    request_seconds: Annotated[float, Field(ge=1, le=600)] = 30
    """How long a request may take to arrive, and a connection may be kept between two of them."""
    connections: Annotated[int, Field(ge=1)] = 500
    """How many connections one address may have. With `proxies` that is the proxy's to limit."""

    ntfy_url: Annotated[str, Field(pattern=WEB)] | None = None
    """An ntfy server, like https://ntfy.sh, on which players name topics to be told of their turns by."""
    discord_url: Annotated[str, Field(pattern=WEB)] | None = None
    """https://discord.com/api/webhooks, if players may be told by a webhook of theirs."""
    mail_host: str | None = None
    """Where letters to players are handed in; `mail_from` and `public_url` are needed too."""
    mail_port: Annotated[int, Field(ge=1, le=65535)] = 587
    """On which port they are handed in."""
    mail_security: Literal["starttls", "tls", "none"] = "starttls"
    """How the way there is sealed; `none` for a post office on the same machine."""
    mail_user: str | None = None
    """Who hands them in, if that is asked."""
    mail_password: str | None = None
    """With which password."""
    mail_from: str | None = None
    """Whom letters are from."""
    push_key: str | None = None
    """A key from `khlong push-key`, if browsers may be told by their makers' push services."""
    push_contact: Annotated[str, Field(pattern=r"^(mailto:[^\s@]+@[^\s@]+|https://\S+)$")] | None = None
    """Whom push services write to if something is wrong: mailto:somebody@play.example, or a page."""
    push_services: list[str] = [
        "https://fcm.googleapis.com",
        "https://updates.push.services.mozilla.com",
        "https://web.push.apple.com",
        "https://*.notify.windows.com",
    ]
    """The services that browsers may name."""
    notice_after: Annotated[float, Field(ge=0, le=3600)] = 30
    """How long somebody's turn has lasted before they are told of it, if they are away."""

    holiday_days: Annotated[int, Field(ge=0, le=365)] = 28
    """How many days within a year somebody's clocks may stand, in games over days."""

    # so many times in a span
    rate_requests: Rate = "600/minute"
    """Requests, by browser."""
    rate_address: Rate = "3000/minute"
    """Requests, by address."""
    rate_guests: Rate = "60/minute"
    """New guests, by address."""
    rate_tables: Rate = "60/hour"
    """New tables."""
    rate_files: Rate = "60/minute"
    """Component files, positions and records, by address."""
    rate_chat: Rate = "30/minute"
    """Lines of chat."""
    rate_messages: Rate = "60/10second"
    """Messages over a socket."""
    rate_login: Rate = "10/minute"
    """Attempts to log in."""
    rate_hints: Rate = "60/hour"
    """Hints."""
    rate_reviews: Rate = "30/hour"
    """Games that are looked at again; what is known already counts for nobody."""
    rate_notices: Rate = "20/hour"
    """Changes of where somebody is told of turns, and trials."""
    rate_letters: Rate = "3/day"
    """Letters that ask whether an address is somebody's, by that address."""
    rate_previews: Rate = "120/minute"
    """Previews of what a move would do."""
    people_at_address: Annotated[int, Field(ge=1)] = 5
    """How many people's messages, chat, hints, reviews, previews and new tables one address may have together."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        file = os.environ.get(FILE_VARIABLE)
        sources: list[PydanticBaseSettingsSource] = [init_settings, env_settings]
        if file:
            sources.append(InitSettingsSource(settings_cls, read_toml(Path(file), SettingsError)))
        return tuple(sources)

    @model_validator(mode="after")
    def mail_is_whole(self) -> Self:
        if self.mail_host is not None and (self.mail_from is None or self.public_url is None):
            raise ValueError("mail_host needs mail_from, whom letters are from, and public_url, for the links in them")
        return self

    @model_validator(mode="after")
    def push_is_whole(self) -> Self:
        if self.push_key is None:
            return self
        from khlong.server.notices.keys import key_of

        try:
            key_of(self.push_key)
        except ValueError:
            raise ValueError("push_key is no key: `khlong push-key` makes one") from None
        if self.push_contact is None:
            raise ValueError("push_key needs push_contact, whom push services write to if something is wrong")
        return self

    @property
    def offers_notices(self) -> bool:
        """Whether players can be told of turns away from the page."""
        return any(way is not None for way in (self.ntfy_url, self.discord_url, self.mail_host, self.push_key))

    @property
    def secure(self) -> bool:
        """Whether people come by https."""
        return self.public_url is not None and self.public_url.startswith("https://")


def read_settings(**given: object) -> Settings:
    """Settings with what the command line says; a message for people if they do not fit."""
    file = os.environ.get(FILE_VARIABLE)
    if file and not Path(file).is_file():
        raise SettingsError(f"The settings file {file} is not there.")
    try:
        return Settings(**{key: value for key, value in given.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        faults = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
        raise SettingsError("These settings do not fit:\n" + "\n".join(faults)) from None
    except UnreadableError as error:  # a list in the environment that is none
        raise SettingsError(f"These settings do not fit: {error}.") from None
