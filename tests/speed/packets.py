"""How fast games of packets are decided, and how often a win is proved shortest, through the public API.

python tests/speed/packets.py [--deals 100] [--seconds 15] [--first 1000001] [--options packets=4 packets=3 packets=5]
"""

from __future__ import annotations

import argparse
import statistics
from typing import Any

from patience_solver import Deal, Limits, Result, Status, solve


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=15, help="time limit a deal")
    parser.add_argument("--first", type=int, default=1_000_001, help="number of the first deal")
    parser.add_argument("--options", nargs="+", default=("packets=4", "packets=3", "packets=5"))
    arguments = parser.parse_args()
    limits = Limits(seconds=arguments.seconds)
    for option in arguments.options:
        options: dict[str, Any] = dict([option.split("=")])
        solve(Deal.random("calculation", 1, **options))  # loads the kernels
        deals = [Deal.random("calculation", arguments.first + k, **options) for k in range(arguments.deals)]
        for optimal in (False, True):
            _tell(
                f"{option} {'shortest' if optimal else 'any win'}",
                [solve(d, optimal=optimal, limits=limits) for d in deals],
            )


def _tell(what: str, results: list[Result]) -> None:
    seconds = [result.stats.seconds for result in results]
    gaps = [result.length - result.lower_bound for result in results if result.length and result.lower_bound]
    won, lost, _ = (sum(result.status is status for result in results) for status in Status)
    print(
        f"{what:<20} {len(results)} deals: won {won}, lost {lost}; proved shortest {gaps.count(0)}, within one move "
        f"{sum(gap <= 1 for gap in gaps)}; median {statistics.median(seconds):.3f} s, most {max(seconds):.2f} s"
    )


if __name__ == "__main__":
    main()
