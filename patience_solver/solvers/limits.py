"""Limits on a search."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf

from patience_solver.cards import fold
from patience_solver.errors import MalformedText, shown
from patience_solver.kernel.address_space import address_space_left
from patience_solver.rules.values import as_real, as_whole

__all__ = ["LEAST_MEMORY", "Limits", "read_bytes"]

_LEAST = "64MB"
LEAST_MEMORY = 64 * 10**6
"""The least limit on memory, in bytes: the exhaustion's table begins with half of it."""

_UNITS = {"": 1, "b": 1}
_UNITS |= {f"{letter}b": 1000**power for power, letter in enumerate("kmgt", start=1)}
_UNITS |= {f"{letter}ib": 1024**power for power, letter in enumerate("kmgt", start=1)}


@dataclass(frozen=True)
class Limits:
    """How long a search may go on.  A limit that is `None` does not apply.

    Attributes
    ----------
    seconds : float or None
        Wall time from the call on, without the time to compile kernels; infinity becomes `None`.
    states : int or None
        New states stored.
    memory : int, str or None
        Bytes that the search may take beyond what the process holds when its kernels are loaded, or text such as
        `"4GB"` (10⁹ bytes) or `"4GiB"`; at least `LEAST_MEMORY`.  `None`: half of what is free at the start.
        Interpreter, packages and compiled kernels are not counted: they take some 300 MB, whatever the deal.

    Raises
    ------
    MalformedText
        For a limit that is no positive number, or too little memory.
    """

    seconds: float | None = None
    states: int | None = None
    memory: int | str | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "states"):
            value = getattr(self, name)
            if value is None:
                continue
            number = as_real(value) if name == "seconds" else as_whole(value)
            if number is None or not number > 0:
                wanted = "positive number" if name == "seconds" else "whole number from 1 on"
                raise MalformedText(f"limit {name}: {shown(value)} is no {wanted}")
            object.__setattr__(self, name, None if number == inf else number)
        if self.memory is not None:
            amount = read_bytes(self.memory)
            if amount < LEAST_MEMORY:
                raise MalformedText(f"limit memory: {self.memory!r} is too little; a search needs at least {_LEAST}")
            if not isinstance(self.memory, str):
                object.__setattr__(self, "memory", amount)

    @property
    def bytes(self) -> int:
        """The memory limit in bytes."""
        if self.memory is not None:
            return min(read_bytes(self.memory), 1 << 46)  # no machine has more, and no array may be larger
        import psutil

        return min(int(psutil.virtual_memory().available), address_space_left()) // 2


def read_bytes(amount: int | str) -> int:
    """Read an amount of memory: `4GB` = 4·10⁹, `4GiB` = 4·2³⁰, a bare number = bytes."""
    if isinstance(amount, str):
        match = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([a-z]*)\s*", fold(amount))
        if match and match[2] in _UNITS and 1 <= float(match[1]) * _UNITS[match[2]] < float("inf"):
            return int(float(match[1]) * _UNITS[match[2]])
    elif (whole := as_whole(amount)) is not None and whole > 0:
        return whole
    raise MalformedText(f"limit memory: {shown(amount)} is no amount of memory; write bytes, or e.g. 500MB, 4GB, 4GiB")
