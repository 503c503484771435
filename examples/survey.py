"""Estimate the share of winnable deals of a game, with its 95 % Wilson interval.

python examples/survey.py [GAME] [DEALS]

Deals whose outcome is unknown count as lost at the low end and as won at the high end.
"""

from __future__ import annotations

import sys
from collections import Counter

from scipy.stats import binomtest

from patience_solver import Deal, Limits, Status, solve

FIRST = 1_000_001


def main(game: str = "fortress", deals: str = "1000") -> None:
    n = int(deals)
    counts = Counter(
        solve(Deal.random(game, seed=seed), limits=Limits(seconds=10)).status for seed in range(FIRST, FIRST + n)
    )
    won, unknown = counts[Status.WINNABLE], counts[Status.UNKNOWN]
    low = binomtest(won, n).proportion_ci(method="wilson").low
    high = binomtest(won + unknown, n).proportion_ci(method="wilson").high
    print(f"{game}: {won} of {n} winnable, {unknown} unknown; 95 % interval {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main(*sys.argv[1:])
