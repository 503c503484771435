"""Errors, by the stage at which they arise.  All are subclasses of `PatienceError`, a `ValueError`."""

from __future__ import annotations

from reprlib import Repr

__all__ = [
    "BadDeclaration",
    "IllegalMove",
    "ImpossibleDeal",
    "MalformedText",
    "PatienceError",
    "UnknownGame",
    "UnsupportedOption",
    "WrongType",
]


class PatienceError(ValueError):
    """Base of every error that this package raises for bad input."""


class BadDeclaration(PatienceError):
    """A declaration that can't be meant, or that is larger than a search takes; the message names field and value."""


class MalformedText(PatienceError):
    """Text that can't be read: an unknown card, a line without a colon, a move of no known form."""


class UnknownGame(PatienceError):
    """No game is found under this name, or in the file or module named; the message suggests near ones."""


class UnsupportedOption(PatienceError):
    """An option that the game does not have, or a value that the option does not take."""


class ImpossibleDeal(PatienceError):
    """Cards that can't be this game's: one is missing, there twice, or there are too few or too many."""


class IllegalMove(PatienceError):
    """A move that the rules forbid in this position; the message says why."""


class WrongType(PatienceError, TypeError):
    """A value of a type that is not taken here, such as `None` for a deal; the message says what would be right."""

    @classmethod
    def of(cls, where: str, value: object, wanted: str) -> WrongType:
        """Return the error for a value: where it was given, what it is, and what would be right."""
        return cls(f"{where}: {shown(value)} is of type {type(value).__name__}; give {wanted}")


def shown(value: object) -> str:
    """Return a value's `repr` for a message: shortened, and for a number that Python won't write its size."""
    try:
        return _SHOWN.repr(value)
    except ValueError:
        return f"a number of {value.bit_length()} bits" if isinstance(value, int) else f"a {type(value).__name__}"


_SHOWN = Repr()
_SHOWN.maxstring = _SHOWN.maxother = 60
