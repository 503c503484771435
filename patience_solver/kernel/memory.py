"""Memory for tables: pages of their own, given back at once, and as far as the system grants them."""

from __future__ import annotations

import mmap
from collections.abc import Callable
from contextlib import suppress
from math import prod
from typing import Any, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

__all__ = ["as_granted", "filled", "most_places", "most_rows", "room"]

Made = TypeVar("Made")

_PAGED, _HUGE = 1 << 20, 1 << 22
"""Bytes from which on an array has pages of its own, and asks for large ones, as numpy's own arrays do."""

_PRIVATE: dict[str, int] = {}
if hasattr(mmap, "MAP_ANONYMOUS"):
    _PRIVATE["flags"] = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS


def room(shape: int | tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """Return an array of zeros whose memory is taken as it is written to, and goes back when the array does.

    numpy's arrays come from the C library, which keeps arrays of many megabytes for later, and clears what it gives
    out again, so that all of it is taken at once.

    Raises
    ------
    MemoryError
        If the system refuses.
    """
    kind = np.dtype(dtype)
    size = prod(shape if isinstance(shape, tuple) else (shape,)) * kind.itemsize
    if size < _PAGED:
        return np.zeros(shape, kind)
    try:
        pages = mmap.mmap(-1, size, **_PRIVATE)
    except (OSError, OverflowError, ValueError) as error:
        raise MemoryError(f"the system refuses {size:,} bytes for a table") from error
    if size >= _HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):
            pages[0] = 0  # in a small page, and so its neighbours: a search soon over need not have megabytes cleared
            pages.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(pages, kind).reshape(shape)


def filled(shape: int | tuple[int, ...], value: int, dtype: DTypeLike) -> NDArray[Any]:
    """Return an array like those of `room`, all of one value: its memory is taken at once."""
    array = room(shape, dtype)
    array.fill(value)
    return array


def most_rows(most_bytes: int, per_row: int, least: int) -> int:
    """Return how many rows fit into so many bytes together with an index over them; `least` where fewer do.

    The index is of 4 bytes a place, their number is a power of two, and it is at most half full (`most_places`).
    """
    fewer = (
        max(int(2 * most_bytes // (per_row + 8)), 2).bit_length() - 1
    )  # of a half full index a row takes eight bytes
    fits = (min((most_bytes - (4 << bits)) // per_row, 1 << bits >> 1) for bits in (fewer, fewer + 1))
    return int(max(least, *fits))


def most_places(rows: int) -> int:
    """Return the places of the smallest index over so many rows that is at most half full."""
    return 1 << max(2 * rows - 1, 1).bit_length()


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
