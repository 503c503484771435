from __future__ import annotations

import pytest

from patience_solver import errors


@pytest.mark.parametrize("name", errors.__all__)
def test_every_error_is_a_patience_error_and_a_value_error(name: str) -> None:
    error = getattr(errors, name)
    assert issubclass(error, errors.PatienceError)
    assert issubclass(error, ValueError)
    assert error.__doc__


def test_stages_are_told_apart() -> None:
    stages = [getattr(errors, name) for name in errors.__all__ if name != "PatienceError"]
    for one in stages:
        assert [other for other in stages if issubclass(one, other)] == [one]
