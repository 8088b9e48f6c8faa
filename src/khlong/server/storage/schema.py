"""The database: people, their sessions, tables, who sits where, and the log that everything is worked out from."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)

metadata = MetaData()
revision = Table("alembic_version", MetaData(), Column("version_num", Text))

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("account", Text, unique=True),
    Column("password", Text),
    Column("created", Double, nullable=False),
    Column("look", Text),  # what the account's name looks like: no two look the same
    Index("people_look", "look", unique=True),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", Text, primary_key=True),  # a hash: whoever reads the database cannot use it
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("created", Double, nullable=False),
)

notices = Table(
    "notices",
    metadata,
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("wishes", Text, nullable=False),
    Column("mail", Text),  # the address whose owner has followed a link
    Column("token", Text),  # a hash of what is in that link
    Column("told", Text, nullable=False),  # the turns that were told of: the ply that each began with, by table
    Index("notices_token", "token", unique=True),
)

holidays = Table(
    "holidays",
    metadata,
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("begins", Double, nullable=False),
    Column("ends", Double, nullable=False),
    PrimaryKeyConstraint("person", "begins"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("components", Text, nullable=False),
    Column("sheet", Text),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("position", Text),
    Column("opening", Text),
    Column("public", Boolean, nullable=False),
    Column("host", Text, nullable=False),
    Column("invite", Text, nullable=False),
    Column("pace", Double),
    Column("starts_itself", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    # what lists show and clocks need: worked out from the log and written with it
    Column("status", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("turn", Integer),
    Column("bot_turn", Boolean, nullable=False),
    Column("deadline", Double),
    Column("seats", Text, nullable=False),
    Column("changed", Double, nullable=False),
    Index("open_tables", "status", "public", "changed"),
)

sittings = Table(
    "sittings",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("person", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "person"),
    Index("tables_of_person", "person"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("person", Text),
    Column("seat", Integer),
    Column("message", Text),
    Column("body", Text, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),  # two writers cannot both write entry k
)

reviews = Table(
    "reviews",
    metadata,
    Column("record", Text, primary_key=True),  # a hash of what tells a game from others: equal games share a review
    Column("version", Integer, nullable=False),
    Column("depth", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),  # JSON, made small
    Column("changed", Double, nullable=False),
)
