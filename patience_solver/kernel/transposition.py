"""The transposition table of the exhaustive search: 8 bytes a state, growing in place.

A state is hashed to two words.  `SEGMENT_BITS` bits of the second choose a segment of the table; the 64 bits of the
first are stored there.  So two states are taken for one only if 64 + SEGMENT_BITS bits agree: with n states the chance
that this happens anywhere is at most n² / 2^(65 + SEGMENT_BITS).

The table is one array of the largest size allowed.  Memory that was never written to costs nothing, so it begins with
small segments at the front and spreads as it fills: the segments are moved to their new places from the last one to the
first, each through a small buffer.  A stored word alone gives its place inside a segment, so the states themselves are
not needed, and no second table stands beside the first while it grows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.memory import as_granted, room

__all__ = ["FULL", "NEW", "OLD", "SEGMENT_BITS", "Table", "collision_bound", "grow_slice", "insert", "new_table"]

SEGMENT_BITS = 16

OLD, NEW, FULL = 0, 1, 2
"""What `insert` says: the state was there, it was not and is now, there is no room for it."""

# Places in `Table.shape`:
CAPACITY = 0  # words in a segment now
STORED = 1  # states stored
GROWN = 2  # words in a segment after the growth under way, 0 if none is
NEXT = 3  # segments that have still to be moved
BITS = 4  # log2 of the number of segments

_S32 = np.uint64(32)
_FILL = 0.8
"""Share of the words in use from which on the table grows."""


class Table(NamedTuple):
    """The table.

    Attributes
    ----------
    words : uint64[most words]
        The stored words, 0 for none, segment after segment.
    buffer : uint64[words in the largest segment]
        One segment on its way.
    shape : int64[5]
        The figures named in this module.
    """

    words: NDArray[np.uint64]
    buffer: NDArray[np.uint64]
    shape: NDArray[np.int64]


def new_table(most_bytes: int, *, capacity: int = 64, segment_bits: int = SEGMENT_BITS) -> Table:
    """Return an empty table that may grow to `most_bytes`."""
    segments = 1 << segment_bits
    most = max(most_bytes // 8 // segments, capacity)
    words = as_granted(lambda most: room(most * segments, np.uint64), most, capacity)
    most = len(words) // segments
    return Table(words, np.zeros(most, np.uint64), np.array([capacity, 0, 0, 0, segment_bits], np.int64))


def table_bytes(table: Table) -> int:
    """Return the bytes in use: what the table has spread over, and the buffer."""
    segment = int(max(table.shape[CAPACITY], table.shape[GROWN]))
    return table.buffer.nbytes + (8 * segment << int(table.shape[BITS]))


def collision_bound(states: int, segment_bits: int = SEGMENT_BITS) -> float:
    """Bound the chance that any two of this many states were taken for one."""
    return float(states) ** 2 / 2.0 ** (65 + segment_bits)


@inlined
def slot(word: np.uint64, capacity: int) -> int:
    """Return the place inside a segment at which the search for a word begins."""
    return whole(((word >> _S32) * np.uint64(capacity)) >> _S32)


@inlined
def peek(table: Table, a: np.uint64, b: np.uint64) -> np.uint64:
    """Read the word at which the search for a state begins: done for all children first, such reads overlap."""
    capacity = table.shape[CAPACITY]
    bits = table.shape[BITS]
    start = whole(b >> np.uint64(64 - bits)) * capacity if bits > 0 else 0
    word: np.uint64 = table.words[start + slot(a, capacity)]
    return word


@inlined
def insert(table: Table, a: np.uint64, b: np.uint64) -> int:
    """Store a state by its two hashes; return `OLD`, `NEW` or `FULL`."""
    capacity = table.shape[CAPACITY]
    bits = table.shape[BITS]
    word = a if a != np.uint64(0) else np.uint64(1)
    start = whole(b >> np.uint64(64 - bits)) * capacity if bits > 0 else 0
    place = slot(word, capacity)
    for _ in range(capacity):
        found = table.words[start + place]
        if found == word:
            return OLD
        if found == np.uint64(0):
            table.words[start + place] = word
            table.shape[STORED] += 1
            return NEW
        place += 1
        if place == capacity:
            place = 0
    return FULL


@inlined
def crowded(table: Table) -> bool:
    """Tell whether the table should grow now."""
    return bool(table.shape[STORED] > _FILL * np.float64(table.shape[CAPACITY] << table.shape[BITS]))


@compiled
def grow_slice(table: Table, segments: int) -> bool:
    """Go on growing the table by at most so many segments; return whether it is done.

    `table.shape[GROWN]` and `[NEXT]` say how far; the caller sets them at the beginning (`begin_growth`).
    """
    capacity, grown = table.shape[CAPACITY], table.shape[GROWN]
    for _ in range(segments):
        if table.shape[NEXT] == 0:
            break
        segment = table.shape[NEXT] - 1
        for k in range(capacity):
            table.buffer[k] = table.words[segment * capacity + k]
        # The new place begins at or after the old one: everything from there on has been moved already.
        start = segment * grown
        for k in range(grown):
            table.words[start + k] = np.uint64(0)
        for k in range(capacity):
            word = table.buffer[k]
            if word != np.uint64(0):
                place = slot(word, grown)
                while table.words[start + place] != np.uint64(0):
                    place += 1
                    if place == grown:
                        place = 0
                table.words[start + place] = word
        table.shape[NEXT] = segment
    if table.shape[NEXT] == 0:
        table.shape[CAPACITY] = grown
        table.shape[GROWN] = 0
        return True
    return False


def begin_growth(table: Table, most_bytes: int = 1 << 62) -> bool:
    """Begin to grow by half, or to as much as makes so many bytes; return `False` if that is no growth."""
    capacity, bits = int(table.shape[CAPACITY]), int(table.shape[BITS])
    most = min(len(table.words), (most_bytes - table.buffer.nbytes) // 8) >> bits
    if capacity >= most:
        return False
    table.shape[GROWN] = min(capacity + max(capacity // 2, 1), most)
    table.shape[NEXT] = 1 << bits
    return True
