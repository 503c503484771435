"""Depth-first exhaustion with the transposition table.

Every state is expanded once: its children are hashed together, then read from the table together, so that the reads
overlap; those not seen before are put on a stack.  Safe plays that follow a move are made with it, and only the state
after them is stored.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined
from patience_solver.kernel.dominance import is_plain, make_move, make_safe_plays, promising_moves
from patience_solver.kernel.memory import room
from patience_solver.kernel.moves import child_hash, undo
from patience_solver.kernel.state import HOME, State
from patience_solver.kernel.tables import MOST_MOVES, Tables
from patience_solver.kernel.transposition import FULL, NEW, Table, crowded, insert, peek

__all__ = [
    "EXHAUSTED",
    "RUNNING",
    "STACK_FULL",
    "TABLE_FULL",
    "WON",
    "Stack",
    "begin_exhaustion",
    "exhaust_slice",
    "growth_bytes",
    "larger",
    "line",
    "new_stack",
]

RUNNING, WON, EXHAUSTED, TABLE_FULL, STACK_FULL = 0, 1, 2, 3, 4
"""What a slice says: go on; a win was found; all was searched; the table, or the stack, must grow first."""

# Places in `Stack.marks`:
DEPTH = 0  # states on the line, the start not counted
MADE = 1  # moves on the line, safe plays included
WAITING = 2  # moves waiting on the stack
CHILD = 3  # children of the current state that are dealt with already (after a `TABLE_FULL`)
OPENED = 4  # 1 if the current state has been expanded
LAST = 5  # the pile whose top card must not be moved again, or -1
EXPANDED = 6  # states expanded


class Stack(NamedTuple):
    """The line that the search stands on, and the moves still to be tried along it.

    Attributes
    ----------
    waiting : int32[moves]
        Moves to new states, those of deeper states further up.
    begin : int64[depth, 3]
        For each state on the line: where its waiting moves begin, where the moves that follow it begin on the line, and
        whether one move was tried alone there.
    line : int32[moves]
        The moves made, safe plays included.
    moves : int32[most moves]
        Room for the moves of one state.
    hashes : uint64[most moves, 3]
        Room for the hashes of its children, and what the table holds at their places.
    marks : int64[7]
        The figures named in this module.
    """

    waiting: NDArray[np.int32]
    begin: NDArray[np.int64]
    line: NDArray[np.int32]
    moves: NDArray[np.int32]
    hashes: NDArray[np.uint64]
    marks: NDArray[np.int64]


def new_stack(waiting: int = 1 << 14, depth: int = 1 << 12, most_moves: int = MOST_MOVES) -> Stack:
    """Return an empty stack with room for so many waiting moves, so deep a line and so many moves of one state."""
    return Stack(
        np.zeros(waiting, np.int32),
        np.zeros((depth, 3), np.int64),
        np.zeros(2 * depth + MOST_MOVES, np.int32),
        np.zeros(most_moves, np.int32),
        np.zeros((most_moves, 3), np.uint64),
        np.array([0, 0, 0, 0, 0, -1, 0], np.int64),
    )


def larger(stack: Stack) -> Stack:
    """Return the same stack with twice the room where there is too little."""
    return stack._replace(**{name: _doubled(getattr(stack, name)) for name in _short(stack)})


def growth_bytes(stack: Stack) -> int:
    """Return what `larger` takes beside the stack until the old arrays are given back."""
    return sum(2 * int(getattr(stack, name).nbytes) for name in _short(stack))


def _short(stack: Stack) -> list[str]:
    marks = stack.marks
    short = {
        "waiting": marks[WAITING] + len(stack.moves) > len(stack.waiting),
        "begin": marks[DEPTH] + 1 >= len(stack.begin),
        "line": marks[MADE] + MOST_MOVES > len(stack.line),
    }
    return [name for name, is_short in short.items() if is_short]


def _doubled(array: NDArray[Any]) -> NDArray[Any]:
    twice = room((2 * len(array), *array.shape[1:]), array.dtype)
    twice[: len(array)] = array
    return twice


def stack_bytes(stack: Stack) -> int:
    """Return the bytes that a stack takes."""
    return sum(array.nbytes for array in stack)


def line(stack: Stack) -> NDArray[np.int32]:
    """Return the moves of the line that the search stands on."""
    return stack.line[: stack.marks[MADE]]


@compiled
def begin_exhaustion(tables: Tables, state: State, table: Table, stack: Stack, prunes: int) -> int:
    """Make the safe plays of the start and store what follows; return `RUNNING` or `WON`."""
    stack.marks[MADE] = make_safe_plays(tables, state, prunes, stack.line, 0)
    insert(table, state.sum[0], state.sum[1])
    return WON if state.counts[HOME] == tables.goal else RUNNING


@compiled
def exhaust_slice(tables: Tables, state: State, table: Table, stack: Stack, prunes: int, expansions: int) -> int:
    """Search on for at most so many expansions.

    Parameters
    ----------
    tables : Tables
    state : State
        The state that the search stands on; it is moved along.
    table : Table
    stack : Stack
    prunes : int
        Sum of the dominances to use.
    expansions : int

    Returns
    -------
    int
        `RUNNING`, `WON` (see `line`), `EXHAUSTED`, `TABLE_FULL` or `STACK_FULL`.
    """
    marks = stack.marks
    while expansions > 0:
        depth = marks[DEPTH]
        if marks[OPENED] == 0:
            if crowded(table):
                return TABLE_FULL
            if (
                marks[WAITING] + len(stack.moves) > len(stack.waiting)
                or marks[MADE] + MOST_MOVES > len(stack.line)
                or depth + 1 >= len(stack.begin)
            ):
                return STACK_FULL
            if marks[CHILD] == 0:
                stack.begin[depth, 0] = marks[WAITING]
                stack.begin[depth, 1] = marks[MADE]
            outcome = _expand(tables, state, table, stack, prunes)
            if outcome != RUNNING:
                return outcome
            expansions -= 1
        if marks[WAITING] > stack.begin[depth, 0]:
            marks[WAITING] -= 1
            move = stack.waiting[marks[WAITING]]
            made = marks[MADE]
            marks[MADE] = make_move(tables, state, move, prunes, stack.line, made)
            alone = stack.begin[depth, 2] == 1 or move & 255 >= tables.tableau or marks[MADE] > made + 1
            marks[LAST] = -1 if alone else move & 255
            marks[DEPTH] = depth + 1
            marks[OPENED] = 0
        elif depth == 0:
            return EXHAUSTED
        else:
            marks[DEPTH] = depth - 1
            while marks[MADE] > stack.begin[depth - 1, 1]:
                marks[MADE] -= 1
                undo(tables, state, stack.line[marks[MADE]])
    return RUNNING


@inlined
def _expand(tables: Tables, state: State, table: Table, stack: Stack, prunes: int) -> int:
    """Put the moves to new states on the stack."""
    marks = stack.marks
    count = promising_moves(tables, state, prunes, marks[LAST], stack.moves)
    stack.begin[marks[DEPTH], 2] = 1 if count < 0 else 0
    count = abs(count)
    made = marks[MADE]
    for k in range(marks[CHILD], count):
        move = stack.moves[k]
        if is_plain(tables, state, move, prunes):
            child_hash(tables, state, move, stack.hashes[k])
        else:
            end = make_move(tables, state, move, prunes, stack.line, made)
            if state.counts[HOME] == tables.goal:
                marks[MADE] = end
                return WON
            stack.hashes[k, 0] = state.sum[0]
            stack.hashes[k, 1] = state.sum[1]
            while end > made:
                end -= 1
                undo(tables, state, stack.line[end])
    for k in range(marks[CHILD], count):
        stack.hashes[k, 2] = peek(table, stack.hashes[k, 0], stack.hashes[k, 1])
    for k in range(marks[CHILD], count):
        seen = insert(table, stack.hashes[k, 0], stack.hashes[k, 1])
        if seen == FULL:
            marks[CHILD] = k
            return TABLE_FULL
        if seen == NEW:
            stack.waiting[marks[WAITING]] = stack.moves[k]
            marks[WAITING] += 1
    marks[CHILD] = 0
    marks[EXPANDED] += 1
    marks[OPENED] = 1
    return RUNNING
