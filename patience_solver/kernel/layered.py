"""Layered search: a beam that is exact when nothing was cut.

Every state belongs to a *layer*: how much is used up that never comes back, redeals and cards of the stock, or where
there is no stock the room on the foundations.  A move leads to the same layer or to a later one.  The layers are
gone through in their order; inside a layer the state of best score is expanded first, children of the same layer join
the queue, others wait for their layer.  At most `width` states of a layer are expanded.  If that cut no layer short,
all that can be reached was searched.  Where moves inside a layer are only plays to foundations, which soon come to an
end, the states that they lead to are not counted: they are the same states, seen a moment later.

Equal states lie in one layer.  So states of layers that are done are forgotten, but for the move and the state that
each was reached by: their rows are used again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.bounds import plays_left, still_needed
from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.dominance import make_move, make_safe_plays, promising_moves
from patience_solver.kernel.features import Need, score
from patience_solver.kernel.memory import as_granted, filled, most_places, most_rows, room
from patience_solver.kernel.moves import EXCHANGE_BIT, undo
from patience_solver.kernel.nodes import EXACT, NO_INDEX, find, find_next, is_here, load, pack, packed_bytes
from patience_solver.kernel.relaxed_packets import further_holds
from patience_solver.kernel.rounds import can_be_done, is_hopeless
from patience_solver.kernel.state import HOME, USED, State
from patience_solver.kernel.tables import MOST_MOVES, Tables

__all__ = [
    "ANY_LENGTH",
    "ENDED",
    "FIRST_INDEX",
    "FULL",
    "NO_INDEX",
    "SEARCHING",
    "STALE",
    "WON",
    "Layers",
    "begin_layers",
    "forget",
    "layers_bytes",
    "layers_room",
    "layers_slice",
    "new_layers",
    "places_due",
    "steps",
    "way",
]

SEARCHING, WON, ENDED, FULL, STALE = 0, 1, 2, 3, 4
"""What a slice says: go on; a win was found; all layers are done; there is no room for more states; the index has to be
renewed (`forget`)."""

# Places in `Layers.marks`:
STORED = 0  # states stored, those forgotten included
EXPANDED = 1  # states expanded
LAYER = 2  # the layer that is searched
TRIED = 3  # states of this layer expanded that count
WIDTH = 4  # most states of a layer that are expanded
BEST = 5  # no bucket before this one holds a state
LAST = 6  # no bucket after this one does
CUT = 7  # 1 once a layer was cut short
FREE = 8  # first row that is free again, -1 if none
ROWS = 9  # rows ever used
INDEXED = 10  # rows in the index
COMPARED_BY_HASH = 11  # 1 once states have been taken for equal by their hashes alone
GOAL = 12  # the won state, or -1
PLAYS_FREE = 13  # 1 if states that are reached inside a layer don't count
BELOW = 14  # only wins of fewer moves are looked for
_MARKS = 15

# Places in `Layers.row`:
NODE, LINK, IN_LAYER, SCORE, MADE, FREE_OF_CHARGE = 0, 1, 2, 3, 4, 5

ANY_LENGTH = 1 << 30
"""More moves than any win has."""

TIE_BITS = 3
"""Bits of a state's hash that decide between equal scores."""

FIRST_INDEX = 1 << 12
"""Places of the index at the beginning."""

BUCKETS = 1 << 16
"""Scores that are told apart; those above count as the highest."""


class Layers(NamedTuple):
    """The states that are remembered, and how each state was reached.

    Attributes
    ----------
    packed, hashes, slots
        As in `kernel.nodes.Nodes`, for the rows.
    row : int32[rows, 6]
        The state's number, the next row of the same list, its layer, its score, moves made; 1 if it does not count.
    came : int32[states, 2]
        The state that each was reached from, and the move.
    waiting : int32[layers]
        First row of the states that wait for their layer, -1 for none.
    bucket : int32[BUCKETS]
        First row of the states of the current layer with this score, -1 for none.
    moves : int32[most moves]
        Room for the moves of one state.
    line : int32[MOST_MOVES]
        Room for a move and the safe plays that follow it.
    marks : int64[15]
        The figures named in this module.
    """

    packed: NDArray[np.uint8]
    hashes: NDArray[np.uint64]
    slots: NDArray[np.int32]
    row: NDArray[np.int32]
    came: NDArray[np.int32]
    waiting: NDArray[np.int32]
    bucket: NDArray[np.int32]
    moves: NDArray[np.int32]
    line: NDArray[np.int32]
    marks: NDArray[np.int64]


