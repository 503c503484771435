"""Compare weights of the layered search: how many deals each wins at one width, and how fast.

python tools/tune_layers.py GAME [--set option=value ...] [--width 300] [--deals 60] [--vary feature=1,2,4 ...]

The first line is the first weight set of the game (`solvers/layered/weights.py`), the others change one weight of it.
Deals from 2,000,001 on, apart from those that results are reported of.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Mapping
from typing import Any

from patience_solver import Deal, Limits
from patience_solver.kernel.features import FEATURES, need_of
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import Outcome
from patience_solver.solvers.layered.engine import Layered
from patience_solver.solvers.layered.weights import weight_sets
from patience_solver.solvers.start import prunes_for, relaxed_of

FIRST = 2_000_001
MEMORY = 2_000_000_000


def main() -> None:
    """Run the comparison and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--set", nargs="*", default=[], metavar="option=value", help="options of the game")
    parser.add_argument("--width", type=int, default=300, help="states of a layer that are expanded")
    parser.add_argument("--deals", type=int, default=60, help="deals for each set of weights")
    parser.add_argument("--vary", nargs="*", default=[], metavar="feature=1,2", help=f"of {', '.join(FEATURES)}")
    arguments = parser.parse_args()
    options = dict(pair.split("=") for pair in arguments.set)
    deals = [Deal.random(arguments.game, seed=FIRST + k, **options) for k in range(arguments.deals)]
    base = weight_sets(deals[0].rules)[0]
    tried: list[Mapping[str, int]] = [base]
    for change in arguments.vary:
        name, values = change.split("=")
        tried += [{**base, name: int(value)} for value in values.split(",")]
    _run(deals[0], base, 1)  # loads the kernels, outside of the measurement
    print(f"{'won':>9}{'median':>10}{'length':>9}  weights")
    for weights in tried:
        results = [_run(deal, weights, arguments.width) for deal in deals]
        lengths = [length for _, length in results if length]
        mean = f"{statistics.mean(lengths):.1f}" if lengths else "-"
        median = statistics.median(seconds for seconds, _ in results)
        print(f"{len(lengths):>5}/{len(deals)}{median:>8.3f} s{mean:>9}  {dict(weights)}", flush=True)


def _run(deal: Deal, weights: Mapping[str, int], width: int) -> tuple[float, int]:
    """Search once; return the seconds, and the moves of the win or 0."""
    budget: Any = Budget(Limits())
    need = need_of(deal.rules, weights, relaxed_of(deal, budget))
    if need is None:
        raise SystemExit("the foundations of this game can be filled in more than one order")
    prunes = prunes_for(deal.rules, shortest=False)
    begin = time.perf_counter()
    engine = Layered(deal, budget, need=need, prunes=prunes, width=width, most_bytes=MEMORY)
    while (outcome := engine.run()) is Outcome.GOING_ON:
        pass
    return time.perf_counter() - begin, len(engine.win()) if outcome is Outcome.WIN else 0


if __name__ == "__main__":
    main()
