"""What the first use costs: importing the package, compiling the kernels, and a later process with a warm cache.

python tests/speed/first_use.py

Each figure is a fresh process; the kernel cache (NUMBA_CACHE_DIR) is an empty temporary folder at first.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

IMPORT = "import time; begin = time.perf_counter(); import patience_solver; print(time.perf_counter() - begin)"
SOLVE = "from patience_solver import Deal, solve; solve(Deal.random('fortress', seed=1000002))"
SHORTEST = SOLVE.replace("1000002)", "1000002), optimal=True")


def main() -> None:
    """Run the benchmark and print its table."""
    print(f"{'import patience_solver':<58}{min(float(_run(IMPORT)[0]) for _ in range(5)):.2f} s (best of 5)")
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'first deal solved, kernels compiled (whole process)':<58}{_run(SOLVE, folder)[1]:.1f} s")
        print(f"{'a deal solved, kernels in the cache (whole process)':<58}{_run(SOLVE, folder)[1]:.1f} s")
        print(f"{'the same with its shortest win (whole process)':<58}{_run(SHORTEST, folder)[1]:.1f} s")


def _run(code: str, cache: str | None = None) -> tuple[str, float]:
    """Run a process; return what it printed and how long it took."""
    environment = os.environ | ({"NUMBA_CACHE_DIR": cache} if cache is not None else {})
    begin = time.perf_counter()
    ended = subprocess.run(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
    )
    return ended.stdout.decode(), time.perf_counter() - begin


if __name__ == "__main__":
    main()
