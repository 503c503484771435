"""How many more cards must be held in packets, if any held card could be played at any time: an admissible bound.

In games whose stock cards go straight to a foundation or are held in packets, and whose foundations ask for ranks only,
nothing but the cards still in the stock and the heights of the foundations matters once packets give any card that they
hold.  So the least number of further holds in this easier game is a table, filled backwards from the empty stock
(docs/soundness.md, *relaxed packets*).  It is exact for the easier game: admissible and consistent for the real one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.memory import room
from patience_solver.kernel.state import State
from patience_solver.kernel.tables import EMPTY, Tables
from patience_solver.rules import Rules
from patience_solver.rules.traits import Trait, has

__all__ = [
    "CANNOT_BE",
    "NEEDS",
    "Relaxed",
    "further_holds",
    "holds_here",
    "nothing_relaxed",
    "ranks_waited_for",
    "relaxed_packets",
]

CANNOT_BE = 255
"""In the table: no position has this stock and these foundations."""

_MOST_ENTRIES = 1 << 24

NEEDS = (Trait.ONE_PACK, Trait.STOCK_PLAYED, Trait.NO_RESERVE, Trait.NOTHING_TAKEN, Trait.BASES_SET_OUT)
"""What the table needs, beside foundations that wait for one rank at a time (docs/soundness.md, *relaxed packets*)."""


class Relaxed(NamedTuple):
    """The table for one deal.

    Attributes
    ----------
    holds : uint8[heights of all foundations * (stock + 1)]
        Least number of further holds, by the heights of the foundations and, last, the cards in the stock; of length 1
        in games that the table does not speak of.
    stride : int64[foundations]
        Distance in the table of one more card on this foundation.
    rank : int64[foundations, most height + 1]
        Rank of the card that a foundation with so many cards waits for; of the full one -1.
    height : int64[foundations]
        Cards on the full foundation.
    """

    holds: NDArray[np.uint8]
    stride: NDArray[np.int64]
    rank: NDArray[np.int64]
    height: NDArray[np.int64]


def relaxed_packets(rules: Rules, tables: Tables, state: State) -> Relaxed:
    """Return the table of the deal that `state` is of, for it and for all that can follow; empty if rules differ.

    The rules must have one pack, a stock whose cards are available as they come, packets that take cards from nowhere
    else, and foundations whose bases are set out and that wait for one rank at a time, whatever its suit.
    """
    rank = ranks_waited_for(rules, tables)
    if rank is None:
        return nothing_relaxed()
    height = np.array([pile.height for pile in rules.layout if pile.is_foundation], np.int64)
    stride = np.ones(len(height), np.int64)
    stride[-1] = state.size[tables.stock] + 1
    for number in range(len(height) - 1, 0, -1):
        stride[number - 1] = stride[number] * height[number]
    relaxed = Relaxed(room(int(stride[0] * height[0]), np.uint8), stride, rank, height)
    _fill(tables, state, relaxed, np.zeros((tables.ranks, 6), np.int64), np.zeros(len(height), np.int64))
    return relaxed


def nothing_relaxed() -> Relaxed:
    """Return the table that says nothing."""
    return Relaxed(np.zeros(1, np.uint8), np.zeros(1, np.int64), np.zeros((1, 1), np.int64), np.zeros(1, np.int64))


def ranks_waited_for(rules: Rules, tables: Tables) -> NDArray[np.int64] | None:
    """Return `Relaxed.rank`; `None` if the rules are not of this kind."""
    if not has(rules, *NEEDS):
        return None
    foundations = [pile for pile in rules.layout if pile.is_foundation]
    entries = len(rules.pack) + 1
    rank = np.full((len(foundations), max(pile.height for pile in foundations) + 1), -1, np.int64)
    for number, pile in enumerate(foundations):
        entries *= pile.height
        wanted = int(tables.accept[tables.group[tables.foundation + number], EMPTY])
        for size in range(pile.height):
            of_rank = {code % tables.ranks for code in range(4 * tables.ranks) if wanted >> code & 1}
            if len(of_rank) != 1 or wanted.bit_count() != 4:
                return None
            (rank[number, size],) = of_rank
            wanted = int(tables.accept[tables.group[tables.foundation + number], rank[number, size]])
    return rank if entries <= _MOST_ENTRIES else None


@inlined
def further_holds(tables: Tables, state: State, relaxed: Relaxed) -> int:
    """Return the least number of cards that have still to be held in packets before the win."""
    place = whole(state.size[tables.stock])
    for number in range(len(relaxed.height)):
        place += (whole(state.size[tables.foundation + number]) - 1) * relaxed.stride[number]
    return whole(relaxed.holds[place])


@compiled
def holds_here(tables: Tables, state: State, relaxed: Relaxed) -> int:
    """The same, callable from Python."""
    return further_holds(tables, state, relaxed)


@compiled
def _fill(tables: Tables, state: State, relaxed: Relaxed, room: NDArray[np.int64], wanted: NDArray[np.int64]) -> None:
    """Fill the table, from full foundations down and from the empty stock up.

    Room: `room[rank, k]`, the most cards in the stock with at most `k` of the rank among them; `room[rank, 5]`, how
    many of it are home; `wanted[foundation]`, the rank that it waits for.
    """
    stock = whole(state.size[tables.stock])
    for rank in range(tables.ranks):
        count = 0
        for k in range(5):
            room[rank, k] = stock
        for left in range(1, stock + 1):
            if whole(state.cards[tables.stock, left - 1]) % tables.ranks == rank:
                room[rank, count] = left - 1
                count += 1
    foundations, layer = len(wanted), stock + 1
    for first in range(len(relaxed.holds) - layer, -1, -layer):
        for rank in range(tables.ranks):
            room[rank, 5] = 0
        rest = first
        for number in range(foundations):
            size = rest // relaxed.stride[number] + 1
            rest %= relaxed.stride[number]
            for depth in range(size):
                room[relaxed.rank[number, depth], 5] += 1
            wanted[number] = relaxed.rank[number, size] if size < relaxed.height[number] else -1
        most = stock  # with more cards in the stock some rank would be there more than four times
        for rank in range(tables.ranks):
            home = room[rank, 5]
            most = min(most, room[rank, 4 - home] if home <= 4 else -1)
        for left in range(most + 1):
            at = first + left
            least = 0
            if left > 0:
                least = whole(relaxed.holds[at - 1]) + 1
                coming = whole(state.cards[tables.stock, left - 1]) % tables.ranks
                for number in range(foundations):
                    above = at + relaxed.stride[number]
                    if wanted[number] == coming:
                        least = min(least, whole(relaxed.holds[above - 1]))
                    if wanted[number] >= 0:  # if the rank is held, which only then leads to a position that can be
                        least = min(least, whole(relaxed.holds[above]))
            relaxed.holds[at] = least
        for left in range(most + 1, layer):
            relaxed.holds[first + left] = CANNOT_BE
