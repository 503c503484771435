"""How fast the random deals of a game are decided, from 1,000,001 on: through the public API.

python tests/speed/random_deals.py GAME [--deals 1000] [--optimal] [--seconds 10] [--set option=value]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from typing import Any

from patience_solver import Deal, Limits, Status, solve

FIRST = 1_000_001


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--deals", type=int, default=1000, help="deals to solve")
    parser.add_argument("--optimal", action="store_true", help="prove the shortest win too")
    parser.add_argument("--seconds", type=float, default=10, help="time limit a deal")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    arguments = parser.parse_args()
    game, deals = arguments.game, arguments.deals
    options: dict[str, Any] = dict(item.split("=", 1) for item in arguments.set)
    solve(Deal.random(game, FIRST, **options), optimal=True, limits=Limits(seconds=2))  # loads the kernels
    counts: Counter[Status] = Counter()
    lengths, times = list[int](), list[tuple[float, int]]()
    begin = time.perf_counter()
    for seed in range(FIRST, FIRST + deals):
        deal = Deal.random(game, seed, **options)
        result = solve(deal, optimal=arguments.optimal, limits=Limits(seconds=arguments.seconds))
        times.append((result.stats.seconds, seed))
        counts[result.status] += 1
        if result.optimal and result.length is not None:
            lengths.append(result.length)
    total, won = time.perf_counter() - begin, counts[Status.WINNABLE]
    slowest, seed = max(times)
    print(f"{'deals':<36}{FIRST:,} to {FIRST + deals - 1:,}")
    print(f"{'decided':<36}{deals - counts[Status.UNKNOWN]:,} of {deals:,} within {arguments.seconds:g} s each")
    print(f"{'winnable':<36}{won:,} ({won / deals:.2%})")
    if arguments.optimal and won:
        print(f"{'shortest win proved':<36}{len(lengths):,} of {won:,} ({len(lengths) / won:.2%})")
    if lengths:
        print(f"{'lengths proved':<36}{min(lengths)} to {max(lengths)} moves")
    print(f"{'total, with drawing and referee':<36}{total:.1f} s, {1000 * total / deals:.2f} ms a deal")
    print(f"{'median of the search':<36}{1000 * statistics.median(seconds for seconds, _ in times):.2f} ms")
    print(f"{'slowest search':<36}deal {seed:,}: {slowest:.2f} s")


if __name__ == "__main__":
    main()
