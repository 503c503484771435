"""Single steps of the kernel, callable from Python: what the compiled searches do in one go, for tests and tools."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled
from patience_solver.kernel.dominance import is_plain, promising_moves
from patience_solver.kernel.legal import legal_moves
from patience_solver.kernel.moves import child_hash, do, undo
from patience_solver.kernel.state import State
from patience_solver.kernel.tables import Tables

__all__ = ["hash_after", "list_moves", "list_promising_moves", "make", "paths", "take_back"]


@compiled
def list_moves(tables: Tables, state: State, out: NDArray[np.int32]) -> int:
    """Write the codes of all legal moves to `out` and return their number."""
    return legal_moves(tables, state, out)


@compiled
def list_promising_moves(tables: Tables, state: State, prunes: int, out: NDArray[np.int32]) -> int:
    """Write the codes of the moves that a search would try here to `out` and return their number."""
    return abs(promising_moves(tables, state, prunes, -1, out))


@compiled
def make(tables: Tables, state: State, move: int) -> None:
    """Make a move."""
    do(tables, state, move)


@compiled
def take_back(tables: Tables, state: State, move: int) -> None:
    """Take the last move back."""
    undo(tables, state, move)


@compiled
def hash_after(tables: Tables, state: State, move: int, prunes: int, out: NDArray[np.uint64]) -> bool:
    """Write the hashes after a move to `out`; `False` if the kernel would make the move to know them."""
    if not is_plain(tables, state, move, prunes):
        return False
    child_hash(tables, state, move, out)
    return True


@compiled
def paths(tables: Tables, state: State, depth: int, moves: NDArray[np.int32], counts: NDArray[np.int64]) -> None:
    """Count the legal sequences of 0 … `depth` moves into `counts`.

    Parameters
    ----------
    tables : Tables
    state : State
    depth : int
    moves : int32[depth + 1, most moves]
        Room for the moves of each depth.
    counts : int64[depth + 1]
    """
    at = 0
    todo = moves[:, -1]  # the last column counts the moves that are still to be tried at each depth
    counts[0] += 1
    todo[0] = legal_moves(tables, state, moves[0]) if depth > 0 else 0
    while at > 0 or todo[0] > 0:
        if todo[at] == 0:
            at -= 1
            undo(tables, state, moves[at, todo[at]])
            continue
        todo[at] -= 1
        do(tables, state, moves[at, todo[at]])
        counts[at + 1] += 1
        at += 1
        todo[at] = legal_moves(tables, state, moves[at]) if at < depth else 0
