from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import patience_solver

ROOMS = ("cards", "errors", "games", "position", "reference", "rules")
MODULES = [
    module.name
    for module in pkgutil.walk_packages(patience_solver.__path__, "patience_solver.")
    if module.name.split(".")[1] in ROOMS
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES) >= 2
