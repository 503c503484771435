"""Following play where all legal moves come to the same."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, whole
from patience_solver.kernel.legal import legal_moves
from patience_solver.kernel.moves import do
from patience_solver.kernel.piles import rehash
from patience_solver.kernel.state import HOME, State
from patience_solver.kernel.tables import Tables

__all__ = ["follow"]


@compiled
def follow(tables: Tables, state: State, moves: NDArray[np.int32], line: NDArray[np.int32]) -> int:
    """Make the first legal move until there is none, or all cards are home; write the line and return its length.

    Parameters
    ----------
    tables : Tables
    state : State
        It is moved along; it may come unhashed, since every call from outside takes its time.
    moves : int32[most moves of a state]
        Room.
    line : int32[most moves]
        The moves made.
    """
    rehash(tables, state)
    made = 0
    while state.counts[HOME] < tables.goal and made < len(line):
        if legal_moves(tables, state, moves) == 0:
            break
        line[made] = moves[0]
        do(tables, state, whole(moves[0]))
        made += 1
    return made
