"""Games without real choice, followed to their end.

The solver needs rules under which all moves that are legal at one time lead to the same game from there on.  Either
there is never more than one, since cards leave the tableau only by being thrown out; or one foundation is open at a
time, suits never matter on it, what fits must be played at once, and a gap in the reserve is filled at once
(docs/soundness.md, *no real choice*).
"""

from __future__ import annotations

import numpy as np

from patience_solver.kernel import forced
from patience_solver.kernel.state import HOME, moves_of, new_state, position_of
from patience_solver.kernel.tables import tables
from patience_solver.position import Deal
from patience_solver.reference import is_won
from patience_solver.rules import Play, Refill, Role, Rules, Suit
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engines import load_engine
from patience_solver.solvers.result import Result, Stats, Status

__all__ = ["has_no_real_choice", "solve_forced"]


def has_no_real_choice(rules: Rules) -> bool:
    """Tell whether the rules have the traits that the proof needs."""
    stock = rules.stock
    if rules.throwing is not None and stock is None and rules.redeal is not None:
        return not any(block.takes_from for block in rules.tableau)
    return (
        stock is not None
        and stock.turned
        and stock.play is Play.AT_ONCE
        and all(pile.role is not Role.TABLEAU for pile in rules.layout)
        and all(block.in_order and block.building.suit is Suit.ANY for block in rules.foundations)
        and (rules.reserve is None or rules.reserve.refill is Refill.FORCED)
    )


def solve_forced(deal: Deal, budget: Budget) -> Result:
    """Follow a deal to its end; the win is a shortest one, since there is no other line."""
    table = tables(deal.rules)
    state = new_state(deal.rules, table, deal.start)
    room = np.zeros(table.piles * table.piles, np.int32)
    line = np.zeros((table.cards + 1) * (max(deal.rules.redeals, 0) + 2) + table.cards, np.int32)
    load_engine("forced play", budget, forced.follow, lambda: forced.follow(table, state, room, line[:0]))
    made = forced.follow(table, state, room, line)
    won = home = bool(state.counts[HOME] == table.goal)
    details: dict[str, object] = {}
    if deal.rules.throwing is not None:
        won = home and is_won(position_of(deal.rules, state, deal.start))
        details = {"part_one": home, "part_two": won if home else None}
    moves = moves_of(deal.rules, line[:made]) if won else None
    return Result(
        deal=deal,
        status=Status.UNWINNABLE if moves is None else Status.WINNABLE,
        moves=moves,
        optimal=moves is not None,
        lower_bound=None if moves is None else made,
        solver="forced play",
        stats=Stats(states=made + 1, seconds=budget.seconds, compile_seconds=budget.compile_seconds),
        details=details,
    )
