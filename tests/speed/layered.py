"""How fast games with a stock are won by layered searches: random deals from 1,000,001 on, through the public API.

python tests/speed/layered.py [--deals 100] [--seconds 30] [--games big-ben "sultan redeals=2" calculation]
"""

from __future__ import annotations

import argparse
import statistics
from typing import Any

from patience_solver import Deal, Limits, Result, Status, solve

FIRST = 1_000_001
GAMES = ("big-ben", "sultan redeals=2", "calculation")


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100, help="deals of each game")
    parser.add_argument("--seconds", type=float, default=30, help="time limit a deal")
    parser.add_argument("--games", nargs="+", default=GAMES, help="games, with options after them")
    arguments = parser.parse_args()
    limits = Limits(seconds=arguments.seconds)
    print(f"{'game':<22}{'won':>6}{'lost':>6}{'unknown':>9}{'median':>11}{'mean':>10}{'states/s':>12}  unknown deals")
    for text in arguments.games:
        game, *pairs = text.split()
        options: dict[str, Any] = dict(pair.split("=") for pair in pairs)
        solve(Deal.random(game, seed=FIRST - 1, **options), limits=Limits(seconds=0.5))  # loads the kernels
        seeds = range(FIRST, FIRST + arguments.deals)
        print(_row(text, {seed: solve(Deal.random(game, seed=seed, **options), limits=limits) for seed in seeds}))


def _row(game: str, results: dict[int, Result]) -> str:
    count = {status: sum(result.status is status for result in results.values()) for status in Status}
    seconds = [result.stats.seconds for result in results.values()]
    states = sum(result.stats.states for result in results.values()) / sum(seconds)
    unknown = [f"{seed:,}" for seed, result in results.items() if result.status is Status.UNKNOWN]
    return (
        f"{game:<22}{count[Status.WINNABLE]:>6}{count[Status.UNWINNABLE]:>6}{count[Status.UNKNOWN]:>9}"
        f"{statistics.median(seconds):>9.3f} s{statistics.mean(seconds):>8.2f} s{states:>12,.0f}  {' '.join(unknown)}"
    )


if __name__ == "__main__":
    main()
