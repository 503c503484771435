"""No line leaves the package that the referee has not replayed to a win."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patience_solver.errors import PatienceError
from patience_solver.position import Deal, Move
from patience_solver.reference import wins

if TYPE_CHECKING:  # importing the package must not load it
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LateLine", "check_line"]


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


@dataclass(frozen=True)
class LateLine:
    """A line of play without real choice, that nothing had to be searched for: replayed when its moves are first read.

    Attributes
    ----------
    deal : Deal
    solver : str
        The solver whose line it is.
    steps : array
        The solver's own code of each move.
    write : callable
        Makes the moves of them; a function of a module, so that a result can be pickled.
    """

    deal: Deal
    solver: str
    steps: NDArray[np.signedinteger]
    write: Callable[[Deal, NDArray[np.signedinteger]], tuple[Move, ...]]

    def __len__(self) -> int:
        return len(self.steps)

    def written(self) -> tuple[Move, ...]:
        """Return the moves, once the referee has replayed them."""
        moves = self.write(self.deal, self.steps)
        check_line(self.deal, moves, self.solver)
        return moves
