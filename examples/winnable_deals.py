"""Find the first winnable deals of a game, with their shortest wins.

python examples/winnable_deals.py [GAME] [HOW_MANY] [FIRST_SEED]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count, islice

from patience_solver import Deal, Limits, Result, Status, solve


def winnable(game: str, first: int = 1) -> Iterator[Result]:
    for seed in count(first):
        result = solve(Deal.random(game, seed=seed), optimal=True, limits=Limits(seconds=10))
        if result.status is Status.WINNABLE:
            yield result


def main(game: str = "fortress", how_many: str = "3", first: str = "1") -> None:
    for result in islice(winnable(game, int(first)), int(how_many)):
        proof = "shortest" if result.optimal else f"at least {result.lower_bound}"
        print(f"deal {result.deal.seed}: {result.length} moves ({proof})")


if __name__ == "__main__":
    main(*sys.argv[1:])
