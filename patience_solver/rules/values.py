"""Numbers and truth values as they come from outside: Python's own, and those of numpy, which surveys compute with."""

from __future__ import annotations

import operator
import sys
from numbers import Real

__all__ = ["as_real", "as_truth", "as_whole"]


def as_whole(value: object) -> int | None:
    """Return a whole number as Python's own; `None` if it is none: truth values are not, nor are floats."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def as_real(value: object) -> float | None:
    """Return a real number as Python's own, a whole one as it is; `None` if it is none."""
    whole = as_whole(value)
    if whole is not None:
        return whole
    return float(value) if isinstance(value, Real) and not isinstance(value, bool) else None


def as_truth(value: object) -> bool | None:
    """Return a truth value as Python's own; `None` if it is none."""
    if isinstance(value, bool):
        return value
    numpy = sys.modules.get("numpy")  # where it is not loaded, no value is one of its own
    return bool(value) if numpy is not None and isinstance(value, numpy.bool_) else None
