"""The deals that the program Solvitaire was asked about (tests/golden/games/solvitaire-*.jsonl), asked again.

python tests/speed/castles_and_fan.py [--seconds 20] [--games fan trefoil ...]

The recorded times (`solvitaire_ms`) are whole milliseconds, so on both sides a time below 1 ms counts as 1 ms; where
Solvitaire did not settle a deal, its time is the 20 s after which it was stopped.  They were measured on a machine of
the same kind, not in this run.  Times are for the question "can it be won?", with a win or a proof.
"""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path
from typing import Any

from patience_solver import Deal, Limits, Result, Status, solve

FOLDER = Path(__file__).parent.parent / "golden" / "games"
GAMES = ("beleaguered-castle", "streets-and-alleys", "fan", "trefoil")


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20, help="time limit a deal")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES, help="games to run")
    arguments = parser.parse_args()
    solve(Deal.random("fortress", seed=1_000_002))  # loads the kernels, outside of the measurement
    limits = Limits(seconds=arguments.seconds)
    print(f"{'game':<20}{'decided':>9}{'Solvitaire':>12}{'contradictions':>16}{'time ratio':>12}{'median win':>12}")
    for game in arguments.games:
        records = [json.loads(line) for line in (FOLDER / f"solvitaire-{game}.jsonl").read_text("utf-8").splitlines()]
        results = [
            solve(Deal.from_pack(game, record["deal"], **record["options"]), limits=limits) for record in records
        ]
        print(_row(game, records, results), flush=True)
    print("time ratio: geometric mean of Solvitaire's recorded time / ours, both at least 1 ms")


def _row(game: str, records: list[dict[str, Any]], results: list[Result]) -> str:
    verdicts = [(record["verdict"], result.status.value) for record, result in zip(records, results, strict=True)]
    decided = sum(ours != "unknown" for _, ours in verdicts)
    theirs = sum(verdict != "unknown" for verdict, _ in verdicts)
    against = sum("unknown" not in pair and pair[0] != pair[1] for pair in verdicts)
    ratios = [
        max(float(record["solvitaire_ms"]), 1) / max(1000 * result.stats.seconds, 1)
        for record, result in zip(records, results, strict=True)
    ]
    lengths = [result.length for result in results if result.status is Status.WINNABLE and result.length is not None]
    median = f"{statistics.median(lengths):g}" if lengths else "-"
    ratio = statistics.geometric_mean(ratios)
    return f"{game:<20}{decided:>6}/{len(records)}{theirs:>9}/{len(records)}{against:>16}{ratio:>12.1f}{median:>12}"


if __name__ == "__main__":
    main()
