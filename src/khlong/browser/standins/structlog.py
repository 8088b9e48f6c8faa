"""What is used of structlog: warnings and errors go to the console."""

from __future__ import annotations

import traceback


class Log:
    """One who notes things."""

    def info(self, event: str, **about: object) -> None: ...

    def warning(self, event: str, **about: object) -> None:
        print(event, about)

    error = warning

    def exception(self, event: str, **about: object) -> None:
        self.error(event, **about)
        traceback.print_exc()


def get_logger() -> Log:
    return Log()
