"""The kernel cache: an edit is never missed, and an unchecked kernel never passes for a checked one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import patience_solver
from patience_solver.kernel.compiled import stamp

PACKAGE = Path(patience_solver.__file__).parent

PLANTED = """
from patience_solver.kernel.compiled import compiled
from patience_solver.kernel.planted_part import part

@compiled
def planted(numbers, place):
    return part(numbers, place)
"""

PART = """
from patience_solver.kernel.compiled import inlined

@inlined
def part(numbers, place):
    return numbers[place] * 0 + 1
"""

CALL = """
import numpy as np
from patience_solver.kernel.planted import planted
try:
    print(planted(np.zeros(4), {place}), sum(planted.stats.cache_hits.values()))
except IndexError:
    print("IndexError")
"""


def run(folder: Path, place: int, **settings: str) -> str:
    """Call the planted kernel in a fresh process, with the package copied to `folder` and a cache beside it."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    environment |= {"NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": str(folder), **settings}
    done = subprocess.run(
        [sys.executable, "-c", CALL.format(place=place)],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def plant(folder: Path) -> Path:
    shutil.copytree(PACKAGE, folder / "patience_solver", ignore=shutil.ignore_patterns("__pycache__"))
    kernel = folder / "patience_solver" / "kernel"
    (kernel / "planted.py").write_text(PLANTED)
    (kernel / "planted_part.py").write_text(PART)
    return kernel


def test_an_out_of_bounds_read_is_caught_on_a_warm_cache(tmp_path: Path) -> None:
    plant(tmp_path)
    assert run(tmp_path, 0) == "1.0 0"
    assert run(tmp_path, 0) == "1.0 1"  # from the cache
    assert run(tmp_path, 1 << 12) != "IndexError"  # what lies there is read
    assert run(tmp_path, 1 << 12, NUMBA_BOUNDSCHECK="1") == "IndexError"


def test_an_edit_in_another_file_is_seen(tmp_path: Path) -> None:
    kernel = plant(tmp_path)
    before = stamp(kernel)
    assert run(tmp_path, 0) == "1.0 0"
    (kernel / "planted_part.py").write_text(PART.replace("+ 1", "+ 2"))
    assert stamp(kernel) != before
    assert run(tmp_path, 0) == "2.0 0"


def test_first_compilation_is_told_in_one_line(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", "import patience_solver as p; p.solve(p.Deal.random('quadrille', 7))"]
    told = [
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stderr.splitlines()
        for _ in range(2)
    ]
    assert len(told[0]) == 1 and "first time" in told[0][0]
    assert told[1] == []
