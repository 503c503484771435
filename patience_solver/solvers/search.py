"""The general search, for every game of the vocabulary: decides by search, shortens by A*."""

from __future__ import annotations

from patience_solver.position import Deal
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.decide import decide, verify_loss
from patience_solver.solvers.found import Found
from patience_solver.solvers.result import Result, Status, StopReason
from patience_solver.solvers.shorten import shorten
from patience_solver.solvers.start import start_bound

__all__ = ["solve_by_search"]


def solve_by_search(deal: Deal, budget: Budget, *, optimal: bool, verify: bool) -> Result:
    """Decide a deal by search; with `optimal`, prove the length of a shortest win.

    Parameters
    ----------
    deal : Deal
    budget : Budget
        Limits and progress.
    optimal : bool
        Whether a shortest win is asked for.
    verify : bool
        Whether a proof that rests on hashes is repeated with independent ones.

    Returns
    -------
    Result
        Not yet replayed by the referee.
    """
    found = decide(deal, budget)
    if found.status is Status.UNWINNABLE and verify:
        found = verify_loss(deal, budget, found)
    if found.moves is not None:
        try:
            bound = start_bound(deal, budget)
            if optimal:
                found = shorten(deal, budget, found.moves, bound, verify=verify)
            else:
                found = Found(found.status, moves=found.moves, lower_bound=bound)
        except MemoryError:  # the win stays one
            found = Found(found.status, StopReason.MEMORY if optimal else None, found.moves)
    return budget.result(deal, found, "search")
