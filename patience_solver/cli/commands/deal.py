"""`deal GAME`: the deals themselves, in the form that is read back."""

from __future__ import annotations

from collections.abc import Sequence

from patience_solver.cli.console import complain
from patience_solver.cli.exits import ExitCode
from patience_solver.cli.inputs import Source, read_deals, read_game

__all__ = ["run"]


def run(name: str, pairs: Sequence[str], source: Source) -> ExitCode:
    """Write the deals, one a line (a board: one pile a line)."""
    game, options = read_game(name, pairs)
    code = ExitCode.DONE
    for entry in read_deals(game, options, source):
        if entry.deal is None:
            complain(entry)
            code = ExitCode.BAD_INPUT
        else:
            print(entry.deal)
    return code
