"""Ctrl-C in tests, wherever they are started: in the background of a script or under nohup the signal is ignored."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["interruptible"]


@contextmanager
def interruptible() -> Iterator[None]:
    """Have SIGINT raise `KeyboardInterrupt` here, and end child processes as it does by default."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
