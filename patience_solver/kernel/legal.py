"""Proof room 1: the legal moves of a state."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import inlined, whole
from patience_solver.kernel.state import HOME, REDEAL_CODE, USED, State
from patience_solver.kernel.tables import EMPTY, Tables

__all__ = ["available", "legal_moves", "top"]


@inlined
def top(state: State, pile: int) -> int:
    """Return the code of a pile's top card, `EMPTY` if it has none."""
    size = state.size[pile]
    return whole(state.cards[pile, size - 1]) if size > 0 else EMPTY


@inlined
def available(tables: Tables, state: State) -> np.uint64:
    """Return the set of cards that may be moved: the top cards of the tableau."""
    cards = np.uint64(0)
    for pile in range(tables.tableau):
        if state.size[pile] > 0:
            cards |= np.uint64(1) << np.uint64(state.cards[pile, state.size[pile] - 1])
    return cards


@inlined
def legal_moves(tables: Tables, state: State, out: NDArray[np.int32]) -> int:
    """Write the codes of all legal moves to `out` and return their number."""
    count = 0
    cards = available(tables, state)
    for target in range(tables.piles):
        fitting = tables.accept[tables.group[target], top(state, target)] & cards
        if fitting != np.uint64(0):
            for source in range(tables.tableau):
                if source != target and state.size[source] > 0:
                    card = np.uint64(state.cards[source, state.size[source] - 1])
                    if (fitting >> card) & np.uint64(1) != np.uint64(0):
                        out[count] = source * 256 + target
                        count += 1
    if state.counts[USED] < tables.redeals and state.counts[HOME] < tables.cards:
        if tables.redeal_stuck == 0 or count == 0:
            out[count] = REDEAL_CODE
            count += 1
    return count
