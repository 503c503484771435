"""Which solver answers: the first whose traits the rules have."""

from __future__ import annotations

from patience_solver.position import Deal
from patience_solver.solvers import forced, pairs, play_at_once, search
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.packets.decide import solve_by_plans
from patience_solver.solvers.packets.problem import problem_of
from patience_solver.solvers.passes.decide import solve_by_passes
from patience_solver.solvers.passes.plan import passes_of
from patience_solver.solvers.result import Result

__all__ = ["answer"]


def answer(deal: Deal, budget: Budget, *, optimal: bool, verify: bool) -> Result:
    """Answer a deal by the solver that suits its rules best.

    - *play at once*: a stock, a talon and foundations only, with one foundation for each card and few orders of cards
      that make one full; exact.
    - *forced play*: all moves that are legal at one time lead to the same game; followed to its end.
    - *pairs*: cards are removed from a grid in pairs; the general search with ever more exchanges allowed.
    - *passes*: a stock, a talon, a reserve filled from there and foundations; pass by pass, with exact keys.
    - *plans*: the stock's cards go to foundations or are held in packets; plans of ever more holds, without packets.
    - *search*: everything else.
    """
    plan = play_at_once.plan_of(deal.rules)
    if plan is not None:
        return play_at_once.solve_by_orders(deal, plan, budget)
    if forced.has_no_real_choice(deal.rules):
        return forced.solve_forced(deal, budget)
    if deal.rules.pairs is not None:
        return pairs.solve_pairs(deal, budget, optimal=optimal, verify=verify)
    passes = passes_of(deal)
    if passes is not None:
        return solve_by_passes(deal, passes, budget, optimal=optimal, verify=verify)
    problem = problem_of(deal, budget)
    if problem is not None:
        return solve_by_plans(deal, problem, budget, optimal=optimal, verify=verify)
    return search.solve_by_search(deal, budget, optimal=optimal, verify=verify)
