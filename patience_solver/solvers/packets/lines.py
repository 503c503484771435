"""Plans as moves: which packet each card is held in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.packets.plans import BY_DEAL, BY_PLAY, HOLD
from patience_solver.position import Deal, Move
from patience_solver.rules import Role
from patience_solver.solvers.packets.problem import Problem

__all__ = ["moves_of_plan"]


def moves_of_plan(
    deal: Deal,
    problem: Problem,
    plan: Sequence[int],
    packet_of: Callable[[NDArray[np.uint64], int], list[int]],
) -> tuple[Move, ...]:
    """Return the moves of a plan.

    Parameters
    ----------
    deal : Deal
    problem : Problem
    plan : sequence of int
        Its steps (`kernel/packets/plans.py`).
    packet_of : callable
        Colours the graph of the crossings.
    """
    layout = deal.rules.layout
    packets = [pile.name for pile in layout if pile.role is Role.TABLEAU]
    foundations = [pile.name for pile in layout if pile.role is Role.FOUNDATION]
    crosses, every = _all_crossings(problem, plan)
    colour = packet_of(crosses, every)
    marks = problem.marks.bit_count()
    name = {colour[mark]: packets[mark] for mark in range(marks)} or dict(enumerate(packets))
    moves = []
    coming = len(problem.rank) - problem.most
    for step in plan:
        if step >= BY_PLAY:
            moves.append(Move(name[colour[step // BY_PLAY - 1]], foundations[step % BY_PLAY]))
            continue
        moves.append(Move("stock", name[colour[coming]] if step == HOLD else foundations[step - BY_DEAL]))
        coming += 1
    return tuple(moves)


def _all_crossings(problem: Problem, plan: Sequence[int]) -> tuple[NDArray[np.uint64], int]:
    """Return all crossings of a plan, and the set of all cards that are held at some time."""
    crosses, held, every = problem.crosses.copy(), problem.held, problem.held | problem.marks
    coming = len(problem.rank) - problem.most
    for step in plan:
        if step >= BY_PLAY:
            card = step // BY_PLAY - 1
            held &= ~(1 << card)
            later = held >> card << card
            crosses[card] |= np.uint64(later)
            for other in range(card + 1, len(problem.rank)):
                if later >> other & 1:
                    crosses[other] |= np.uint64(1 << card)
            continue
        if step == HOLD:
            held |= 1 << coming
            every |= 1 << coming
        coming += 1
    return crosses, every
