"""No line leaves the package that the referee has not replayed to a win."""

from __future__ import annotations

from patience_solver.errors import PatienceError
from patience_solver.position import Deal, Move
from patience_solver.reference import wins

__all__ = ["check_line"]


def check_line(deal: Deal, moves: tuple[Move, ...], solver: str) -> None:
    """Replay a solver's line by the reference rules.

    Raises
    ------
    RuntimeError
        If it does not win: an error in this package.
    """
    try:
        won = wins(deal, moves)
    except PatienceError as error:
        raise RuntimeError(f"the referee rejects a line of solver {solver!r} for {deal!r}: {error}") from error
    if not won:
        raise RuntimeError(f"the referee finds a line of solver {solver!r} for {deal!r} that does not win")
