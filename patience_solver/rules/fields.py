"""Types of a declaration's fields, checked when a part of it is made.

An `Option` may stand anywhere; what it may mean is checked when it is settled, since the part is then made anew.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, TypeAlias

from patience_solver.errors import BadDeclaration
from patience_solver.rules.option import Option
from patience_solver.rules.values import as_truth, as_whole

__all__ = ["Check", "an_instance", "boolean", "check_fields", "maybe", "one_of", "text", "tuple_of", "whole"]

Check: TypeAlias = Callable[[Any], Any]
"""Takes a value and returns it as it is to be kept; raises `_Wrong` with what would be right."""


class _Wrong(Exception):
    """What a field must be."""


def check_fields(part: object, **checks: Check) -> None:
    """Check fields of a frozen dataclass; a list becomes a tuple, a number of numpy's one of Python's.

    Parameters
    ----------
    part : dataclass
    **checks
        A check for each field.

    Raises
    ------
    BadDeclaration
        Names class, field and value, and says what would be right.
    """
    for name, check in checks.items():
        value = getattr(part, name)
        try:
            kept = _checked(check, value)
        except _Wrong as wrong:
            raise BadDeclaration(f"{type(part).__name__}: {name}={value!r}: it must be {wrong}") from None
        if kept is not value:
            object.__setattr__(part, name, kept)


def _checked(check: Check, value: Any) -> Any:
    return value if isinstance(value, Option) else check(value)


def whole(at_least: int | None = None, at_most: int | None = None) -> Check:
    """Return the check for a whole number between two bounds."""
    ends = {
        (False, False): "a whole number",
        (True, False): f"a whole number from {at_least} on",
        (False, True): f"a whole number up to {at_most}",
        (True, True): f"a whole number from {at_least} to {at_most}",
    }[at_least is not None, at_most is not None]

    def check(value: Any) -> int:
        number = as_whole(value)
        if number is None or (at_least is not None and number < at_least) or (at_most is not None and number > at_most):
            raise _Wrong(ends)
        return number

    return check


def boolean(value: Any) -> bool:
    """Check a truth value."""
    truth = as_truth(value)
    if truth is None:
        raise _Wrong("True or False")
    return truth


def text(value: Any) -> str:
    """Check a text."""
    if not isinstance(value, str):
        raise _Wrong("a text")
    return value


def one_of(kind: type[Enum]) -> Check:
    """Return the check for a member of an enum."""

    def check(value: Any) -> Enum:
        if not isinstance(value, kind):
            raise _Wrong(f"one of {', '.join(f'{kind.__name__}.{member.name}' for member in kind)}")
        return value

    return check


def an_instance(kind: type) -> Check:
    """Return the check for a part of the vocabulary."""

    def check(value: Any) -> Any:
        if not isinstance(value, kind):
            raise _Wrong(f"a {kind.__name__}")
        return value

    return check


def maybe(check: Check) -> Check:
    """Return the check that lets `None` pass, too."""

    def check_if_any(value: Any) -> Any:
        if value is None:
            return None
        try:
            return check(value)
        except _Wrong as wrong:
            raise _Wrong(f"None or {wrong}") from None

    return check_if_any


def tuple_of(check: Check) -> Check:
    """Return the check for a tuple, or list, whose items all pass a check."""

    def check_all(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, tuple | list):
            try:
                _checked(check, value)
            except _Wrong as wrong:
                raise _Wrong(f"a tuple, each item of it {wrong}") from None
            raise _Wrong(f"a tuple: write ({value!r},)")
        kept = []
        for place, item in enumerate(value, start=1):
            try:
                kept.append(_checked(check, item))
            except _Wrong as wrong:
                raise _Wrong(f"a tuple, item {place} of it {wrong}") from None
        if isinstance(value, tuple) and all(one is other for one, other in zip(kept, value, strict=True)):
            return value
        return tuple(kept)

    return check_all
