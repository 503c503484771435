"""The rooms of the package import only downwards, and importing it is quick."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import patience_solver

PACKAGE = Path(patience_solver.__file__).parent
NAME = "patience_solver"

MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "cards": {"errors"},
    "rules": {"errors", "cards"},
    "games": {"errors", "cards", "rules"},
    "position": {"errors", "cards", "rules", "games"},
    "reference": {"errors", "cards", "rules", "position"},
    "kernel": {"errors", "cards", "rules", "position"},
    "solvers": {"errors", "cards", "rules", "position", "reference", "kernel"},
    "_api": {"errors", "cards", "rules", "position", "reference", "kernel", "solvers"},
    "notation": {"errors", "cards", "rules", "games", "position"},
    "drawing": {"errors", "cards", "rules", "position"},
    "surveys": {""},
    "cli": {"", "rules", "surveys"},  # "": the public names, which are the package itself
    "__main__": {"cli"},
    "": {"errors", "cards", "rules", "games", "position", "reference", "solvers", "_api"},
}
"""What each room may import besides itself; a room not listed fails the test."""

LATE_EXCEPTIONS = {("position", "drawing")}
"""Imports upwards that may stand inside a function (pictures in notebooks)."""


def imports(path: Path, package: str) -> Iterator[tuple[int, str, bool]]:
    """Yield line, module of this package (its name below the package) and whether it stands in a function."""
    tree = ast.parse(path.read_text("utf-8"))
    late = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        modules: list[str] = []
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        else:
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([node.module] if node.module else [])])
            modules = [base]
            if base == NAME:  # `from patience_solver import games` reaches into a room
                rooms = [alias.name for alias in node.names if alias.name in MAY_IMPORT]
                modules = [f"{NAME}.{room}" for room in rooms] or [NAME]
        for module in modules:
            if module == NAME or module.startswith(f"{NAME}."):
                yield node.lineno, module.removeprefix(NAME).removeprefix("."), id(node) in late


def forbidden_imports(root: Path) -> list[str]:
    found = []
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        room = "" if parts == ("__init__",) else parts[0]
        if room not in MAY_IMPORT:
            found.append(f"{path.name}: the room {room!r} has no place in the order of rooms")
            continue
        package = ".".join([NAME, *parts[:-1]])
        for line, module, late in imports(path, package):
            target = module.split(".")[0]
            if target == room or target in MAY_IMPORT[room] or (late and (room, target) in LATE_EXCEPTIONS):
                continue
            found.append(f"{'/'.join(parts)}.py:{line}: {room or 'the package'} must not import {target or NAME}")
    return found


def test_rooms_import_only_downwards() -> None:
    assert forbidden_imports(PACKAGE) == []


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("rules/game.py", "from patience_solver.games import GAMES"),
        ("kernel/search.py", "import patience_solver.reference.apply"),
        ("reference/apply.py", "def f():\n    from patience_solver.kernel import run"),
        ("reference/apply.py", "from ..kernel import run"),
        ("solvers/search.py", "from patience_solver import solve"),
        ("position/deal.py", "from patience_solver.drawing import svg"),
        ("cli/solve.py", "from patience_solver.kernel import run"),
        ("engine/run.py", "import numpy"),
        ("cards.py", "from .rules import Game"),
    ],
)
def test_an_import_upwards_is_found(tmp_path: Path, file: str, line: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(line + "\n", "utf-8")
    assert len(forbidden_imports(tmp_path)) == 1


def test_a_late_import_of_drawing_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "position" / "position.py"
    path.parent.mkdir()
    path.write_text("def f():\n    from patience_solver.drawing import svg\n", "utf-8")
    assert forbidden_imports(tmp_path) == []


def _run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_import_loads_no_heavy_package() -> None:
    loaded = _run(f"import sys, {NAME}; print(*sys.modules)").split()
    assert NAME in loaded
    for heavy in ("numba", "llvmlite", "ortools", "networkx", "scipy", "matplotlib", "typer", "rich", "dask"):
        assert heavy not in loaded


def test_import_is_quick() -> None:
    code = f"import time; start = time.process_time(); import {NAME}; print(time.process_time() - start)"
    seconds = []
    for _ in range(5):
        seconds.append(float(_run(code)))
        if min(seconds) < 0.3:
            break
    assert min(seconds) < 0.3


def test_every_folder_is_a_package() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []
