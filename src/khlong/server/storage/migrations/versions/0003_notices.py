"""Where people want to be told that it is their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("wishes", sa.Text, nullable=False),
        sa.Column("mail", sa.Text),
        sa.Column("token", sa.Text),
        sa.Column("told", sa.Text, nullable=False),
    )
    op.create_index("notices_token", "notices", ["token"], unique=True)
