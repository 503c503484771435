"""Enumerations whose text evaluates."""

from __future__ import annotations

from enum import Enum

__all__ = ["Named"]


class Named(Enum):
    """An enumeration whose members show themselves as they are written: `Suit.SAME`."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
