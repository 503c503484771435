"""Memory as far as the system grants it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

__all__ = ["as_granted"]

Made = TypeVar("Made")


def as_granted(make: Callable[[int], Made], most: int, least: int) -> Made:
    """Return what `make` makes of a size: of `most`, or, where memory is refused, of half as much, and so on.

    Systems that count memory when it is used grant all at once; others count when it is asked for.

    Parameters
    ----------
    make : callable
        Makes the arrays of a size.
    most, least : int
        The size to begin with, and the last one to try, in whatever `make` counts.

    Raises
    ------
    MemoryError
        If not even the least size is granted.
    """
    while True:
        try:
            return make(most)
        except MemoryError:
            if most <= least:
                raise
            most = max(most // 2, least)
