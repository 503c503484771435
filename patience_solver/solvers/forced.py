"""Games without real choice, followed to their end.

The solver needs rules under which all moves that are legal at one time lead to the same game from there on.  Either
there is never more than one, since cards leave the tableau only by being thrown out; or one foundation is open at a
time, suits never matter on it, what fits must be played at once, and a gap in the reserve is filled at once
(docs/soundness.md, *no real choice*).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel import forced
from patience_solver.kernel.state import HOME
from patience_solver.kernel.tables import tables
from patience_solver.kernel.translation import moves_of, position_of, unhashed_state
from patience_solver.position import Deal, Move
from patience_solver.reference import is_won
from patience_solver.rules import Rules
from patience_solver.rules.traits import Trait, has
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import load_engine
from patience_solver.solvers.referee import LateLine
from patience_solver.solvers.result import Result, Stats, Status

__all__ = ["NEEDS", "NEEDS_WHERE_THROWN_OUT", "has_no_real_choice", "solve_forced"]


NEEDS = (
    Trait.TURNED_STOCK,
    Trait.MUST_PLAY,
    Trait.NO_TABLEAU,
    Trait.ALL_IN_TURN,
    Trait.ANY_SUIT_ORDER,
    Trait.NO_LAYERS,
    Trait.FORCED_REFILL,
)
"""What games need in which all moves legal at one time come to the same (docs/soundness.md, *no real choice*)."""

NEEDS_WHERE_THROWN_OUT = (Trait.ONLY_THROWN_OUT,)
"""What is enough where there is never more than one move."""


def has_no_real_choice(rules: Rules) -> bool:
    """Tell whether the rules have the traits that the proof needs."""
    return has(rules, *NEEDS) or has(rules, *NEEDS_WHERE_THROWN_OUT)


SOLVER = "forced play"


def solve_forced(deal: Deal, budget: Budget) -> Result:
    """Follow a deal to its end; the win is a shortest one, since there is no other line."""
    rules = deal.rules
    table = tables(rules)
    state = unhashed_state(rules, deal.start)
    piles, cards = len(rules.layout), len(rules.pack)
    room = np.zeros(piles * piles, np.int32)
    codes = np.zeros((cards + 1) * (max(rules.redeals, 0) + 2) + cards, np.int32)
    load_engine(SOLVER, budget, lambda: forced.follow(table, state, room, codes[:0]))
    made = forced.follow(table, state, room, codes)
    won = home = bool(state.counts[HOME] == _goal(rules))
    details: dict[str, object] = {}
    if rules.throwing is not None:
        won = home and is_won(position_of(rules, state, deal.start))
        details = {"part_one": home, "part_two": won if home else None}
    return Result(
        deal=deal,
        status=Status.WINNABLE if won else Status.UNWINNABLE,
        moves=LateLine(deal, SOLVER, codes[:made].copy(), _write) if won else None,
        optimal=won,
        lower_bound=made if won else None,
        solver=SOLVER,
        stats=Stats(states=made + 1, seconds=budget.seconds, compile_seconds=budget.compile_seconds),
        details=details,
    )


@lru_cache(maxsize=64)
def _goal(rules: Rules) -> int:
    """Return how many cards are home in the end; the tables' fields are slow to read from Python."""
    return int(tables(rules).goal)


def _write(deal: Deal, codes: NDArray[np.signedinteger]) -> tuple[Move, ...]:
    return moves_of(deal.rules, codes)
