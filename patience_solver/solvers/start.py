"""What is known at the start of a search: the state, a bound, the moves that need not be tried."""

from __future__ import annotations

from functools import lru_cache

from patience_solver.kernel import bounds
from patience_solver.kernel.dominance import LOSES_SHORTEST, NEEDS
from patience_solver.kernel.joint_blocks import room_for_pairs
from patience_solver.kernel.relaxed_packets import Relaxed, holds_here, relaxed_packets
from patience_solver.kernel.rounds import MOVED_APART, further_moves, rounds_of
from patience_solver.kernel.state import HOME, State
from patience_solver.kernel.tables import Tables, tables
from patience_solver.kernel.translation import new_state
from patience_solver.position import Deal
from patience_solver.rules import Rules
from patience_solver.rules.traits import has
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import load_engine

__all__ = ["prunes_for", "relaxed_of", "start_bound", "start_state"]


@lru_cache(maxsize=256)
def prunes_for(rules: Rules, *, shortest: bool) -> int:
    """Return the dominances whose proofs hold under these rules, those that lose no shortest solution or all."""
    hold = sum(prune for prune, needs in NEEDS.items() if has(rules, *needs))
    return hold & ~LOSES_SHORTEST if shortest else hold


def start_state(deal: Deal, table: Tables, budget: Budget) -> State:
    """Return the state of the start; loading the kernel that hashes it does not count."""

    def load() -> None:
        new_state(deal.rules, table, deal.start)

    load_engine("states", budget, load)
    return new_state(deal.rules, table, deal.start)


def start_bound(deal: Deal, budget: Budget) -> int:
    """Return a proved lower bound on the length of any win."""
    table = tables(deal.rules)
    state = start_state(deal, table, budget)
    room = room_for_pairs(table)
    load_engine("lower bound", budget, lambda: bounds.bound_here(table, state, *room))
    bound = int(bounds.bound_here(table, state, *room))
    rounds = rounds_of(table)
    if len(rounds.sequence) > 0:
        ask = (table, state, rounds, 0, MOVED_APART)
        load_engine("bound over deals", budget, lambda: further_moves(*ask))
        bound = max(bound, int(table.cards) - int(state.counts[HOME]) + int(further_moves(*ask)))
    relaxed = relaxed_of(deal, budget)
    if len(relaxed.holds) > 1:
        bound = max(bound, table.cards - int(state.counts[HOME]) + int(holds_here(table, state, relaxed)))
    return bound


def relaxed_of(deal: Deal, budget: Budget) -> Relaxed:
    """Return the table of further holds of a deal; one of a single entry where nothing is claimed."""
    table = tables(deal.rules)
    state = start_state(deal, table, budget)

    def load() -> None:
        relaxed = relaxed_packets(deal.rules, table, state)
        if len(relaxed.holds) > 1:
            holds_here(table, state, relaxed)

    if table.turned == 0 and table.stock >= 0:
        load_engine("relaxed packets", budget, load)
    return relaxed_packets(deal.rules, table, state)
