"""How many new states the exhaustive search stores a second, and in how many bytes each.

python tests/speed/exhaustion.py [--states 20000000] [--memory 1GB]

One long search: deal 14 of tests/golden/games/solvitaire-beleaguered-castle.jsonl, all dominances, for so many new
states.  Kernels are compiled in another process before, so that compiling shows neither in the time nor in the memory.
Bytes a state: peak of the process's resident memory, less its resident memory at the start of the search.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

import psutil

from patience_solver import Deal, Limits
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import Outcome
from patience_solver.solvers.exhaustion import Exhaustion
from patience_solver.solvers.start import prunes_for

FILE = Path(__file__).parent.parent / "golden" / "games" / "solvitaire-beleaguered-castle.jsonl"
LINE = 14


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--states", type=int, default=20_000_000, help="new states to store")
    parser.add_argument("--memory", default="1GB", help="memory that the table may take")
    arguments = parser.parse_args()
    record = json.loads(FILE.read_text("utf-8").splitlines()[LINE - 1])
    deal = Deal.from_pack(record["game"], record["deal"])
    _compile()
    limits = Limits(states=arguments.states, memory=arguments.memory)
    _engine(deal, Limits(states=1_000, memory="64MB")).run(1_000)  # loads the kernels
    before, peak_before = psutil.Process().memory_info().rss, _peak()
    engine = _engine(deal, limits)
    begin = time.perf_counter()
    outcome = Outcome.GOING_ON
    while outcome is Outcome.GOING_ON and engine.stored < arguments.states:
        outcome = engine.run()
    seconds = time.perf_counter() - begin
    peak = _peak()
    print(f"{'deal':<36}line {LINE} of {FILE.name}")
    print(f"{'ended':<36}{outcome.value} after {engine.stored:,} new states, {seconds:.1f} s")
    print(f"{'new states a second':<36}{engine.stored / seconds:,.0f}")
    if peak > peak_before:
        print(f"{'bytes a state':<36}{(peak - before) / engine.stored:.1f}")
    else:
        print(f"{'bytes a state':<36}not measurable: the search took less memory than loading the kernels")


def _engine(deal: Deal, limits: Limits) -> Exhaustion:
    return Exhaustion(deal, Budget(limits), prunes=prunes_for(deal.rules, shortest=False), most_bytes=limits.bytes)


def _compile() -> None:
    """Leave all kernels in the cache, the exhaustion's too."""
    code = (
        "import sys, pathlib; sys.path.insert(0, str(pathlib.Path(sys.argv[1]).parent)); import exhaustion as this;"
        "this._engine(this.Deal.random('fan', seed=1), this.Limits(states=10, memory='64MB'))"
    )
    subprocess.run([sys.executable, "-c", code, __file__], check=True)


def _peak() -> int:
    """Return the peak of the resident memory, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


if __name__ == "__main__":
    main()