def _row_bytes(tables: Tables) -> int:
    return packed_bytes(tables) + 16 + 24


def new_layers(
    tables: Tables, most_bytes: int, width: int, *, plays_free: bool = False, below: int = ANY_LENGTH
) -> Layers:
    """Return an empty search.

    Parameters
    ----------
    tables : Tables
    most_bytes : int
        Bytes that it may come to take, all told; they are used only as it grows.  There is room for the children of
        two states however few they are.
    width : int
        Most states of a layer that are expanded.
    plays_free : bool
        Whether states that are reached inside a layer don't count.
    below : int
        Only wins of fewer moves are looked for.
    """
    least = 2 * tables.most_moves
    layers = (tables.redeals + 1) * (tables.cards + 1)
    marks = np.zeros(_MARKS, np.int64)
    marks[WIDTH], marks[FREE], marks[GOAL] = width, -1, -1
    marks[BEST], marks[LAST] = BUCKETS, -1
    marks[PLAYS_FREE], marks[BELOW] = int(plays_free), below
    waiting, bucket = np.full(layers, -1, np.int32), np.full(BUCKETS, -1, np.int32)

    def make(most_bytes: int) -> Layers:
        beside = waiting.nbytes + bucket.nbytes + 4 * (tables.most_moves + MOST_MOVES) + 512
        rows = most_rows(3 * (most_bytes - beside) // 4, _row_bytes(tables), least)
        return Layers(
            packed=room((rows, packed_bytes(tables)), np.uint8),
            hashes=room((rows, 2), np.uint64),
            slots=np.full(FIRST_INDEX, -1, np.int32),
            row=room((rows, 6), np.int32),
            came=room((max((most_bytes - beside) // 4 // 8, least), 2), np.int32),
            waiting=waiting,
            bucket=bucket,
            moves=np.zeros(tables.most_moves, np.int32),
            line=np.zeros(MOST_MOVES, np.int32),
            marks=marks,
        )

    return as_granted(make, most_bytes, 1)


def layers_bytes(tables: Tables, layers: Layers) -> int:
    """Return the bytes in use."""
    rows, stored = int(layers.marks[ROWS]), int(layers.marks[STORED])
    return rows * _row_bytes(tables) + layers.slots.nbytes + 8 * stored + layers.bucket.nbytes


def layers_room(layers: Layers) -> int:
    """Return the bytes that a search may come to take."""
    index = 4 * max(most_places(len(layers.row)), FIRST_INDEX) - layers.slots.nbytes
    return index + sum(array.nbytes for array in layers)


def places_due(layers: Layers) -> int:
    """Return how many places the index must have for the layers that are not done; 0 if they leave too little room."""
    alive = int(_alive(layers))
    if alive + len(layers.moves) > 15 * len(layers.row) // 16:
        return 0
    size = len(layers.slots)
    while size < 8 * (alive + len(layers.moves)):
        size *= 2
    return min(size, max(most_places(len(layers.row)), FIRST_INDEX))


def forget(layers: Layers, places: int) -> Layers:
    """Return the search with an index of so many places, without the states of layers that are done.

    `layers.slots` should be `NO_INDEX`, so that the old index does not stand beside the new one.
    """
    renewed = layers._replace(slots=filled(places, -1, np.int32))
    _renew(renewed)
    return renewed


@compiled
def _alive(layers: Layers) -> int:
    """Count the rows whose layer is not done."""
    count = 0
    for row in range(layers.marks[ROWS]):
        if layers.row[row, IN_LAYER] >= layers.marks[LAYER]:
            count += 1
    return count


@compiled
def _renew(layers: Layers) -> None:
    """Fill the empty index with the rows whose layer is not done, and free the others."""
    marks = layers.marks
    marks[FREE] = -1
    marks[INDEXED] = 0
    for row in range(marks[ROWS]):
        if layers.row[row, IN_LAYER] >= marks[LAYER]:
            place = find(layers, layers.hashes[row, 0], layers.hashes[row, 1])
            while layers.slots[place] >= 0:
                place = find_next(layers, layers.hashes[row, 0], layers.hashes[row, 1], place)
            layers.slots[place] = row
            marks[INDEXED] += 1
        else:
            layers.row[row, LINK] = marks[FREE]
            layers.row[row, IN_LAYER] = -1
            marks[FREE] = row


@compiled
def begin_layers(tables: Tables, state: State, layers: Layers, need: Need, prunes: int) -> int:
    """Make the safe plays of the start and store what follows; return `SEARCHING` or `WON`."""
    made = make_safe_plays(tables, state, prunes, layers.line, 0)
    marks = layers.marks
    marks[LAYER] = layer_of(tables, state)
    _store(tables, state, layers, need, find(layers, state.sum[0], state.sum[1]), -1, 0, made)
    if state.counts[HOME] == tables.goal:
        marks[GOAL] = 0
        return WON
    return SEARCHING


@compiled
def layers_slice(tables: Tables, state: State, layers: Layers, need: Need, prunes: int, expansions: int) -> int:
    """Search on for at most so many expansions.

    Parameters
    ----------
    tables : Tables
    state : State
        Any state of this deal; it is moved about.
    layers : Layers
    need : Need
        The order of need and the weights of the features.
    prunes : int
        Sum of the dominances to use.
    expansions : int

    Returns
    -------
    int
        `SEARCHING`, `WON` (see `way`), `ENDED`, `FULL` or `STALE`.
    """
    marks = layers.marks
    most_moves = len(layers.moves)
    while expansions > 0:
        if 2 * (marks[INDEXED] + most_moves) > len(layers.slots):
            return STALE
        if marks[INDEXED] + most_moves > len(layers.row):  # of the rows, so many are neither free nor unused
            return STALE
        if marks[STORED] + most_moves > len(layers.came):
            return FULL
        row = _take(layers) if marks[TRIED] < marks[WIDTH] or marks[PLAYS_FREE] == 1 else -1
        if row < 0:
            if not _next_layer(layers):
                return ENDED
            continue
        if layers.row[row, FREE_OF_CHARGE] == 0:
            if marks[TRIED] == marks[WIDTH]:
                marks[CUT] = 1
                continue
            marks[TRIED] += 1
        marks[EXPANDED] += 1
        expansions -= 1
        if _expand(tables, state, layers, need, row, prunes):
            return WON
    return SEARCHING


def steps(layers: Layers) -> int:
    """Return how many states the way to the win found passes."""
    count, node = 0, int(layers.marks[GOAL])
    while node > 0:
        count, node = count + 1, int(layers.came[node, 0])
    return count


@compiled
def way(tables: Tables, state: State, layers: Layers, prunes: int, out: NDArray[np.int32]) -> int:
    """Write the moves to the win found to `out` and return their number.

    `state` is the start of the deal, before any safe play; `out` has room for twice the line.
    """
    steps = 0
    node = layers.marks[GOAL]
    while node > 0:  # the states of the line stand backwards at the end of `out` first
        steps += 1
        out[len(out) - steps] = node
        node = whole(layers.came[node, 0])
    made = make_safe_plays(tables, state, prunes, out, 0)
    for k in range(len(out) - steps, len(out)):
        made = make_move(tables, state, whole(layers.came[out[k], 1]), prunes, out, made)
    return made


@inlined
def layer_of(tables: Tables, state: State) -> int:
    """Return the layer of the current state."""
    by_stock = tables.stock >= 0 and tables.pairs == 0
    spent = tables.cards - state.size[tables.stock] if by_stock else state.counts[HOME]
    return whole(state.counts[USED] * (tables.cards + 1) + spent)


@inlined
def _expand(tables: Tables, state: State, layers: Layers, need: Need, row: int, prunes: int) -> bool:
    """Store the children of a state; return whether one of them is won."""
    marks = layers.marks
    load(tables, state, layers, row)
    node, made = whole(layers.row[row, NODE]), whole(layers.row[row, MADE])
    count = abs(promising_moves(tables, state, prunes, -1, layers.moves))
    for k in range(count):
        move = whole(layers.moves[k])
        end = make_move(tables, state, move, prunes, layers.line, 0)
        if _is_dead(tables, state, need, move):
            pass
        elif marks[BELOW] < ANY_LENGTH and _is_too_long(tables, state, need, marks[BELOW] - made - end):
            marks[CUT] = 1
        else:
            _reach(tables, state, layers, need, node, move, made + end)
            if state.counts[HOME] == tables.goal:
                marks[GOAL] = marks[STORED] - 1
                return True
        while end > 0:
            end -= 1
            undo(tables, state, whole(layers.line[end]))
    return False


@inlined
def _is_dead(tables: Tables, state: State, need: Need, move: int) -> bool:
    """Tell whether a card was turned that must be played before one below it can, and cannot (no solution is lost)."""
    turn = move >> 8 & 255 == tables.stock and move & 255 == tables.talon and move < EXCHANGE_BIT
    return bool(turn and len(need.rounds.sequence) > 0 and is_hopeless(tables, state, need.rounds))


@inlined
def _is_too_long(tables: Tables, state: State, need: Need, moves: int) -> bool:
    """Tell whether so many moves, or more, are certainly needed from the current state on."""
    at_least = plays_left(tables, state.counts[HOME]) + still_needed(tables, state)
    if len(need.relaxed.holds) > 1:
        at_least += further_holds(tables, state, need.relaxed)
    if at_least < moves and len(need.rounds.sequence) > 0:
        return not can_be_done(tables, state, need.rounds, moves - at_least - 1, 0)
    return at_least >= moves


@compiled
def _reach(tables: Tables, state: State, layers: Layers, need: Need, parent: int, move: int, made: int) -> None:
    """Store the current state, if it was not found before."""
    a, b = state.sum[0], state.sum[1]
    place = find(layers, a, b)
    while layers.slots[place] >= 0:
        row = whole(layers.slots[place])
        known = layers.marks[STORED] >= EXACT
        if known:
            layers.marks[COMPARED_BY_HASH] = 1
        if known or is_here(tables, state, layers, row):
            if layers.marks[PLAYS_FREE] == 1 and layers.row[row, IN_LAYER] == layers.marks[LAYER]:
                layers.row[row, FREE_OF_CHARGE] = 1  # it need not have come from the layer before
            return
        place = find_next(layers, a, b, place)
    _store(tables, state, layers, need, place, parent, move, made)


@inlined
def _store(
    tables: Tables, state: State, layers: Layers, need: Need, place: int, parent: int, move: int, made: int
) -> None:
    marks = layers.marks
    row = marks[FREE]
    if row >= 0:
        marks[FREE] = whole(layers.row[row, LINK])
    else:
        row = marks[ROWS]
        marks[ROWS] += 1
    node = marks[STORED]
    marks[STORED] += 1
    marks[INDEXED] += 1
    layers.slots[place] = row
    pack(tables, state, layers, row)
    layers.came[node, 0] = parent
    layers.came[node, 1] = move
    layer = layer_of(tables, state)
    layers.row[row, NODE] = node
    layers.row[row, IN_LAYER] = layer
    # Of states of equal score those that come first must not all be children of the same few states: chance decides.
    chance = whole(state.sum[0] >> np.uint64(64 - TIE_BITS))
    layers.row[row, SCORE] = (score(tables, state, need, made) << TIE_BITS) + chance
    layers.row[row, MADE] = made
    layers.row[row, FREE_OF_CHARGE] = 1 if marks[PLAYS_FREE] == 1 and layer == marks[LAYER] and node > 0 else 0
    if layer == marks[LAYER]:
        _put(layers, row)
    else:
        layers.row[row, LINK] = layers.waiting[layer]
        layers.waiting[layer] = row


@inlined
def _put(layers: Layers, row: int) -> None:
    """Put a state of the current layer into the queue."""
    marks = layers.marks
    bucket = min(max(whole(layers.row[row, SCORE]), 0), BUCKETS - 1)
    layers.row[row, LINK] = layers.bucket[bucket]
    layers.bucket[bucket] = row
    marks[BEST] = min(marks[BEST], bucket)
    marks[LAST] = max(marks[LAST], bucket)


@inlined
def _take(layers: Layers) -> int:
    """Take a state of best score off the queue; -1 if it is empty."""
    marks = layers.marks
    while marks[BEST] <= marks[LAST]:
        row = whole(layers.bucket[marks[BEST]])
        if row >= 0:
            layers.bucket[marks[BEST]] = layers.row[row, LINK]
            return row
        marks[BEST] += 1
    return -1


@inlined
def _next_layer(layers: Layers) -> bool:
    """Go on to the next layer that has states; `False` if there is none."""
    marks = layers.marks
    while marks[BEST] <= marks[LAST]:  # what is left in the queue is given up
        if layers.bucket[marks[BEST]] >= 0:
            layers.bucket[marks[BEST]] = -1
            marks[CUT] = 1
        marks[BEST] += 1
    marks[BEST], marks[LAST] = BUCKETS, -1
    marks[TRIED] = 0
    marks[LAYER] += 1
    while marks[LAYER] < len(layers.waiting):
        row = whole(layers.waiting[marks[LAYER]])
        if row >= 0:
            while row >= 0:
                following = whole(layers.row[row, LINK])
                _put(layers, row)
                row = following
            return True
        marks[LAYER] += 1
    return False
