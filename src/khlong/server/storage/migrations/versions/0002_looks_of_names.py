"""What accounts' names look like, so that no two look the same. Those that do already stay as they are."""

import sqlalchemy as sa
from alembic import op

from khlong.server.people.texts import look

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("people", sa.Column("look", sa.Text))
    people = sa.table("people", sa.column("id"), sa.column("account"), sa.column("look"), sa.column("created"))
    connection, seen = op.get_bind(), set()
    accounts = sa.select(people.c.id, people.c.account).where(people.c.account.is_not(None)).order_by(people.c.created)
    for person, account in connection.execute(accounts).all():
        shown = look(account)
        if shown not in seen:
            seen.add(shown)
            connection.execute(sa.update(people).where(people.c.id == person).values(look=shown))
    op.create_index("people_look", "people", ["look"], unique=True)
