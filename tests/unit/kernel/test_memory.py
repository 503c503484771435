"""Sizes are halved until the system grants the memory."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_solver.kernel.memory import as_granted, filled, most_places, most_rows, room


@pytest.mark.parametrize(("granted", "size"), [(1000, 1000), (999, 500), (250, 250), (39, 32)])
def test_the_greatest_size_granted(granted: int, size: int) -> None:
    def make(asked: int) -> int:
        if asked > granted:
            raise MemoryError
        return asked

    assert as_granted(make, 1000, 32) == size


def test_a_refusal_of_the_least_size() -> None:
    asked = list[int]()

    def make(size: int) -> None:
        asked.append(size)
        raise MemoryError

    with pytest.raises(MemoryError):
        as_granted(make, 100, 30)
    assert asked == [100, 50, 30]


@given(st.integers(-1000, 1 << 40), st.integers(1, 300), st.integers(1, 2000))
def test_as_many_rows_as_fit_with_their_index(most_bytes: int, per_row: int, least: int) -> None:
    def taken(rows: int) -> int:
        return rows * per_row + 4 * most_places(rows)

    rows = most_rows(most_bytes, per_row, least)
    assert most_places(rows) >= 2 * rows
    assert rows == least or (rows > least and taken(rows) <= most_bytes < taken(rows + 1))


@pytest.mark.parametrize("shape", [0, 100, (3, 1 << 20)])
def test_room_is_clear_and_can_be_written_to(shape: int | tuple[int, ...]) -> None:
    array = room(shape, np.int64)
    assert array.shape == (shape if isinstance(shape, tuple) else (shape,)) and not array.any()
    array[...] = -1
    assert np.array_equal(array, filled(shape, -1, np.int64))


def test_more_room_than_there_is() -> None:
    with pytest.raises(MemoryError):
        room(1 << 60, np.int64)
