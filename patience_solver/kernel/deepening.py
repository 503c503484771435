"""Iterative deepening A* with a transposition table: shortest wins in memory that is given beforehand.

A depth-first search follows no line whose moves made and bound together are more than the limit; if it finds no win,
the limit is raised by one.  Nothing is kept but the line that the search stands on and a table of what is known: for a
state, a number of moves within which it can't be won, since the search from it with so many moves left has failed or
is under way (docs/soundness.md, *deepening*).  The table has a fixed size; what is thrown out of it costs time only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.bounds import (
    lower_bound,
    plays_left,
    redeals_that_clear,
    still_needed,
    still_needed_after,
)
from patience_solver.kernel.compiled import compiled, inlined, merged, whole
from patience_solver.kernel.dominance import is_plain, make_move, make_safe_plays, promising_moves
from patience_solver.kernel.joint_blocks import joint_gain, room_for_pairs
from patience_solver.kernel.memory import as_granted, room
from patience_solver.kernel.moves import child_hash, undo
from patience_solver.kernel.state import HOME, USED, State
from patience_solver.kernel.tables import MOST_MOVES, Tables

__all__ = [
    "DEEPENING",
    "PROVED",
    "WON",
    "Deepening",
    "begin_deepening",
    "deepen_slice",
    "deepening_bytes",
    "line",
    "new_deepening",
]

DEEPENING, WON, PROVED = 0, 1, 2
"""What a slice says: go on; a win of the length of the limit was found; there is no win below the length asked for."""

# Places in `Deepening.marks`:
LIMIT = 0  # most moves of the lines that are followed now
BELOW = 1  # only wins of fewer moves are looked for
DEPTH = 2  # states on the line, the start not counted
MADE = 3  # moves on the line, safe plays included
WAITING = 4  # moves waiting on the stack
OPENED = 5  # 1 if the current state has been expanded
STORED = 6  # states entered in the table, those thrown out included
EXPANDED = 7  # states expanded
LOOKED_UP = 8  # states looked up in the table

WAYS = 4
"""Places of the table that a state may stand in."""

_S32 = np.uint64(32)


class Deepening(NamedTuple):
    """The table and the line that the search stands on.

    Attributes
    ----------
    keys : uint64[sets, WAYS]
        The first hash of a state, 0 for none; the second one chooses the set.
    beyond : int16[sets, WAYS]
        A lower bound on the moves of a win from there.
    waiting : int32[moves, 2]
        Moves still to be tried along the line, and what is needed beside one play for each card after them.
    begin : int64[depth, 3]
        For each state on the line: where its waiting moves begin, where the moves that follow it begin on the line, and
        what is needed beside one play for each card.
    line : int32[moves]
        The moves made, safe plays included.
    moves : int32[most moves]
        Room for the moves of one state.
    hash : uint64[2]
        Room for the hashes of one child.
    below, pairs
        Room for the bound over pairs of piles.
    marks : int64[9]
        The figures named in this module.
    """

    keys: NDArray[np.uint64]
    beyond: NDArray[np.int16]
    waiting: NDArray[np.int32]
    begin: NDArray[np.int64]
    line: NDArray[np.int32]
    moves: NDArray[np.int32]
    hash: NDArray[np.uint64]
    below: NDArray[np.uint64]
    pairs: NDArray[np.int64]
    marks: NDArray[np.int64]


def new_deepening(tables: Tables, most_bytes: int, limit: int, below: int) -> Deepening:
    """Return a search that has not begun.

    Parameters
    ----------
    tables : Tables
    most_bytes : int
        Bytes that it may take, all told; a table of one set is made however few they are.
    limit : int
        A proved lower bound on the length of any win: the first limit.
    below : int
        Only wins of fewer moves are looked for.
    """
    below_room, pairs = room_for_pairs(tables)
    waiting, depth, moves = (below + 2) * tables.most_moves, below + 2, 2 * below + 2 * MOST_MOVES
    beside = 8 * waiting + 24 * depth + 4 * moves + 4 * tables.most_moves + 512 + below_room.nbytes + pairs.nbytes
    sets = min(max((most_bytes - beside) // (10 * WAYS), 1), (1 << 32) - 1)
    marks = np.zeros(9, np.int64)
    marks[LIMIT], marks[BELOW] = limit, below

    def make(sets: int) -> Deepening:
        return Deepening(
            keys=room((sets, WAYS), np.uint64),
            beyond=room((sets, WAYS), np.int16),
            waiting=room((waiting, 2), np.int32),
            begin=np.zeros((depth, 3), np.int64),
            line=np.zeros(moves, np.int32),
            moves=np.zeros(tables.most_moves, np.int32),
            hash=np.zeros(2, np.uint64),
            below=below_room,
            pairs=pairs,
            marks=marks,
        )

    return as_granted(make, sets, 1)


def deepening_bytes(deepening: Deepening) -> int:
    """Return the bytes that a search takes."""
    return sum(array.nbytes for array in deepening)


def line(deepening: Deepening) -> NDArray[np.int32]:
    """Return the moves of the line that the search stands on."""
    return deepening.line[: deepening.marks[MADE]]


@compiled
def begin_deepening(tables: Tables, state: State, search: Deepening, prunes: int) -> int:
    """Make the safe plays of the start; return `DEEPENING`, `WON` or `PROVED`."""
    marks = search.marks
    marks[MADE] = make_safe_plays(tables, state, prunes, search.line, 0)
    search.begin[0, 2] = still_needed(tables, state)
    if state.counts[HOME] < tables.goal:
        return DEEPENING
    marks[LIMIT] = min(marks[MADE], marks[BELOW])
    return WON if marks[MADE] < marks[BELOW] else PROVED


@compiled
def deepen_slice(tables: Tables, state: State, search: Deepening, prunes: int, expansions: int) -> int:
    """Search on for at most so many expansions.

    Parameters
    ----------
    tables : Tables
    state : State
        The state that the search stands on; it is moved along.
    search : Deepening
    prunes : int
        Sum of the dominances to use.
    expansions : int

    Returns
    -------
    int
        `DEEPENING`, `WON` (see `line`) or `PROVED`.
    """
    marks = search.marks
    while expansions > 0:
        depth = marks[DEPTH]
        if marks[LIMIT] >= marks[BELOW]:
            return PROVED
        if marks[OPENED] == 0:
            search.begin[depth, 0] = marks[WAITING]
            search.begin[depth, 1] = marks[MADE]
            marks[EXPANDED] += 1
            expansions -= 1
            if _expand(tables, state, search, prunes):
                return WON
            marks[OPENED] = 1
        if marks[WAITING] > search.begin[depth, 0]:
            marks[WAITING] -= 1
            move, needed = whole(search.waiting[marks[WAITING], 0]), whole(search.waiting[marks[WAITING], 1])
            made = marks[MADE]
            marks[MADE] = make_move(tables, state, move, prunes, search.line, made)
            if _may_be_won(tables, state, search, marks[LIMIT] - marks[MADE], needed):
                marks[DEPTH] = depth + 1
                search.begin[depth + 1, 2] = needed
                marks[OPENED] = 0
            else:
                while marks[MADE] > made:
                    marks[MADE] -= 1
                    undo(tables, state, whole(search.line[marks[MADE]]))
        elif depth == 0:
            marks[LIMIT] += 1
            marks[OPENED] = 0
        else:
            marks[DEPTH] = depth - 1
            while marks[MADE] > search.begin[depth - 1, 1]:
                marks[MADE] -= 1
                undo(tables, state, whole(search.line[marks[MADE]]))
    return DEEPENING


@merged
def _expand(tables: Tables, state: State, search: Deepening, prunes: int) -> bool:
    """Put the moves on the stack that may lead to a win within the limit; return whether one of them wins."""
    marks = search.marks
    made, limit = marks[MADE], marks[LIMIT]
    needed = search.begin[marks[DEPTH], 2]
    left = plays_left(tables, state.counts[HOME])
    redeals = redeals_that_clear(tables, state.counts[USED])
    count = abs(promising_moves(tables, state, prunes, -1, search.moves))
    for k in range(count):
        move = whole(search.moves[k])
        source, target = move >> 8 & 255, move & 255
        if is_plain(tables, state, move, prunes):
            now = still_needed_after(tables, state, source, target, needed)
            if made + 1 + lower_bound(left, now, redeals) > limit:
                continue
            child_hash(tables, state, move, search.hash)
            known = _known(search, search.hash[0], search.hash[1])
            end = made + 1
        else:
            end = make_move(tables, state, move, prunes, search.line, made)
            if state.counts[HOME] == tables.goal and end <= limit:
                marks[MADE] = end
                return True
            now = still_needed(tables, state)
            left_now = plays_left(tables, state.counts[HOME])
            known = lower_bound(left_now, now, redeals_that_clear(tables, state.counts[USED]))
            known = max(known, _known(search, state.sum[0], state.sum[1]))
            undone = end
            while undone > made:
                undone -= 1
                undo(tables, state, whole(search.line[undone]))
        if end + known <= limit:
            search.waiting[marks[WAITING], 0] = move
            search.waiting[marks[WAITING], 1] = now
            marks[WAITING] += 1
    return False


@merged
def _may_be_won(tables: Tables, state: State, search: Deepening, moves: int, needed: int) -> bool:
    """Tell whether the current state must be searched with so many moves left; note that this is under way."""
    a, b = state.sum[0], state.sum[1]
    known = _known(search, a, b)
    if known > moves:
        return False
    if known == 0 and tables.paired == 1:  # met for the first time: the dear bound is taken
        left = plays_left(tables, state.counts[HOME])
        more = joint_gain(tables, state, search.below, search.pairs)
        known = lower_bound(left, needed + more, redeals_that_clear(tables, state.counts[USED]))
    _note(search, a, b, max(known, moves + 1))
    return bool(known <= moves)


@inlined
def _set(search: Deepening, b: np.uint64) -> int:
    return whole(((b >> _S32) * np.uint64(len(search.keys))) >> _S32)


@inlined
def _known(search: Deepening, a: np.uint64, b: np.uint64) -> int:
    """Return the lower bound that the table holds for a state; 0 if it holds none."""
    search.marks[LOOKED_UP] += 1
    chosen = _set(search, b)
    key = a if a != np.uint64(0) else np.uint64(1)
    for way in range(WAYS):
        if search.keys[chosen, way] == key:
            return whole(search.beyond[chosen, way])
    return 0


@inlined
def _note(search: Deepening, a: np.uint64, b: np.uint64, beyond: int) -> None:
    """Put a state into the table, in place of the one of its set that the shortest search would find again."""
    chosen = _set(search, b)
    key = a if a != np.uint64(0) else np.uint64(1)
    place = 0
    for way in range(WAYS):
        if search.keys[chosen, way] == key:
            search.beyond[chosen, way] = beyond
            return
        if search.beyond[chosen, way] < search.beyond[chosen, place]:
            place = way
    search.keys[chosen, place] = key
    search.beyond[chosen, place] = beyond
    search.marks[STORED] += 1
