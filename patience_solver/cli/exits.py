"""Exit codes, the contract that scripts rely on, and the error that stands for bad input."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

from patience_solver import PatienceError, Status

__all__ = ["BadInput", "ExitCode", "as_bad_input", "of_status", "shortened"]

_LONGEST_MESSAGE = 400


class ExitCode(IntEnum):
    """What the process says at its end.  Only a proof exits with 1."""

    DONE = 0
    """Winnable; replayed and won; or the command did what was asked, several deals included."""
    UNWINNABLE = 1
    """Proved: the one deal asked about can't be won."""
    BAD_INPUT = 2
    """Something given can't be read, or at least one of several deals."""
    OPEN = 3
    """Unknown whether the deal can be won; or replayed, legal, but not won."""
    ILLEGAL_MOVE = 4
    """A move that the rules forbid."""
    INTERNAL = 70
    """An error of this program (`EX_SOFTWARE`), or output that can't be written."""
    INTERRUPTED = 130
    """Ctrl-C (128 + SIGINT)."""
    BROKEN_PIPE = 141
    """The reader of the output went away (128 + SIGPIPE): nothing is said of any deal."""


class BadInput(Exception):
    """What was given can't be read; the message goes to the user as it is."""


@contextmanager
def as_bad_input(where: str = "") -> Iterator[None]:
    """Turn the library's errors into `BadInput`.

    Wrap only what reads input: the same errors out of a search are no fault of the user's.
    """
    try:
        yield
    except PatienceError as error:
        raise BadInput(f"{where}: {error}" if where else str(error)) from error


def shortened(message: str) -> str:
    """Cut a message that quotes too much of what was given."""
    return message if len(message) <= _LONGEST_MESSAGE else message[:_LONGEST_MESSAGE] + " …"


def of_status(status: Status) -> ExitCode:
    """Return the exit code of one deal's verdict."""
    return {
        Status.WINNABLE: ExitCode.DONE,
        Status.UNWINNABLE: ExitCode.UNWINNABLE,
        Status.UNKNOWN: ExitCode.OPEN,
    }[status]
