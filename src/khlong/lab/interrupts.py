"""Ctrl-C at a moment that suits: moves are made and files written whole, or not at all."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def noting_ctrl_c() -> Iterator[threading.Event]:
    """Within the block Ctrl-C interrupts nothing; it is noted for whoever looks."""
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed  # signals are the main thread's business
        return
    before = signal.signal(signal.SIGINT, lambda *_: pressed.set())
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def holding_ctrl_c() -> Iterator[None]:
    """Within the block Ctrl-C has to wait; it takes effect when the block is done."""
    with noting_ctrl_c() as pressed:
        yield
    if pressed.is_set():
        raise KeyboardInterrupt
