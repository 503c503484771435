"""The public entry points: they pick the solver and have the referee replay its answer."""

from __future__ import annotations

from patience_solver.errors import PatienceError
from patience_solver.position import Deal
from patience_solver.reference import wins
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.limits import Limits
from patience_solver.solvers.result import ProgressCallback, Result

__all__ = ["solve"]


def solve(
    deal: Deal,
    *,
    optimal: bool = False,
    verify: bool = False,
    limits: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> Result:
    """Tell whether a deal can be won, with a winning line or a proof that there is none.

    Parameters
    ----------
    deal : Deal
        The deal, or any position of a game (`Deal.from_board`).
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
    RuntimeError
        If a solver's line does not win by the reference rules: an error in this package.

    Examples
    --------
    >>> from patience_solver import Deal, Limits, solve
    >>> solve(Deal.random("fortress", seed=1000001)).status
    <Status.UNWINNABLE: 'unwinnable'>
    """
    from patience_solver.solvers.choose import answer  # brings numba, which takes its time to load

    budget = Budget(limits if limits is not None else Limits(), progress)
    result = answer(deal, budget, optimal=optimal, verify=verify)
    if result.moves is not None:
        _referee(deal, result)
    return result


def _referee(deal: Deal, result: Result) -> None:
    assert result.moves is not None
    try:
        won = wins(deal, result.moves)
    except PatienceError as error:
        raise RuntimeError(f"the referee rejects a line of solver {result.solver!r} for {deal!r}: {error}") from error
    if not won:
        raise RuntimeError(f"the referee finds a line of solver {result.solver!r} for {deal!r} that does not win")
