"""A copy of the package with two tiny kernels in it, called in processes of their own with a cache beside it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import patience_solver

PACKAGE = Path(patience_solver.__file__).parent

PLANTED = """
from patience_solver.kernel.compiled import compiled
from patience_solver.kernel.planted_part import part

@compiled
def planted(numbers, place):
    return part(numbers, place)

@compiled
def other(numbers, place):
    return part(numbers, place) + 1
"""

PART = """
from patience_solver.kernel.compiled import inlined

@inlined
def part(numbers, place):
    return numbers[place] * 0 + 1
"""

CALL = """
import numpy as np
from patience_solver.kernel.planted import other, planted
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import load_engine
from patience_solver.solvers.limits import Limits

numbers = np.zeros(4, "{dtype}")

def load(name, kernel):
    load_engine(name, Budget(Limits()), lambda: kernel(numbers, 0))

{before}
load("planted", planted)
try:
    print(planted(numbers, {place}), sum(planted.stats.cache_hits.values()))
except IndexError:
    print("IndexError")
{after}
"""


@dataclass(frozen=True)
class Copy:
    """A copy of the package.

    Attributes
    ----------
    folder : Path
        Where it stands.
    """

    folder: Path

    @property
    def cache(self) -> Path:
        """Where its kernels are kept."""
        return self.folder / "cache"

    @property
    def kernel(self) -> Path:
        """Its kernel sources."""
        return self.folder / "patience_solver" / "kernel"

    def edit(self) -> None:
        """Let kernels return 2 in place of 1, in another file than theirs."""
        (self.kernel / "planted_part.py").write_text(PART.replace("+ 1", "+ 2"))

    def kept(self) -> list[Path]:
        """List the files that hold compiled code, wherever they are."""
        return sorted(p for p in self.folder.rglob("*") if p.suffix in (".nbi", ".nbc"))

    def start(
        self, place: int = 0, *, before: str = "", after: str = "", dtype: str = "float64", **settings: str
    ) -> subprocess.Popen[str]:
        """Begin a process that calls the kernel: `before` and `after` are more that it does."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
        environment |= {"NUMBA_CACHE_DIR": str(self.cache), "PYTHONPATH": str(self.folder), **settings}
        return subprocess.Popen(
            [sys.executable, "-c", CALL.format(place=place, before=before, after=after, dtype=dtype)],
            env=environment,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, place: int = 0, **options: str) -> tuple[str, str]:
        """Run such a process; return what it printed (the kernel's answer and cache hits) and what it was told."""
        return ended(self.start(place, **options))


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Wait for a process that must end well; return what it wrote to both streams."""
    printed, told = process.communicate()
    assert process.returncode == 0, told
    return printed.strip(), told.strip()


def plant(folder: Path) -> Copy:
    """Copy the package to a folder and plant the kernels."""
    shutil.copytree(PACKAGE, folder / "patience_solver", ignore=shutil.ignore_patterns("__pycache__"))
    copy = Copy(folder)
    (copy.kernel / "planted.py").write_text(PLANTED)
    (copy.kernel / "planted_part.py").write_text(PART)
    return copy
