"""A set of states with exact keys: nothing rests on a hash.

A state of a pass takes 128 bits (`state.py`), so it is stored as it is.  The set grows by spreading into a set of twice
the size, slice by slice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.memory import room

__all__ = ["Seen", "crowded", "insert", "is_seen", "new_seen", "seen_bytes", "spread_slice"]

_FILL = 0.7
"""Share of the places in use from which on a set should grow."""


class Seen(NamedTuple):
    """The set.

    Attributes
    ----------
    keys : uint64[2 * places]
        The two words of each state; both 0 where there is none.  The number of places is a power of two.
    stored : int64[2]
        States stored; places minus one.
    """

    keys: NDArray[np.uint64]
    stored: NDArray[np.int64]


def new_seen(places: int = 1 << 12) -> Seen:
    """Return an empty set of so many places, a power of two."""
    return Seen(room(2 * places, np.uint64), np.array([0, places - 1], np.int64))


def seen_bytes(seen: Seen) -> int:
    """Return the memory that the set takes."""
    return seen.keys.nbytes


@inlined
def _place(a: np.uint64, b: np.uint64, last: int) -> int:
    x = (a ^ (b * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(29))) * np.uint64(0x94D049BB133111EB)
    return whole(x >> np.uint64(24)) & last


@inlined
def is_seen(seen: Seen, a: np.uint64, b: np.uint64) -> bool:
    """Tell whether a state is in the set."""
    last = seen.stored[1]
    place = _place(a, b, last)
    while True:
        first, second = seen.keys[2 * place], seen.keys[2 * place + 1]
        if first == a and second == b:
            return True
        if first == np.uint64(0) and second == np.uint64(0):
            return False
        place = (place + 1) & last


@inlined
def insert(seen: Seen, a: np.uint64, b: np.uint64) -> bool:
    """Put a state into the set, which must have room; return whether it is new."""
    last = seen.stored[1]
    place = _place(a, b, last)
    while True:
        first, second = seen.keys[2 * place], seen.keys[2 * place + 1]
        if first == a and second == b:
            return False
        if first == np.uint64(0) and second == np.uint64(0):
            seen.keys[2 * place] = a
            seen.keys[2 * place + 1] = b
            seen.stored[0] += 1
            return True
        place = (place + 1) & last


@inlined
def crowded(seen: Seen) -> bool:
    """Tell whether the set should grow before more states are put into it."""
    return bool(seen.stored[0] > _FILL * np.float64(seen.stored[1]))


@compiled
def spread_slice(old: Seen, new: Seen, start: int, count: int) -> int:
    """Put the states at so many places of a set into another one; return the place to go on at."""
    end = min(start + count, old.stored[1] + 1)
    for place in range(start, end):
        a, b = old.keys[2 * place], old.keys[2 * place + 1]
        if a != np.uint64(0) or b != np.uint64(0):
            insert(new, a, b)
    return whole(end)
