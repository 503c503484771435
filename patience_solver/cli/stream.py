"""Standard output, whose own failures are told apart from those of a search."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

__all__ = ["OutputLost", "guarded_output"]


class OutputLost(Exception):
    """The output can't be written, e.g. since the disk is full; the message says why."""


class _Guarded:
    """A stream like the one it is made of, but for the error that tells of a failure to write."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write text; raises `OutputLost`, or `BrokenPipeError` where the reader went away."""
        with _told_apart():
            return self._stream.write(text)

    def flush(self) -> None:
        """Write what is left in buffers; raises as `write` does."""
        with _told_apart():
            self._stream.flush()


@contextmanager
def _told_apart() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputLost(error.strerror or str(error)) from error


@contextmanager
def guarded_output() -> Iterator[None]:
    """Guard standard output for a while."""
    stream = sys.stdout
    if stream is None:
        yield
        return
    guarded = cast(TextIO, _Guarded(stream))
    sys.stdout = guarded
    try:
        yield
    finally:
        if sys.stdout is guarded:
            sys.stdout = stream
