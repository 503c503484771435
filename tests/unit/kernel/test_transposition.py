from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from patience_solver.kernel import transposition
from patience_solver.kernel.compiled import compiled
from patience_solver.kernel.transposition import (
    FULL,
    NEW,
    OLD,
    Table,
    begin_growth,
    collision_bound,
    grow_slice,
    insert,
    new_table,
    table_bytes,
)

words = st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))


@compiled
def insert_all(table: Table, a: NDArray[np.uint64], b: NDArray[np.uint64], seen: NDArray[np.int64]) -> int:
    for k in range(len(a)):
        seen[k] = insert(table, a[k], b[k])
        if seen[k] == FULL:
            return k
    return len(a)


def grow(table: Table, segments: int) -> bool:
    if not begin_growth(table):
        return False
    while not grow_slice(table, segments):
        pass
    return True


def fill(table: Table, pairs: list[tuple[int, int]], segments: int = 1) -> list[int]:
    """Insert all, growing when a segment is full; return what `insert` said of each."""
    a, b = (np.array([pair[k] for pair in pairs], np.uint64) for k in (0, 1))
    seen = np.zeros(len(pairs), np.int64)
    done = 0
    while (count := insert_all(table, a[done:], b[done:], seen[done:])) < len(a) - done:
        done += count
        assert grow(table, segments)
    return [int(code) for code in seen]


@given(st.lists(words), st.integers(0, 3), st.integers(1, 5))
def test_a_state_is_new_once(pairs: list[tuple[int, int]], bits: int, segments: int) -> None:
    table = new_table(1 << 20, capacity=1, segment_bits=bits)
    told = fill(table, pairs, segments)
    known = set()
    for (a, b), code in zip(pairs, told, strict=True):
        key = (max(a, 1), b >> (64 - bits) if bits else 0)  # 0 stands for no state, so it is stored as 1
        assert code == (OLD if key in known else NEW)
        known.add(key)
    assert table.shape[transposition.STORED] == len(known)
    assert fill(table, pairs) == [OLD] * len(pairs)


def test_growth_moves_every_state() -> None:
    random = np.random.default_rng(1)
    pairs = [(int(a), int(b)) for a, b in random.integers(0, 2**64, (20_000, 2), dtype=np.uint64)]
    table = new_table(1 << 20, capacity=2, segment_bits=6)
    assert fill(table, pairs, 3) == [NEW] * len(pairs)
    assert table_bytes(table) >= 8 * len(pairs)
    assert fill(table, pairs) == [OLD] * len(pairs)


def test_a_lost_state_would_be_seen() -> None:
    random = np.random.default_rng(1)
    pairs = [(int(a), int(b)) for a, b in random.integers(0, 2**64, (500, 2), dtype=np.uint64)]
    table = new_table(1 << 16, capacity=32, segment_bits=5)
    fill(table, pairs)
    table.words[np.flatnonzero(table.words)[0]] = 0
    assert fill(table, pairs).count(NEW) >= 1


def test_the_limit_holds() -> None:
    table = new_table(8 * 4 * 10, capacity=2, segment_bits=2)
    assert len(table.words) == 40
    while begin_growth(table):
        while not grow_slice(table, 1):
            pass
    assert table.shape[transposition.CAPACITY] == 10


def test_collision_bound() -> None:
    assert collision_bound(10**9) == pytest.approx(4.1e-7, rel=0.02)
    assert collision_bound(1) < 1e-24
