"""What is the shortest win?  A* below the length of the win that is known."""

from __future__ import annotations

from patience_solver.position import Deal, Move
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engines import BestFirst, Outcome, prunes_for
from patience_solver.solvers.found import Found
from patience_solver.solvers.result import Status, StopReason

__all__ = ["shorten"]

_PER_MOVE, _PER_BOUND = 256, 257
"""The priority of A*: moves made + bound, and of equal ones the nearest to the end first."""


def shorten(deal: Deal, budget: Budget, moves: tuple[Move, ...], bound: int, *, verify: bool) -> Found:
    """Look for ever shorter wins until there are none.

    Parameters
    ----------
    deal : Deal
    budget : Budget
    moves : tuple of Move
        A win.
    bound : int
        A proved lower bound on the length of any win.
    verify : bool
        Whether a proof that rests on hashes is repeated with independent ones.

    Returns
    -------
    Found
        The best win; `lower_bound` is its length if it is proved shortest.  When a limit stops the search, the best win
        and the bound proved so far.
    """
    found = _below(deal, budget, moves, bound, hash_seed=0)
    if found.stop is None and found.collision_bound > 0 and verify and found.moves is not None:
        again = _below(deal, budget, found.moves, bound, hash_seed=1)
        chance = found.collision_bound * again.collision_bound
        found = Found(again.status, again.stop, again.moves, again.lower_bound, chance)
    return found


def _below(deal: Deal, budget: Budget, moves: tuple[Move, ...], bound: int, *, hash_seed: int) -> Found:
    budget.bound = bound
    if len(moves) <= bound:
        return Found(Status.WINNABLE, moves=moves, lower_bound=bound)
    if (stop := budget.report()) is not None:  # the win is told before the long proof begins
        return Found(Status.WINNABLE, stop, moves, bound)
    search = BestFirst(
        deal,
        budget,
        prunes=prunes_for(deal.rules, shortest=True),
        per_move=_PER_MOVE,
        per_bound=_PER_BOUND,
        most_bytes=budget.bytes,
        longest=len(moves) - 1,
        shorter=True,
        hash_seed=hash_seed,
    )
    while True:
        outcome = search.run()
        budget.peak_bytes = max(budget.peak_bytes, search.bytes)
        if outcome is Outcome.DONE:
            return Found(Status.WINNABLE, moves=moves, lower_bound=len(moves), collision_bound=search.collision_bound)
        if outcome is Outcome.WIN:
            moves = search.win()
            budget.incumbent = len(moves)
        bound = budget.bound = max(bound, search.lower_bound)
        stop = StopReason.MEMORY if outcome is Outcome.GIVEN_UP else budget.stop()
        if stop is not None:
            if bound == len(moves):  # the bound had reached the win already
                stop = None
            return Found(Status.WINNABLE, stop, moves, bound, search.collision_bound)
