"""Games whose cards are removed in pairs: every win has the same number of pairs, so the shortest has fewest exchanges.

Whether there is a win is asked again and again, with one exchange more allowed each time, until there is one; each time
before it was proved that there is none with so few.  The general search answers most of these questions within
milliseconds.  Where it does not, CP-SAT takes turns with it, which is quicker to find rare wins and to prove that there
is none.
"""

from __future__ import annotations

from dataclasses import replace

from patience_solver.kernel.tables import MOST_EXCHANGES
from patience_solver.position import Deal
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.cpsat.run import ask_cpsat
from patience_solver.solvers.decide import Decision, verify_loss
from patience_solver.solvers.found import Found
from patience_solver.solvers.grid import read_grid
from patience_solver.solvers.result import Result, Status, StopReason
from patience_solver.solvers.start import start_bound

__all__ = ["solve_pairs"]

STATES, EFFORT, MORE = 400_000, 3.0, 4
"""New states of the search's first turn, CP-SAT's effort in its own, and how many times as much each further turn
gets."""


def solve_pairs(deal: Deal, budget: Budget, *, optimal: bool, verify: bool) -> Result:
    """Decide a deal of a pair game and find the fewest exchanges that win it.

    Parameters
    ----------
    deal : Deal
        Its rules remove cards in pairs.
    budget : Budget
        Limits and progress.
    optimal : bool
        Makes no difference: a shortest win is always looked for.
    verify : bool
        Whether a proof that rests on hashes is repeated with independent ones.

    Returns
    -------
    Result
        Not yet replayed by the referee; `details["exchanges"]` is the number of exchanges in the line found.
    """
    answered_by = set[str]()
    if read_grid(deal.start).runs_dry():
        answered_by.add("supply")
        found = Found(Status.UNWINNABLE)
    else:
        found = _fewest_exchanges(deal, budget, answered_by, verify=verify)
    exchanges = None
    if found.moves is not None:
        exchanges = len(found.moves) - start_bound(deal, budget)
    solver = ", ".join(["pairs", *sorted(answered_by - {"search"})])
    return budget.result(deal, found, solver, exchanges=exchanges)


def _fewest_exchanges(deal: Deal, budget: Budget, answered_by: set[str], *, verify: bool) -> Found:
    """Allow one exchange after the other until there is a win; note who answered.

    While more may be allowed, an attempt gets half of what is left of the limits.  Where one ended without an answer,
    a win found later is a win, though not one of proved length.
    """
    pairs = start_bound(deal, budget)
    left = deal.rules.exchanges - deal.start.exchanges_used
    collision_bound = 0.0
    proved = 0  # with fewer exchanges there is no win
    stop: StopReason | None = None
    for allowed in range(left + 1):
        if deal.start.exchanges_used + allowed > MOST_EXCHANGES:
            return Found(Status.UNKNOWN, stop or StopReason.INCOMPLETE)
        budget.bound = pairs + proved
        found = _attempt(deal, budget, allowed, answered_by, last=allowed == left, verify=verify)
        collision_bound += found.collision_bound
        if found.moves is not None:
            bound = pairs + proved
            proved_least = bound == len(found.moves)
            return Found(Status.WINNABLE, None if proved_least else stop, found.moves, bound, collision_bound)
        if found.stop is None and stop is None:
            proved = allowed + 1
        stop = stop or found.stop
        if found.stop is not None and (found.stop is StopReason.INTERRUPTED or budget.stop() is not None):
            break
    if stop is None:
        return Found(Status.UNWINNABLE, collision_bound=collision_bound)
    return Found(Status.UNKNOWN, stop)


def _attempt(deal: Deal, budget: Budget, allowed: int, answered_by: set[str], *, last: bool, verify: bool) -> Found:
    """Try with so many exchanges from here on; half of the limits are kept back unless it is the last."""
    assert deal.rules.pairs is not None
    settled = replace(deal.rules.pairs, exchanges=deal.start.exchanges_used + allowed)
    start = replace(deal.start, rules=replace(deal.rules, pairs=settled))
    tried = replace(deal, start=start)
    limits = budget.limits
    if not last:
        seconds, states = limits.seconds, limits.states
        budget.limits = replace(
            limits,
            seconds=None if seconds is None else max((budget.seconds + seconds) / 2, 1e-9),
            states=None if states is None else max((budget.states + states) // 2, 1),
        )
    found = _in_turns(tried, budget, allowed, answered_by, verify=verify)
    budget.limits = limits
    return found


def _in_turns(tried: Deal, budget: Budget, allowed: int, answered_by: set[str], *, verify: bool) -> Found:
    """Let the search and CP-SAT take turns, each longer than those before, until one of them has the answer.

    CP-SAT is asked for a win with exactly so many exchanges as are allowed, the search for one with at most so many.
    With fewer there is none, or at least it was not found; in that case CP-SAT's denial settles nothing.
    """
    search, states, effort = Decision(tried, budget), STATES, EFFORT
    while True:
        found = search.run(states)
        if found is not None and found.stop is not StopReason.MEMORY:
            answered_by.add("search")
            if found.status is Status.UNWINNABLE and verify:
                found = verify_loss(tried, budget, found)
            return found
        out_of_memory = found is not None
        found = ask_cpsat(tried, allowed, budget, effort=None if out_of_memory else effort)
        if out_of_memory or found.stop not in (StopReason.INCOMPLETE, StopReason.MEMORY):
            if found.stop is None:
                answered_by.add("CP-SAT")
            if found.moves is not None:
                budget.status, budget.incumbent = Status.WINNABLE, len(found.moves)
            return found
        states, effort = states * MORE, effort * MORE
