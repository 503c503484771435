"""States kept packed, and an index over them by hash: what searches share that remember whole states."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.piles import is_ordered, pop, push, rehash, set_turned
from patience_solver.kernel.state import TURNED, USED, State
from patience_solver.kernel.tables import Tables

__all__ = [
    "EXACT",
    "NO_INDEX",
    "Nodes",
    "fill_index",
    "find",
    "find_next",
    "is_here",
    "load",
    "pack",
    "packed_bytes",
    "pile_like",
]

EXACT = 1 << 18
"""Up to so many states, two of equal hashes are compared card by card."""

NO_INDEX = np.zeros(0, np.int32)
"""Stands for `slots` while a larger index is made: the old one is given back first."""


class Nodes(Protocol):
    """What is asked of a search's record of states, a named tuple.

    Attributes
    ----------
    packed : uint8[most, packed_bytes]
        Sizes of the piles, their cards, redeals used, whether the talon's top card was just turned.
    hashes : uint64[most, 2]
        The two hashes.
    slots : int32[2^k]
        Open addressing by hash: a state's number, -1 for none.
    """

    @property
    def packed(self) -> NDArray[np.uint8]: ...  # noqa: D102
    @property
    def hashes(self) -> NDArray[np.uint64]: ...  # noqa: D102
    @property
    def slots(self) -> NDArray[np.int32]: ...  # noqa: D102


def packed_bytes(tables: Tables) -> int:
    """Return the bytes of a packed state."""
    return tables.piles + tables.cards + 2


@inlined
def pack(tables: Tables, state: State, nodes: Nodes, node: int) -> None:
    """Write the current state and its hashes down."""
    nodes.hashes[node, 0] = state.sum[0]
    nodes.hashes[node, 1] = state.sum[1]
    at = tables.piles
    for pile in range(tables.piles):
        size = state.size[pile]
        nodes.packed[node, pile] = size
        for depth in range(size):
            nodes.packed[node, at + depth] = state.cards[pile, depth]
        at += size
    nodes.packed[node, tables.piles + tables.cards] = state.counts[USED]
    nodes.packed[node, tables.piles + tables.cards + 1] = state.counts[TURNED]


@inlined
def pile_like(tables: Tables, state: State, nodes: Nodes, node: int, pile: int, other_than: int) -> int:
    """Return the pile of the current state that holds the same cards as this pile of a stored one."""
    at = tables.piles
    for k in range(pile):
        at += whole(nodes.packed[node, k])
    size = whole(nodes.packed[node, pile])
    for k in range(tables.piles):
        candidate = pile + k if pile + k < tables.piles else pile + k - tables.piles
        if candidate != other_than and tables.group[candidate] == tables.group[pile]:
            if _same_cards(tables, state, nodes, candidate, node, at, size):
                return candidate
    return pile


@compiled
def load(tables: Tables, state: State, nodes: Nodes, node: int) -> None:
    """Bring a stored state to the table: piles keep what they have in common with the state that lies there."""
    used = whole(nodes.packed[node, tables.piles + tables.cards])
    if used != state.counts[USED]:
        for pile in range(tables.piles):
            state.size[pile] = 0
        state.counts[USED] = used
        rehash(tables, state)
    if tables.just_turned == 1:
        set_turned(tables, state, whole(nodes.packed[node, tables.piles + tables.cards + 1]))
    at = tables.piles
    for pile in range(tables.piles):
        size = whole(nodes.packed[node, pile])
        same = 0
        while same < size and same < state.size[pile] and state.cards[pile, same] == nodes.packed[node, at + same]:
            same += 1
        while state.size[pile] > same:
            pop(tables, state, pile)
        for depth in range(same, size):
            push(tables, state, pile, whole(nodes.packed[node, at + depth]))
        at += size


@inlined
def is_here(tables: Tables, state: State, nodes: Nodes, node: int) -> bool:
    """Tell whether a stored state is the current one, card by card, up to the exchange of piles of one group."""
    if (
        whole(nodes.packed[node, tables.piles + tables.cards]) != state.counts[USED]
        or whole(nodes.packed[node, tables.piles + tables.cards + 1]) != state.counts[TURNED]
    ):
        return False
    ordered = is_ordered(tables, state)
    taken = np.uint64(0)
    at = tables.piles
    for pile in range(tables.piles):
        size = whole(nodes.packed[node, pile])
        found = False
        for k in range(tables.piles):
            other = pile + k if pile + k < tables.piles else pile + k - tables.piles
            if ordered and other != pile:
                break
            bit = np.uint64(1) << np.uint64(other)
            if taken & bit == np.uint64(0) and tables.group[other] == tables.group[pile]:
                if _same_cards(tables, state, nodes, other, node, at, size):
                    taken |= bit
                    found = True
                    break
        if not found:
            return False
        at += size
    return True


@inlined
def _same_cards(tables: Tables, state: State, nodes: Nodes, pile: int, node: int, at: int, size: int) -> bool:
    """Tell whether a pile holds the cards that are packed from a place on; of some piles only the top cards count."""
    here = state.size[pile]
    if tables.by_top[pile] == 1 and here > 0 and size > 0:
        return bool(state.cards[pile, here - 1] == nodes.packed[node, at + size - 1])
    if here != size:
        return False
    depth = 0
    while depth < size and state.cards[pile, depth] == nodes.packed[node, at + depth]:
        depth += 1
    return bool(depth == size)


@inlined
def find(nodes: Nodes, a: np.uint64, b: np.uint64) -> int:
    """Return the place in the index of a state of these hashes, or the vacant one where it belongs."""
    return _walk(nodes, a, b, _slot(nodes, a, b))


@inlined
def find_next(nodes: Nodes, a: np.uint64, b: np.uint64, place: int) -> int:
    """Return the next place after one that holds another state of the same hashes."""
    return _walk(nodes, a, b, (place + 1) & (len(nodes.slots) - 1))


@inlined
def _walk(nodes: Nodes, a: np.uint64, b: np.uint64, place: int) -> int:
    while True:
        node = nodes.slots[place]
        if node < 0 or (nodes.hashes[node, 0] == a and nodes.hashes[node, 1] == b):
            return place
        place = (place + 1) & (len(nodes.slots) - 1)


@inlined
def _slot(nodes: Nodes, a: np.uint64, b: np.uint64) -> int:
    return whole((a ^ (b >> np.uint64(32))) & np.uint64(len(nodes.slots) - 1))


@compiled
def fill_index(nodes: Nodes, begin: int, end: int) -> None:
    """Put the states from one number to another into the index."""
    for node in range(begin, end):
        place = _slot(nodes, nodes.hashes[node, 0], nodes.hashes[node, 1])
        while nodes.slots[place] >= 0:
            place = (place + 1) & (len(nodes.slots) - 1)
        nodes.slots[place] = node
