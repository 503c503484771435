"""How fast Trefoil is decided: random deals from 1,000,001 on, through the public API.

python tests/speed/trefoil.py [--deals 500] [--optimal] [--seconds 10]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter

from patience_solver import Deal, Limits, Status, solve

FIRST = 1_000_001


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=500, help="deals to solve")
    parser.add_argument("--optimal", action="store_true", help="prove the shortest win too")
    parser.add_argument("--seconds", type=float, default=10, help="time limit a deal")
    arguments = parser.parse_args()
    solve(Deal.random("trefoil", seed=FIRST), optimal=True, limits=Limits(seconds=2))  # loads the kernels
    counts: Counter[Status] = Counter()
    proved, lengths, times = 0, list[int](), list[tuple[float, int]]()
    begin = time.perf_counter()
    for seed in range(FIRST, FIRST + arguments.deals):
        result = solve(
            Deal.random("trefoil", seed=seed), optimal=arguments.optimal, limits=Limits(seconds=arguments.seconds)
        )
        counts[result.status] += 1
        times.append((result.stats.seconds, seed))
        if result.optimal and result.length is not None:
            proved += 1
            lengths.append(result.length)
    seconds = time.perf_counter() - begin
    decided = arguments.deals - counts[Status.UNKNOWN]
    won = counts[Status.WINNABLE]
    slowest = max(times)
    print(f"{'deals':<36}{FIRST:,} to {FIRST + arguments.deals - 1:,}")
    print(f"{'decided':<36}{decided:,} of {arguments.deals:,} within {arguments.seconds:g} s each")
    print(f"{'winnable':<36}{won:,} ({won / arguments.deals:.2%})")
    if arguments.optimal and won:
        print(f"{'shortest win proved':<36}{proved:,} of {won:,} ({proved / won:.2%})")
        if lengths:
            print(f"{'lengths proved':<36}{min(lengths)} to {max(lengths)} moves")
    print(f"{'total':<36}{seconds:.1f} s")
    print(f"{'median':<36}{1000 * statistics.median(time for time, _ in times):.2f} ms")
    print(f"{'slowest':<36}deal {slowest[1]:,}: {slowest[0]:.2f} s")


if __name__ == "__main__":
    main()
