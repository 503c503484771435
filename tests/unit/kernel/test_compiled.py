"""What is compiled: an edit is never missed, an unchecked kernel never passes for a checked one, settings stay."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.planted import PACKAGE, plant

from patience_solver.kernel.cache import KERNELS
from patience_solver.kernel.compiled import stamp


def test_an_out_of_bounds_read_is_caught_on_a_warm_cache(tmp_path: Path) -> None:
    copy = plant(tmp_path)
    assert copy.run()[0] == "1.0 0"
    assert copy.run()[0] == "1.0 1"  # from the cache
    assert copy.run(1 << 12)[0] != "IndexError"  # what lies there is read
    assert copy.run(1 << 12, NUMBA_BOUNDSCHECK="1")[0] == "IndexError"
    assert copy.run(1 << 12, before="import numba; numba.config.BOUNDSCHECK = 1")[0] == "IndexError"


def test_an_edit_in_another_file_is_seen(tmp_path: Path) -> None:
    copy = plant(tmp_path)
    before = stamp(copy.kernel)
    assert copy.run()[0] == "1.0 0"
    copy.edit()
    assert stamp(copy.kernel) != before
    assert copy.run()[0] == "2.0 0"


def test_first_compilation_is_told_in_one_line(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", "import patience_solver as p; p.solve(p.Deal.random('quadrille', 7))"]
    told = [
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stderr.splitlines()
        for _ in range(2)
    ]
    assert len(told[0]) == 1 and "first time" in told[0][0]
    assert told[1] == []


WATCH = """
import types
import numba

class Watched(types.ModuleType):
    def __setattr__(self, name, value):
        print("set", name, value)
        super().__setattr__(name, value)

numba.config.__class__ = Watched
"""


def test_no_setting_of_numba_is_touched(tmp_path: Path) -> None:
    copy = plant(tmp_path)
    (tmp_path / "watch.py").write_text(WATCH)
    for hits in "01":
        # `sitecustomize` comes before the package, which must not set anything when it is imported either.
        (tmp_path / "sitecustomize.py").write_text("import watch")
        assert copy.run()[0] == f"1.0 {hits}"


PASSES = """
import numba
from numba.core.codegen import CPUCodegen

levels = []
original = CPUCodegen._function_pass_manager

def spy(self, *args, **options):
    levels.append((options.get("opt", -1), options.get("loop_vectorize", -1)))
    return original(self, *args, **options)

CPUCodegen._function_pass_manager = spy
"""


def test_kernels_are_compiled_at_a_low_level_and_all_else_as_its_program_wants(tmp_path: Path) -> None:
    # With the kernel numba compiles its own runtime, not at the kernel's level.
    after = (
        "kernel = *map(int, max(levels)),; levels.clear(); numba.njit(lambda x: x + 1)(1); print(kernel, set(levels))"
    )
    copy = plant(tmp_path)
    assert copy.run(before=PASSES, after=after)[0] == "1.0 0\n(1, 0) {(-1, -1)}"
    assert copy.run(before=PASSES, after=after, NUMBA_OPT="0")[0] == "1.0 0\n(0, 0) {(-1, -1)}"


def test_a_function_that_the_stamp_does_not_cover_is_not_kept(tmp_path: Path) -> None:
    copy = plant(tmp_path)
    outside = tmp_path / "outside.py"
    call = "import outside; print(outside.kernel(numbers, 0), sum(outside.kernel.stats.cache_hits.values()))"
    text = """
from patience_solver.kernel.compiled import compiled, inlined
import constants

@compiled
def kernel(numbers, place):
    return constants.number
"""
    outside.write_text(text)
    for number in (1, 2):
        (tmp_path / "constants.py").write_text(f"number = {number}")
        assert copy.run(after=call)[0].splitlines()[1] == f"{number} 0"
    assert len(copy.kept()) == 1


def names_from_elsewhere(source: str) -> set[str]:
    """Return the names that compiled functions read and that come from the package, but not from kernel sources."""
    tree = ast.parse(source)
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("patience_solver")
        for alias in node.names
        if not (node.module or "").startswith("patience_solver.kernel")
    }
    return {
        name.id
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        and {d.id for d in function.decorator_list if isinstance(d, ast.Name)} & {"compiled", "inlined", "merged"}
        for statement in function.body
        for name in ast.walk(statement)
        if isinstance(name, ast.Name)
    } & imported


@pytest.mark.parametrize("path", sorted(KERNELS.rglob("*.py")), ids=lambda path: path.stem)
def test_kernels_read_nothing_that_the_stamp_does_not_cover(path: Path) -> None:
    assert names_from_elsewhere(path.read_text("utf-8")) == set()


def test_a_name_from_elsewhere_is_found() -> None:
    source = "from patience_solver.cards import SUITS\n\n@compiled\ndef kernel(a):\n    return len(SUITS)\n"
    assert names_from_elsewhere(source) == {"SUITS"}


def test_all_compiled_code_lies_below_the_stamped_folder() -> None:
    compiles = {"numba", "patience_solver.kernel.compiled"}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = [node.module] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if any(module and (module in compiles or module.startswith("numba.")) for module in modules):
                assert path.is_relative_to(KERNELS), path
