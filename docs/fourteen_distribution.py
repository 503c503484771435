"""Count how many exchanges random deals of Fourteen need: the tables of docs/fourteen.md.

python docs/fourteen_distribution.py [DECKS] [DEALS] [FIRST]
"""

from __future__ import annotations

import sys
from collections import Counter
from statistics import median

from patience_solver import Deal, Limits, Result, Status, solve

EXCHANGES = 4
LIMITS = Limits(seconds=120)


def outcome(result: Result) -> str:
    """Name the row of the table that a deal is counted in."""
    if result.status is Status.UNWINNABLE:
        return f"lost with any number up to {EXCHANGES}"
    if not result.optimal:
        return "fewest not proved"
    return str(result.details["exchanges"])


def main(decks: str = "1", deals: str = "10000", first: str = "1000001") -> None:
    """Print the table."""
    seconds: dict[str, list[float]] = {}
    solvers = Counter[str]()
    solve(Deal.random("fourteen", 1, decks=int(decks)))  # loads the kernels
    for seed in range(int(first), int(first) + int(deals)):
        result = solve(Deal.random("fourteen", seed, decks=int(decks), exchanges=EXCHANGES), limits=LIMITS)
        seconds.setdefault(outcome(result), []).append(result.stats.seconds)
        solvers[result.solver] += 1
    print("| exchanges | deals | share | median | slowest |")
    print("|---|---|---|---|---|")
    for name, taken in sorted(seconds.items()):
        share = len(taken) / int(deals)
        print(f"| {name} | {len(taken):,} | {share:.2%} | {median(taken) * 1000:.0f} ms | {max(taken):.1f} s |")
    print(f"\nAnswered by: {dict(solvers)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
