"""Limits on a search."""

from __future__ import annotations

import re
from dataclasses import dataclass

from patience_solver.errors import MalformedText

__all__ = ["LEAST_MEMORY", "TO_LOAD_NUMBA", "Limits", "address_space_left", "read_bytes", "require_address_space"]

_LEAST = "64MB"
LEAST_MEMORY = 64 * 10**6
"""The least limit on memory, in bytes: the exhaustion's table begins with half of it."""

TO_LOAD_NUMBA = 512 * 10**6
"""Address space that numba takes, and the first kernels beside it."""

_UNITS = {"": 1, "b": 1}
_UNITS |= {f"{letter}b": 1000**power for power, letter in enumerate("kmgt", start=1)}
_UNITS |= {f"{letter}ib": 1024**power for power, letter in enumerate("kmgt", start=1)}


@dataclass(frozen=True)
class Limits:
    """How long a search may go on.  A limit that is `None` does not apply.

    Attributes
    ----------
    seconds : float or None
        Wall time from the call on, without the time to compile kernels.
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
            kinds = (int, float) if name == "seconds" else (int,)
            if isinstance(value, bool) or not isinstance(value, kinds) or not value > 0:
                raise MalformedText(f"limit {name}: {value!r} is no positive number")
        if self.memory is not None and read_bytes(self.memory) < LEAST_MEMORY:
            raise MalformedText(f"limit memory: {self.memory!r} is too little; a search needs at least {_LEAST}")

    @property
    def bytes(self) -> int:
        """The memory limit in bytes."""
        if self.memory is not None:
            return min(read_bytes(self.memory), 1 << 46)  # no machine has more, and no array may be larger
        import psutil

        return min(int(psutil.virtual_memory().available), address_space_left()) // 2


def require_address_space(least: int) -> None:
    """Refuse to load what LLVM would end the process for.

    Raises
    ------
    MemoryError
        If the system limits the address space, and less is left.
    """
    if address_space_left() < least:
        raise MemoryError(f"less than {least // 10**6} MB are left of the address space (ulimit -v) to load kernels")


def address_space_left() -> int:
    """Return how much address space the process can still get, where the system limits it (`ulimit -v`)."""
    import psutil

    left = 1 << 62
    try:
        import resource
    except ImportError:  # Windows
        return left
    for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        most, _ = resource.getrlimit(kind)
        if most != resource.RLIM_INFINITY:
            left = min(left, max(most - int(psutil.Process().memory_info().vms), 0))
    return left


def read_bytes(amount: int | str) -> int:
    """Read an amount of memory: `4GB` = 4·10⁹, `4GiB` = 4·2³⁰, a bare number = bytes."""
    if isinstance(amount, str):
        match = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([a-z]*)\s*", amount.lower())
        if match and match[2] in _UNITS and 1 <= float(match[1]) * _UNITS[match[2]] < float("inf"):
            return int(float(match[1]) * _UNITS[match[2]])
    elif isinstance(amount, int) and not isinstance(amount, bool) and amount > 0:
        return amount
    raise MalformedText(f"limit memory: {amount!r} is no amount of memory; write bytes, or e.g. 500MB, 4GB, 4GiB")
