"""Errors, by the stage at which they arise.  All are subclasses of `PatienceError`, a `ValueError`."""

from __future__ import annotations

__all__ = [
    "BadDeclaration",
    "IllegalMove",
    "ImpossibleDeal",
    "MalformedText",
    "PatienceError",
    "UnknownGame",
    "UnsupportedOption",
]


class PatienceError(ValueError):
    """Base of every error that this package raises for bad input."""


class BadDeclaration(PatienceError):
    """A declaration that can't be meant, or that is larger than a search takes; the message names field and value."""


class MalformedText(PatienceError):
    """Text that can't be read: an unknown card, a line without a colon, a move of no known form."""


class UnknownGame(PatienceError):
    """No game is registered under this name; the message suggests near ones."""


class UnsupportedOption(PatienceError):
    """An option that the game does not have, or a value that the option does not take."""


class ImpossibleDeal(PatienceError):
    """Cards that can't be this game's: one is missing, there twice, or there are too few or too many."""


class IllegalMove(PatienceError):
    """A move that the rules forbid in this position; the message says why."""
