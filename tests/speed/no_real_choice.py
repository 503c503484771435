"""How fast deals without real choice are decided, drawing each deal included: through the public API, on one core.

python tests/speed/no_real_choice.py [--deals 100000] [--moves] [GAME …]

With --moves the moves of every win are read, too, which has the referee replay them.
"""

from __future__ import annotations

import argparse
import time

from patience_solver import Deal, Status, solve

FIRST = 1_000_001
GAMES = ("quadrille", "betrothed", "first-and-last", "german-clock")


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100_000, help="deals of each game")
    parser.add_argument("--moves", action="store_true", help="read the moves of every win")
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    arguments = parser.parse_args()
    print(f"{'game':<16}{'deals':>9}{'winnable':>10}{'mean length':>13}{'wall':>9}{'processor':>11}")
    for game in arguments.games:
        solve(Deal.random(game, FIRST))  # loads the kernels
        won, moves = 0, 0
        begin, began = time.perf_counter(), time.process_time()
        for seed in range(FIRST, FIRST + arguments.deals):
            result = solve(Deal.random(game, seed))
            if result.status is Status.WINNABLE and result.length is not None:
                won += 1
                moves += result.length if not arguments.moves or result.moves is None else len(result.moves)
        wall, processor = time.perf_counter() - begin, time.process_time() - began
        print(
            f"{game:<16}{arguments.deals:>9,}{won / arguments.deals:>10.2%}{moves / max(won, 1):>13.1f}"
            f"{wall:>7.1f} s{processor:>9.1f} s"
        )


if __name__ == "__main__":
    main()
