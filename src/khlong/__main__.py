"""`python -m khlong` is `khlong`."""

from khlong.cli.main import main

main()
