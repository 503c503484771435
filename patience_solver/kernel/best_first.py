"""Best-first search: A* where a move and a unit of the bound weigh the same, greedy where the bound weighs more.

States are kept packed, in the order in which they were found, each with the state and the move that it was reached by.
The open list is an array of buckets, one for each priority.
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
from patience_solver.kernel.memory import as_granted, filled, most_places, most_rows, room
from patience_solver.kernel.moves import EXCHANGE_BIT, REDEAL_CODE, child_hash, do, undo
from patience_solver.kernel.nodes import (
    EXACT,
    NO_INDEX,
    fill_index,
    find,
    find_next,
    is_here,
    load,
    pack,
    packed_bytes,
    pile_like,
)
from patience_solver.kernel.rounds import MOVED_APART, Rounds, further_moves, rounds_of
from patience_solver.kernel.state import HOME, USED, State
from patience_solver.kernel.tables import MOST_MOVES, Tables

__all__ = [
    "A_STAR",
    "EMPTIED",
    "FIRST_INDEX",
    "FOUND",
    "INDEX_FULL",
    "NEVER",
    "NODES_FULL",
    "NO_INDEX",
    "SEARCHING",
    "Nodes",
    "begin_best_first",
    "best_first_slice",
    "bound_so_far",
    "fill_index",
    "larger_index",
    "new_nodes",
    "node_bytes",
    "nodes_bytes",
    "nodes_room",
    "places_due",
    "trace",
]

SEARCHING, FOUND, EMPTIED, NODES_FULL, INDEX_FULL = 0, 1, 2, 3, 4
"""What a slice says: go on; a (shorter) win was found; the open list is empty, or nothing in it can lead to a shorter
win; there is no room for more states; the index must grow first."""

# Places in `Nodes.marks`:
STORED = 0  # states stored
EXPANDED = 1  # states expanded
LOWEST = 2  # no bucket below this one holds a state
BEST = 3  # length of the shortest win found, or a number above all lengths
GOAL = 4  # its last state
ENTRIES = 5  # entries of the open list ever used
FREE = 6  # first unused entry, -1 if none
PER_MOVE = 7  # weight of a move in the priority
PER_BOUND = 8  # weight of a unit of the bound
INDEXED = 9  # states in the index
COMPARED_BY_HASH = 10  # 1 once states have been taken for equal by their hashes alone
CUT = 11  # 1 once a state was left out because its line was too long
PAIRED = 12  # states stored from which on the bound looks at pairs of piles too, or at deals

# In `Nodes.cost[:, 2]`:
_EXPANDED, _PAIRED = 1, 2  # it was expanded; the bound over pairs of piles, or over deals, was taken

A_STAR = 256, 257
"""Weights of A*: the sum of moves made and bound, and of equal ones the nearest to the end first."""

FIRST_INDEX = 1 << 12
"""Places of the index at the beginning."""

NEVER = 1 << 62
"""For `paired_from`: the bound does not look at pairs of piles."""


class Nodes(NamedTuple):
    """The states found, the index over them and the open list.

    Attributes
    ----------
    packed : uint8[most, piles + cards + 2]
        Sizes of the piles, their cards, redeals used, whether the talon's top card was just turned.
    hashes : uint64[most, 2]
        The two hashes.
    came : int32[most, 3]
        The state it was reached from, the move, and the pile whose top card was moved (-1: see `promising_moves`).
    cost : int16[most, 4]
        Moves from the start; blocking cards; whether it was expanded and what its bound rests on; moves needed beside.
    slots : int32[2^k]
        Open addressing by hash: a state's number, -1 for none.
    bucket : int32[priorities]
        First entry of the open list with this priority, -1 for none.
    entry : int32[entries, 2]
        A state, and the next entry of its bucket.
    moves, hash : int32[tables.most_moves], uint64[2]
        Room for the moves of one state and the hashes of one child.
    line : int32[MOST_MOVES]
        Room for a move and the safe plays that follow it.
    below, pairs
        Room for the bound over pairs of piles.
    rounds : Rounds
        What the bound over deals needs.
    marks : int64[13]
        The figures named in this module.
    """

    packed: NDArray[np.uint8]
    hashes: NDArray[np.uint64]
    came: NDArray[np.int32]
    cost: NDArray[np.int16]
    slots: NDArray[np.int32]
    bucket: NDArray[np.int32]
    entry: NDArray[np.int32]
    moves: NDArray[np.int32]
    hash: NDArray[np.uint64]
    line: NDArray[np.int32]
    below: NDArray[np.uint64]
    pairs: NDArray[np.int64]
    rounds: Rounds
    marks: NDArray[np.int64]


_BESIDE_PACKED = 16 + 12 + 8 + 16


def node_bytes(tables: Tables) -> int:
    """Return the bytes that one state takes, its entries of the open list included, its share of the index not."""
    return packed_bytes(tables) + _BESIDE_PACKED


def new_nodes(
    tables: Tables, most_bytes: int, per_move: int, per_bound: int, longest: int, *, paired_from: int = NEVER
) -> Nodes:
    """Return an empty search.

    Parameters
    ----------
    tables : Tables
    most_bytes : int
        Bytes that it may come to take, all told; they are used only as it grows.  There is room for the children of
        two states however few they are.
    per_move, per_bound : int
        Weights of a move made and of a unit of the bound in the priority: equal, or nearly so, for A*.
    longest : int
        Lines longer than this are not followed.
    paired_from : int
        States stored from which on the bound looks at pairs of piles.
    """
    moves, size = int(tables.most_moves), packed_bytes(tables)
    least = 2 * moves
    below, pairs = room_for_pairs(tables)
    rounds = rounds_of(tables)
    marks = np.zeros(13, np.int64)
    marks[BEST] = longest + 1
    marks[FREE] = -1
    marks[GOAL] = -1
    marks[PER_MOVE], marks[PER_BOUND] = per_move, per_bound
    marks[PAIRED] = 0 if tables.in_fills == 1 else paired_from if tables.paired == 1 else NEVER
    bucket = np.full((per_move + per_bound) * (longest + 2), -1, np.int32)
    beside = bucket.nbytes + 4 * (moves + MOST_MOVES) + below.nbytes + pairs.nbytes + 512
    most = most_rows(most_bytes - beside, size + _BESIDE_PACKED, least)

    def make(most: int) -> Nodes:
        return Nodes(
            packed=room((most, size), np.uint8),
            hashes=room((most, 2), np.uint64),
            came=room((most, 3), np.int32),
            cost=room((most, 4), np.int16),
            slots=np.full(FIRST_INDEX, -1, np.int32),
            bucket=bucket,
            entry=room((2 * most, 2), np.int32),
            moves=np.zeros(moves, np.int32),
            hash=np.zeros(2, np.uint64),
            line=np.zeros(MOST_MOVES, np.int32),
            below=below,
            pairs=pairs,
            rounds=rounds,
            marks=marks,
        )

    return as_granted(make, most, least)


def places_due(nodes: Nodes) -> int:
    """Return the places of the next index: four times as many, up to what does for all states that there is room for.

    0 if the index is as large as that.
    """
    most = max(most_places(len(nodes.packed)), FIRST_INDEX)
    return 0 if len(nodes.slots) >= most else min(4 * len(nodes.slots), most)


def larger_index(nodes: Nodes, places: int) -> Nodes:
    """Return a search that has no index with one of so many places; `nodes.slots` should be `NO_INDEX`."""
    nodes = nodes._replace(slots=filled(places, -1, np.int32))
    stored = int(nodes.marks[STORED])
    for begin in range(0, stored, 1 << 20):  # a compiled loop can't be interrupted
        fill_index(nodes, begin, min(begin + (1 << 20), stored))
    return nodes


def nodes_room(nodes: Nodes) -> int:
    """Return the bytes that a search may come to take."""
    index = 4 * max(most_places(len(nodes.packed)), FIRST_INDEX) - nodes.slots.nbytes
    return index + sum(array.nbytes for array in nodes if isinstance(array, np.ndarray))


def nodes_bytes(tables: Tables, nodes: Nodes) -> int:
    """Return the bytes in use."""
    states = int(nodes.marks[STORED]) * (node_bytes(tables) - 16) + 8 * int(nodes.marks[ENTRIES])
    return states + nodes.slots.nbytes + nodes.bucket.nbytes


@compiled
def begin_best_first(tables: Tables, state: State, nodes: Nodes, prunes: int) -> int:
    """Make the safe plays of the start and store what follows; return `SEARCHING` or `FOUND`."""
    made = make_safe_plays(tables, state, prunes, nodes.line, 0)
    nodes.cost[0, 0] = made
    nodes.cost[0, 1] = still_needed(tables, state)
    _store(tables, state, nodes, -1, 0, -1, made, whole(nodes.cost[0, 1]), 0)
    if state.counts[HOME] == tables.goal:
        nodes.marks[BEST] = made
        nodes.marks[GOAL] = 0
        return FOUND
    return SEARCHING


@compiled
def best_first_slice(tables: Tables, state: State, nodes: Nodes, prunes: int, expansions: int) -> int:
    """Search on for at most so many expansions.

    Parameters
    ----------
    tables : Tables
    state : State
        Any state of this deal; it is moved about.
    nodes : Nodes
    prunes : int
        Sum of the dominances to use.
    expansions : int

    Returns
    -------
    int
        `SEARCHING`, `FOUND` (see `trace`), `EMPTIED`, `NODES_FULL` or `INDEX_FULL`.
    """
    marks = nodes.marks
    most_moves = len(nodes.moves)
    while expansions > 0:
        if 2 * (marks[STORED] + most_moves) > len(nodes.slots):
            return INDEX_FULL
        if marks[STORED] + most_moves > len(nodes.packed) or marks[ENTRIES] + most_moves > len(nodes.entry):
            return NODES_FULL
        node = _take(tables, nodes)
        if node < 0:
            return EMPTIED
        expansions -= 1
        load(tables, state, nodes, node)
        if marks[STORED] > marks[PAIRED] and whole(nodes.cost[node, 2]) & _PAIRED == 0:
            nodes.cost[node, 2] = _PAIRED
            if tables.in_fills == 1:
                more = further_moves(tables, state, nodes.rounds, whole(nodes.cost[node, 3]), MOVED_APART)
            else:
                more = joint_gain(tables, state, nodes.below, nodes.pairs)
            if more > nodes.cost[node, 3]:  # its turn comes later
                nodes.cost[node, 3] = more
                _put(tables, nodes, node)
                continue
        nodes.cost[node, 2] |= _EXPANDED
        marks[EXPANDED] += 1
        if _expand(tables, state, nodes, node, prunes):
            return FOUND
    return SEARCHING


@compiled
def bound_so_far(tables: Tables, nodes: Nodes) -> int:
    """Return a proved lower bound on any win: the least of `moves made + bound` over the open list.

    Where a win was known before, lines as long as that one are not followed, and the bound is at most its length.
    """
    marks = nodes.marks
    bound = marks[BEST]
    for priority in range(marks[LOWEST], len(nodes.bucket)):
        entry = nodes.bucket[priority]
        while entry >= 0:
            node = nodes.entry[entry, 0]
            if whole(nodes.cost[node, 2]) & _EXPANDED == 0:
                bound = min(bound, whole(nodes.cost[node, 0]) + _bound_of(tables, nodes, node))
                if marks[PER_MOVE] == A_STAR[0] and marks[PER_BOUND] == A_STAR[1]:
                    return whole(bound)  # the buckets are in the order of this sum
            entry = nodes.entry[entry, 1]
    return whole(bound)


@compiled
def trace(tables: Tables, state: State, nodes: Nodes, prunes: int, out: NDArray[np.int32]) -> int:
    """Write the moves to the shortest win found to `out` and return their number.

    `state` is the start of the deal, before any safe play; `out` has room for twice the line.
    """
    marks = nodes.marks
    steps = 0
    node = marks[GOAL]
    while node > 0:  # the states of the line stand backwards at the end of `out` first
        steps += 1
        out[len(out) - steps] = node
        node = whole(nodes.came[node, 0])
    made = make_safe_plays(tables, state, prunes, out, 0)
    for k in range(len(out) - steps, len(out)):
        move = whole(nodes.came[out[k], 1])
        if move & 0xFFFF != REDEAL_CODE and move < EXCHANGE_BIT:
            # The move is written in the order of piles in which the state before was found first.  Where a shorter way
            # to that state was found later, its piles may lie in another order now: the same cards tell which is which.
            parent = whole(nodes.came[out[k], 0])
            source = pile_like(tables, state, nodes, parent, move >> 8 & 255, -1)
            target = pile_like(tables, state, nodes, parent, move & 255, source)
            move = move >> 16 << 16 | source << 8 | target
        made = make_move(tables, state, move, prunes, out, made)
    return made


@merged
def _expand(tables: Tables, state: State, nodes: Nodes, node: int, prunes: int) -> bool:
    """Store or improve the children of the current state; return whether a shorter win was found."""
    marks = nodes.marks
    made = whole(nodes.cost[node, 0])
    blocked = whole(nodes.cost[node, 1])
    more = whole(nodes.cost[node, 3])
    left = plays_left(tables, state.counts[HOME])
    redeals = redeals_that_clear(tables, state.counts[USED])
    count = promising_moves(tables, state, prunes, whole(nodes.came[node, 2]), nodes.moves)
    alone = count < 0
    won = False
    for k in range(abs(count)):
        move = whole(nodes.moves[k])
        source, target = move >> 8 & 255, move & 255
        if is_plain(tables, state, move, prunes):
            now = still_needed_after(tables, state, source, target, blocked)
            rest = max(blocked + more - 1 - now, 0)  # no move brings a win nearer by more than itself
            if made + 1 + lower_bound(left, now + rest, redeals) >= marks[BEST]:
                marks[CUT] = 1
                continue
            child_hash(tables, state, move, nodes.hash)
            last = -1 if alone else target
            _reach(tables, state, nodes, node, move, last, made + 1, now, rest, nodes.hash[0], nodes.hash[1])
        else:
            end = make_move(tables, state, move, prunes, nodes.line, 0)
            now = still_needed(tables, state)
            cost = made + end
            redeals_now = redeals_that_clear(tables, state.counts[USED])
            left_now = plays_left(tables, state.counts[HOME])
            rest = max(left + blocked + more - end - left_now - now, 0) if redeals == 0 else 0
            if cost + lower_bound(left_now, now + rest, redeals_now) < marks[BEST]:
                if state.counts[HOME] == tables.goal:
                    marks[BEST] = cost
                    marks[GOAL] = marks[STORED]
                    won = True
                last = -1 if alone or end > 1 or target >= tables.tableau else target
                _reach_here(tables, state, nodes, node, move, last, cost, now, rest)
            else:
                marks[CUT] = 1
            while end > 0:
                end -= 1
                undo(tables, state, whole(nodes.line[end]))
    return won


@merged
def _reach(
    tables: Tables,
    state: State,
    nodes: Nodes,
    parent: int,
    move: int,
    last: int,
    cost: int,
    blocked: int,
    more: int,
    a: np.uint64,
    b: np.uint64,
) -> None:
    """Store the state after a plain move, or note a shorter way to it."""
    place = find(nodes, a, b)
    if nodes.slots[place] >= 0 and nodes.marks[STORED] >= EXACT:
        _improve(tables, nodes, whole(nodes.slots[place]), parent, move, last, cost)
    else:
        do(tables, state, move)
        while nodes.slots[place] >= 0 and not is_here(tables, state, nodes, whole(nodes.slots[place])):
            place = find_next(nodes, a, b, place)
        if nodes.slots[place] < 0:
            _store_at(tables, state, nodes, place, parent, move, last, cost, blocked, more)
        else:
            _improve(tables, nodes, whole(nodes.slots[place]), parent, move, last, cost)
        undo(tables, state, move)


@merged
def _reach_here(
    tables: Tables, state: State, nodes: Nodes, parent: int, move: int, last: int, cost: int, blocked: int, more: int
) -> None:
    """Store the current state, or note a shorter way to it."""
    a, b = state.sum[0], state.sum[1]
    place = find(nodes, a, b)
    while nodes.slots[place] >= 0 and nodes.marks[STORED] < EXACT:
        if is_here(tables, state, nodes, whole(nodes.slots[place])):
            break
        place = find_next(nodes, a, b, place)
    if nodes.slots[place] < 0:
        _store_at(tables, state, nodes, place, parent, move, last, cost, blocked, more)
    else:
        node = whole(nodes.slots[place])
        if nodes.marks[GOAL] == nodes.marks[STORED]:
            nodes.marks[GOAL] = node
        _improve(tables, nodes, node, parent, move, last, cost)


@inlined
def _improve(tables: Tables, nodes: Nodes, node: int, parent: int, move: int, last: int, cost: int) -> None:
    """Note a way to a state that was found before, if it is shorter; the state is expanded again if it was."""
    if nodes.marks[STORED] >= EXACT:
        nodes.marks[COMPARED_BY_HASH] = 1
    if cost < nodes.cost[node, 0]:
        nodes.came[node, 0] = parent
        nodes.came[node, 1] = move
        # It may have been expanded, or come to be, without the moves of another card: from now on all are tried.
        nodes.came[node, 2] = -1
        nodes.cost[node, 0] = cost
        nodes.cost[node, 2] &= _PAIRED
        _put(tables, nodes, node)


@inlined
def _store(
    tables: Tables, state: State, nodes: Nodes, parent: int, move: int, last: int, cost: int, blocked: int, more: int
) -> None:
    place = find(nodes, state.sum[0], state.sum[1])
    _store_at(tables, state, nodes, place, parent, move, last, cost, blocked, more)


@inlined
def _store_at(
    tables: Tables,
    state: State,
    nodes: Nodes,
    place: int,
    parent: int,
    move: int,
    last: int,
    cost: int,
    blocked: int,
    more: int,
) -> None:
    node = nodes.marks[STORED]
    nodes.marks[STORED] = node + 1
    nodes.slots[place] = node
    pack(tables, state, nodes, node)
    nodes.came[node, 0] = parent
    nodes.came[node, 1] = move
    nodes.came[node, 2] = last
    nodes.cost[node, 0] = cost
    nodes.cost[node, 1] = blocked
    nodes.cost[node, 2] = 0
    nodes.cost[node, 3] = more
    _put(tables, nodes, node)


@inlined
def _bound_of(tables: Tables, nodes: Nodes, node: int) -> int:
    """Return the lower bound on the moves still needed from a stored state."""
    home = 0
    for pile in range(tables.foundation, tables.piles):
        home += whole(nodes.packed[node, pile])
    redeals = redeals_that_clear(tables, whole(nodes.packed[node, tables.piles + tables.cards]))
    return lower_bound(plays_left(tables, home), whole(nodes.cost[node, 1]) + whole(nodes.cost[node, 3]), redeals)


@inlined
def _put(tables: Tables, nodes: Nodes, node: int) -> None:
    """Put a state on the open list."""
    marks = nodes.marks
    bound = _bound_of(tables, nodes, node)
    priority = marks[PER_MOVE] * whole(nodes.cost[node, 0]) + marks[PER_BOUND] * bound
    if priority >= len(nodes.bucket):
        priority = len(nodes.bucket) - 1
    if marks[FREE] >= 0:
        entry = marks[FREE]
        marks[FREE] = whole(nodes.entry[entry, 1])
    else:
        entry = marks[ENTRIES]
        marks[ENTRIES] += 1
    nodes.entry[entry, 0] = node
    nodes.entry[entry, 1] = nodes.bucket[priority]
    nodes.bucket[priority] = entry
    marks[LOWEST] = min(marks[LOWEST], priority)


@inlined
def _take(tables: Tables, nodes: Nodes) -> int:
    """Take the state of least priority off the open list; -1 if none is left that can lead to a shorter win."""
    marks = nodes.marks
    while marks[LOWEST] < len(nodes.bucket):
        entry = whole(nodes.bucket[marks[LOWEST]])
        if entry < 0:
            marks[LOWEST] += 1
            continue
        node = whole(nodes.entry[entry, 0])
        nodes.bucket[marks[LOWEST]] = nodes.entry[entry, 1]
        nodes.entry[entry, 1] = marks[FREE]
        marks[FREE] = entry
        # A state may stand there twice, when a shorter way to it was found; it is expanded once for each way.
        is_open = whole(nodes.cost[node, 2]) & _EXPANDED == 0
        if is_open and whole(nodes.cost[node, 0]) + _bound_of(tables, nodes, node) < marks[BEST]:
            return node
    return -1
