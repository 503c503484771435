"""Admissible and consistent lower bounds on the moves that are still needed; proofs in docs/soundness.md."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.joint_blocks import joint_gain
from patience_solver.kernel.state import HOME, USED, State
from patience_solver.kernel.tables import Tables

__all__ = [
    "blocking",
    "bound_here",
    "lower_bound",
    "plays_left",
    "redeals_that_clear",
    "still_needed",
    "still_needed_after",
]


@inlined
def is_blocking(tables: Tables, state: State, pile: int, depth: int, card: int) -> bool:
    """Tell whether a card would lie above one that must go home before it, with `depth` cards of the pile below it."""
    lower = tables.lower[card]
    for k in range(depth):
        if (lower >> np.uint64(state.cards[pile, k])) & np.uint64(1) != np.uint64(0):
            return True
    return False


@inlined
def blocking(tables: Tables, state: State) -> int:
    """Count the cards of the tableau that lie above one that must go home before them."""
    count = 0
    for pile in range(tables.tableau):
        below = np.uint64(0)
        for depth in range(state.size[pile]):
            card = whole(state.cards[pile, depth])
            if tables.lower[card] & below != np.uint64(0):
                count += 1
            below |= np.uint64(1) << np.uint64(card)
    return count


@inlined
def still_needed(tables: Tables, state: State) -> int:
    """Return the moves that are needed beside one play for each card: of blocking cards, and turns of the stock."""
    if tables.stock < 0:
        return blocking(tables, state)
    return whole(state.size[tables.stock]) if tables.each_turned == 1 else 0


@inlined
def still_needed_after(tables: Tables, state: State, source: int, target: int, needed: int) -> int:
    """Return what `still_needed` will say after a plain move, from what it says now: only the moved card changes it."""
    if tables.stock >= 0:
        return needed - (1 if source == tables.stock and tables.each_turned == 1 else 0)
    depth = whole(state.size[source]) - 1
    card = whole(state.cards[source, depth])
    needed -= 1 if is_blocking(tables, state, source, depth, card) else 0
    needed += 1 if is_blocking(tables, state, target, whole(state.size[target]), card) else 0
    return needed


@inlined
def redeals_that_clear(tables: Tables, used: int) -> int:
    """Return how many redeals are left that may clear away all blocks at once."""
    return tables.redeals - used if tables.redeal_tableau == 1 else 0


@inlined
def plays_left(tables: Tables, home: int) -> int:
    """Return the moves that bring the cards left home: one for each, in pair games one for two."""
    left = tables.cards - home - (1 if tables.leading >= 0 else 0)  # the leading card becomes a base at no cost
    return whole((max(left, 0) + tables.pairs) >> tables.pairs)


@inlined
def lower_bound(left: int, blocked: int, redeals_left: int) -> int:
    """Return the bound: so many plays are left, each blocking card must be moved out of the way before.

    While redeals are left one of them may clear away all blocks at once, but it is a move too.
    """
    return left + blocked if redeals_left == 0 else left + min(blocked, 1)


@compiled
def bound_here(tables: Tables, state: State, below: NDArray[np.uint64], pairs: NDArray[np.int64]) -> int:
    """Return the lower bound on the moves still needed from the current state; room as for `joint_gain`."""
    left = plays_left(tables, state.counts[HOME])
    needed = still_needed(tables, state)
    if tables.paired == 1:
        needed += joint_gain(tables, state, below, pairs)
    return lower_bound(left, needed, redeals_that_clear(tables, state.counts[USED]))
