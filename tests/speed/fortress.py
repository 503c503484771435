"""How fast Fortress is decided: random deals from 1,000,001 on, through the public API.

python tests/speed/fortress.py [--deals 1000] [--optimal] [--seconds 10]
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from patience_solver import Deal, Limits, Status, solve

FIRST = 1_000_001


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=1000, help="deals to solve")
    parser.add_argument("--optimal", action="store_true", help="prove the shortest win too")
    parser.add_argument("--seconds", type=float, default=10, help="time limit a deal")
    arguments = parser.parse_args()
    solve(Deal.random("fortress", seed=1_000_002), optimal=True)  # loads the kernels, outside of the measurement
    counts: Counter[Status] = Counter()
    proved, lengths, slowest = 0, list[int](), (0.0, 0)
    begin = time.perf_counter()
    for seed in range(FIRST, FIRST + arguments.deals):
        result = solve(
            Deal.random("fortress", seed=seed), optimal=arguments.optimal, limits=Limits(seconds=arguments.seconds)
        )
        counts[result.status] += 1
        slowest = max(slowest, (result.stats.seconds, seed))
        if result.optimal and result.length is not None:
            proved += 1
            lengths.append(result.length)
    seconds = time.perf_counter() - begin
    decided = arguments.deals - counts[Status.UNKNOWN]
    won = counts[Status.WINNABLE]
    print(f"{'deals':<36}{FIRST:,} to {FIRST + arguments.deals - 1:,}")
    print(f"{'decided':<36}{decided:,} of {arguments.deals:,} within {arguments.seconds:g} s each")
    print(f"{'winnable':<36}{won:,} ({won / arguments.deals:.2%})")
    if arguments.optimal and won:
        print(f"{'shortest win proved':<36}{proved:,} of {won:,} ({proved / won:.2%})")
        if lengths:
            print(f"{'lengths proved':<36}{min(lengths)} to {max(lengths)} moves")
    print(f"{'total':<36}{seconds:.1f} s, {1000 * seconds / arguments.deals:.2f} ms a deal")
    print(f"{'slowest':<36}deal {slowest[1]:,}: {slowest[0]:.2f} s")


if __name__ == "__main__":
    main()
