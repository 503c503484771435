"""The public entry points: they pick the solver and have the referee replay its answer."""

from __future__ import annotations

import sys

from patience_solver.errors import WrongType
from patience_solver.kernel.address_space import TO_LOAD_NUMBA, require_address_space
from patience_solver.position import Deal, Position
from patience_solver.position.deal import as_deal
from patience_solver.rules.values import as_truth
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.found import Found
from patience_solver.solvers.limits import Limits
from patience_solver.solvers.referee import check_line
from patience_solver.solvers.result import ProgressCallback, Result, Status, StopReason

__all__ = ["solve"]


def solve(
    deal: Deal | Position,
    *,
    optimal: bool = False,
    verify: bool = False,
    limits: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> Result:
    """Tell whether a deal can be won, with a winning line or a proof that there is none.

    Parameters
    ----------
    deal : Deal or Position
        The deal, or any position of a game: as `Deal.from_board` gives it, or as `apply` and `replay` leave it.
    optimal : bool
        Whether to look for a shortest win and prove that it is one.
    verify : bool
        Whether a proof that rests on hashes is repeated with independent ones.
    limits : Limits, optional
        When to give up; by default only memory is limited, to half of what is free.
    progress : callable, optional
        Called with a `Progress` about ten times a second; if it returns `False`, the search ends.

    Returns
    -------
    Result
        `status` WINNABLE with `moves` that the referee has replayed, UNWINNABLE (proved) or UNKNOWN; `stop` tells why
        the question asked was not settled.

    Raises
    ------
    PatienceError
        If something is given that is not taken here, or a position that can't be.
    RuntimeError
        If a solver's line does not win by the reference rules: an error in this package.
    MemoryError
        If not even the kernels can be loaded.

    Examples
    --------
    >>> from patience_solver import Deal, Limits, solve
    >>> solve(Deal.random("fortress", seed=1000001)).status
    Status.UNWINNABLE
    """
    deal = as_deal(deal, "solve")
    for name, value in (("optimal", optimal), ("verify", verify)):
        if as_truth(value) is None:
            raise WrongType.of(f"solve: {name}", value, "True or False")
    if limits is not None and not isinstance(limits, Limits):
        raise WrongType.of("solve: limits", limits, "Limits, e.g. Limits(seconds=60), or None")
    if progress is not None and not callable(progress):
        raise WrongType.of("solve: progress", progress, "a function that takes a Progress, or None")

    if "numba" not in sys.modules:
        require_address_space(TO_LOAD_NUMBA)
    from patience_solver.solvers.choose import answer  # brings numba, which takes its time to load

    budget = Budget(limits if limits is not None else Limits(), progress)
    try:
        result = answer(deal, budget, optimal=bool(optimal), verify=bool(verify))
    except MemoryError:
        if budget.states == 0:
            raise
        result = budget.result(deal, Found(Status.UNKNOWN, StopReason.MEMORY), "search")
    if result.is_written and result.moves is not None:
        check_line(deal, result.moves, result.solver)
    return result
