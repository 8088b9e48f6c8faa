"""The database: people, their sessions, tables, who sits where, and the log that everything is worked out from."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("account", Text, unique=True),
    Column("password", Text),
    Column("created", Double, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", Text, primary_key=True),  # a hash: whoever reads the database cannot use it
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("created", Double, nullable=False),
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
