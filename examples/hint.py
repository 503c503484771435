"""Say which move is best in a position: the first one of a shortest win.

python examples/hint.py GAME BOARD_FILE     (one pile a line, 'name: cards bottom first')
"""

from __future__ import annotations

import sys
from pathlib import Path

from patience_solver import Deal, Limits, Status, solve

BOARD = """
L1: KD
L2: 5S QS KS 4D 3D
L3: 8S QD
L4: JD JS TS
R1: 7S 6S
R2: TD
R3: 9S
R4: 9D
R5: 8D 7D 6D 5D
"""
"""A game of Fortress near its end; what lies nowhere is on the foundations."""


def hint(game: str, board: str) -> str:
    result = solve(Deal.from_board(game, board), optimal=True, limits=Limits(seconds=30))
    if result.status is Status.UNWINNABLE:
        return "this can't be won any more"
    if result.moves is None:
        return "no way found in time"
    if not result.moves:
        return "the game is won"
    proof = "the fewest" if result.optimal else f"at least {result.lower_bound} are needed"
    return f"{result.moves[0]}: {result.length} moves to a win ({proof})"


def main(game: str = "fortress", file: str | None = None) -> None:
    print(hint(game, BOARD if file is None else Path(file).read_text("utf-8")))


if __name__ == "__main__":
    main(*sys.argv[1:])
