"""How much memory a search takes under a limit, game by game: growth of the process, and what is reported.

python tests/speed/memory.py [GAME …] [--memory 64MB 100MB 400MB] [--seconds 30] [--deal 1000001] [--any-win]

Each search runs in a process of its own.  Another search comes before it, so that growth is what the search takes, and
not the interpreter, packages and kernels.  Where the system can't tell the peak of a stretch of time, it is sampled.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

import psutil

from patience_solver import GAMES, Deal, Limits, find_game, solve

ROW = "{:<22}{:>9}{:>10}{:>8}{:>10}{:>12}{:>9}  {}"


@dataclass
class Growth:
    """Bytes that the process held at its peak beyond what it held before."""

    bytes: int = 0


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--memory", nargs="+", default=["64MB", "100MB", "400MB"], help="limits")
    parser.add_argument("--seconds", type=float, default=30, help="time limit of a search")
    parser.add_argument("--deal", type=int, default=1_000_001, help="number of the deal")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--any-win", action="store_true", help="ask for any win, not for a shortest one")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        one(asked.games[0], asked.set, asked.deal, asked.memory[0], asked.seconds, optimal=not asked.any_win)
        return
    print(ROW.format("game", "limit", "growth", "share", "tables", "states", "seconds", "answer"))
    for game in asked.games:
        for memory in asked.memory:
            rest = [f"--seconds={asked.seconds}", f"--deal={asked.deal}", *(["--any-win"] if asked.any_win else [])]
            rest += [f"--set={pair}" for pair in asked.set]
            told = subprocess.run([sys.executable, __file__, game, "--one", "--memory", memory, *rest], check=False)
            if told.returncode:
                print(f"{game:<22}{memory:>9} exit code {told.returncode}")


def one(game: str, pairs: list[str], number: int, memory: str, seconds: float, *, optimal: bool) -> None:
    """Measure one search in this process and print its row."""
    options = dict(pair.split("=", 1) for pair in pairs)
    deal = Deal.random(game, seed=number, **options)
    warm_up(Deal.random(game, seed=number + 1, **options))
    limits = Limits(seconds=seconds, memory=memory)
    with growth() as grown:
        result = solve(deal, optimal=optimal, limits=limits)
    size, answer = limits.bytes, [result.status.value, f"stop {result.stop.value}" if result.stop else "settled"]
    if result.length is not None:
        answer.append(f"{result.length} moves, at least {result.lower_bound}")
    figures = [find_game(game).name, f"{size / 1e6:.0f} MB", f"{grown.bytes / 1e6:.1f} MB", f"{grown.bytes / size:.0%}"]
    figures += [f"{result.stats.table_bytes / 1e6:.1f} MB", f"{result.stats.states:,}", f"{result.stats.seconds:.1f}"]
    print(ROW.format(*figures, ", ".join(answer)), flush=True)


def warm_up(deal: Deal, limits: Limits | None = None) -> None:
    """Load the kernels that a search of such a deal may come to use, and give back what that leaves behind."""
    from patience_solver.solvers.budget import Budget
    from patience_solver.solvers.deepening import Deepening
    from patience_solver.solvers.exhaustion import Exhaustion
    from patience_solver.solvers.start import prunes_for

    solve(deal, optimal=True, limits=limits or Limits(states=600_000, seconds=5, memory="100MB"))
    budget, prunes = Budget(Limits(memory="100MB")), prunes_for(deal.rules, shortest=True)
    Exhaustion(deal, budget, prunes=prunes, most_bytes=1 << 26)  # these two come when another is done, or full
    if deal.rules.pairs is None:
        Deepening(deal, budget, prunes=prunes, most_bytes=1 << 20, bound=0, below=99)


@contextmanager
def growth() -> Iterator[Growth]:
    """Measure by how much the resident memory grows here at its peak."""
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
    before, told = psutil.Process().memory_info().rss, Growth()
    with _peak() as peak:
        yield told
        told.bytes = max(peak() - before, 0)


@contextmanager
def _peak() -> Iterator[Callable[[], int]]:
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        with _sampled_peak() as peak:
            yield peak
    else:
        yield _highest


def _highest() -> int:
    """Return the peak of the resident memory since it was reset, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


@contextmanager
def _sampled_peak() -> Iterator[Callable[[], int]]:
    process, over, highest = psutil.Process(), Event(), [0]

    def sample() -> None:
        while not over.is_set():
            highest[0] = max(highest[0], process.memory_info().rss)
            time.sleep(0.005)

    thread = Thread(target=sample, daemon=True)
    thread.start()
    try:
        yield lambda: highest[0]
    finally:
        over.set()
        thread.join()


if __name__ == "__main__":
    main()
