"""`replay GAME`: make moves by the rules, and tell whether they win."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from patience_solver import IllegalMove, apply, is_won
from patience_solver.cli.board import draw_board
from patience_solver.cli.console import output
from patience_solver.cli.exits import BadInput, ExitCode
from patience_solver.cli.inputs import Source, read_deals, read_game
from patience_solver.cli.moves import read_moves

__all__ = ["run"]


def run(name: str, pairs: Sequence[str], files: Sequence[str], *, seed: str | None, board: str | None) -> ExitCode:
    """Make the moves, show the board that they lead to, and say whether it is won."""
    game, options = read_game(name, pairs)
    *packs, moves_path = files
    if len(packs) > 1:
        raise BadInput(f"{len(files)} files are given; replay takes [PACKFILE] MOVESFILE")
    source = Source(seed, packs[0] if packs else None, board)
    if [source.pack, source.board, moves_path].count("-") > 1:
        raise BadInput("the deal and the moves can't both come from standard input")
    if seed is not None and "-" in seed.strip().lstrip("-"):
        raise BadInput(f"--seed {seed!r}: replay takes one deal, not a range")
    deal, moves = read_moves(moves_path).choose(list(read_deals(game, options, source)))
    position, code = deal.start, ExitCode.OPEN
    for number, move in enumerate(moves, start=1):
        try:
            position = apply(position, move)
        except IllegalMove as error:
            print(f"patience-solver: illegal: move {number}: {error}", file=sys.stderr)
            code = ExitCode.ILLEGAL_MOVE
            break
    console = output()
    console.print(draw_board(position, console.width), soft_wrap=True)
    console.print()
    if code is ExitCode.ILLEGAL_MOVE:
        console.print(f"Illegal: move {number} of {len(moves)}; the board before it is shown.", style="bold")
    elif is_won(position):
        console.print(f"Won in {len(moves)} moves.", style="bold")
        code = ExitCode.DONE
    else:
        console.print(f"Legal, but not won after {len(moves)} moves.", style="bold")
    return code
