"""Sizes are halved until the system grants the memory."""

from __future__ import annotations

import pytest

from patience_solver.kernel.memory import as_granted


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
