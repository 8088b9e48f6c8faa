"""Asking for a line: with history and the Tab key in a terminal, and with an echo where a script does the typing."""

from __future__ import annotations

import sys
from collections.abc import Callable

Completer = Callable[[str], list[str]]


def somebody_types() -> bool:
    """Whether there is a person at a keyboard, not a script or nothing at all."""
    return sys.stdin is not None and sys.stdin.isatty()


def read_line(prompt: str, complete: Completer = lambda begun: []) -> str:
    """The next line. Its end is an EOFError, Ctrl-C a KeyboardInterrupt."""
    if sys.stdin is None:
        raise EOFError
    if not somebody_types():
        line = input(prompt)
        print(line)  # nobody sees what a script types
        return line
    _offer(complete)
    return input(prompt)


def _offer(complete: Completer) -> None:
    """Sets what the Tab key offers, where there is line editing."""
    try:
        import readline
    except ImportError:
        return

    def nth(begun: str, number: int) -> str | None:
        offers = complete(begun)
        return offers[number] if number < len(offers) else None

    readline.set_completer(nth)
    readline.set_completer_delims("")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
