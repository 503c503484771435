"""How long the shortest wins of random deals are, and how many are proved: the tables of docs/optimal.md.

python docs/optimal_distribution.py GAME WINS [--seconds 60] [--first 1000001] [--deals N] [--set option=value] [--list]
    [--answers FILE]

Deals are taken one after the other until so many have been won; with --deals not more than N.  With --answers they are
the winnable ones of a file of `tests/golden/games`, and are numbered from 1.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import mean, median, quantiles
from time import process_time
from typing import Any

from patience_solver import Deal, Limits, Result, Status, solve


def row(name: str, seeds: int, wins: list[tuple[Result, float]], open_deals: list[int]) -> str:
    """Return the row of a table of shortest wins."""
    lengths = sorted(result.length or 0 for result, _ in wins)
    gaps = [(result.length or 0) - (result.lower_bound or 0) for result, _ in wins]
    near = sum(10 * (result.length or 0) <= 11 * (result.lower_bound or 0) for result, _ in wins)
    times = [seconds for _, seconds in wins]
    tenths = quantiles(lengths, n=10, method="inclusive") if len(lengths) > 1 else lengths * 9
    return (
        f"| {name} | {seeds:,} | {len(wins):,} | {sum(result.optimal for result, _ in wins):,} | "
        f"{lengths[0]} / {tenths[0]:.0f} / {median(lengths):.0f} / {tenths[-1]:.0f} / {lengths[-1]} | "
        f"{mean(gaps):.2f}, at most {max(gaps)} | {near / len(wins):.0%} | "
        f"{median(times):.3f} s | {max(times):.1f} s | "
        f"{', '.join(f'{seed:,}' for seed in open_deals) or 'none'} |"
    )


def read_answers(path: Path) -> list[str]:
    """Return the packs of the winnable deals of a file."""
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [record["deal"] for record in records if record["verdict"] == "winnable"]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("wins", type=int, help="wins to look at")
    parser.add_argument("--seconds", type=float, default=60, help="time limit a deal")
    parser.add_argument("--first", type=int, default=1_000_001, help="first deal")
    parser.add_argument("--deals", type=int, default=1_000_000, help="most deals to look at")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--answers", type=Path, help="a file of tests/golden/games, in place of random deals")
    parser.add_argument("--list", action="store_true", help="print every win, too")
    arguments = parser.parse_args()
    options: dict[str, Any] = dict(item.split("=", 1) for item in arguments.set)
    known = read_answers(arguments.answers) if arguments.answers is not None else []
    if known:
        arguments.first, arguments.deals = 1, len(known)
    solve(Deal.random(arguments.game, arguments.first, **options), optimal=True, limits=Limits(seconds=2))  # kernels
    wins: list[tuple[Result, float]] = []
    open_deals, seed = list[int](), arguments.first
    while len(wins) < arguments.wins and seed < arguments.first + arguments.deals:
        if known:
            deal = Deal.from_pack(arguments.game, known[seed - 1], **options)
        else:
            deal = Deal.random(arguments.game, seed, **options)
        begin = process_time()
        result = solve(deal, optimal=True, limits=Limits(seconds=arguments.seconds))
        taken = process_time() - begin
        if result.status is Status.WINNABLE:
            wins.append((result, taken))
            if arguments.list:
                print(seed, result.length, result.lower_bound, f"{taken:.2f} s", flush=True)
        elif result.status is Status.UNKNOWN:
            open_deals.append(seed)
        seed += 1
    name = " ".join([arguments.game, *arguments.set])
    print(
        "| game | deals | won | proved shortest | least / tenth / median / tenth / most | gap to the bound | ", end=""
    )
    print("within 10 % | median | slowest | neither won nor lost |")
    print("|---" * 10 + "|")
    print(row(name, seed - arguments.first, wins, open_deals))


if __name__ == "__main__":
    main()
