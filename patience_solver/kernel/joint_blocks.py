"""Cards that must be moved out of the way because two piles block each other: a stronger part of the lower bound.

A card that lies above one which must go home before it has to be moved away first, which `bounds.blocking` counts.  Two
piles may also lock each other: in one a card `c` lies above `x`, in the other `d` above `y`, where `x` must go home
before `d` and `y` before `c`; then `c` or `d` has to be moved away, though neither blocks in its own pile.

For two piles alone the least number of such moves is exact: take cards off their tops in any order; a card that comes
off while a card of the two piles that must go home before it is still there has been moved away, every other one goes
home.  This is a shortest way over the pairs of heights.  Piles are then paired so that the sum is largest; the cards
counted for different pairs are different ones (docs/soundness.md, *joint blocks*).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.state import State
from patience_solver.kernel.tables import MOST_PAIRED, Tables

__all__ = ["joint_gain", "room_for_pairs"]

# Places in the room for numbers:
_GAIN = 0  # for each two piles what they need together beyond what each needs alone
_BEST = MOST_PAIRED * MOST_PAIRED  # for each set of piles the largest sum of gains
_ALONE = _BEST + (1 << MOST_PAIRED)  # what each pile needs alone
_ROW = _ALONE + MOST_PAIRED  # for each height of one pile the moves needed, at a height of the other


def room_for_pairs(tables: Tables) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return room for `joint_gain`: the cards of the lowest 0, 1, 2 … places of each pile, as sets; and numbers."""
    if tables.paired == 0:
        return np.zeros((1, 1), np.uint64), np.zeros(1, np.int64)
    return np.zeros((tables.tableau, tables.cards + 1), np.uint64), np.zeros(_ROW + tables.cards + 1, np.int64)


@compiled
def joint_gain(tables: Tables, state: State, below: NDArray[np.uint64], room: NDArray[np.int64]) -> int:
    """Return how many more cards must be moved out of the way than `bounds.blocking` counts, as far as pairs tell."""
    piles = tables.tableau
    for pile in range(piles):
        below[pile, 0] = np.uint64(0)
        alone = 0
        for depth in range(state.size[pile]):
            card = whole(state.cards[pile, depth])
            if tables.lower[card] & below[pile, depth] != np.uint64(0):
                alone += 1
            below[pile, depth + 1] = below[pile, depth] | np.uint64(1) << np.uint64(card)
        room[_ALONE + pile] = alone
    for one in range(piles):
        for other in range(one + 1, piles):
            gain = 0
            if state.size[one] > 0 and state.size[other] > 0:
                together = _needed_together(tables, state, below, room, one, other)
                gain = together - room[_ALONE + one] - room[_ALONE + other]
            room[_GAIN + one * MOST_PAIRED + other] = gain
    return _best_pairing(piles, room)


@inlined
def _needed_together(
    tables: Tables, state: State, below: NDArray[np.uint64], room: NDArray[np.int64], one: int, other: int
) -> int:
    """Return how many cards of two piles must be moved out of the way before all of them are home."""
    wide = whole(state.size[other])
    room[_ROW] = 0
    for across in range(wide):
        lower = tables.lower[state.cards[other, across]]
        room[_ROW + across + 1] = room[_ROW + across] + (1 if lower & below[other, across] != np.uint64(0) else 0)
    for up in range(whole(state.size[one])):
        under, upto = below[one, up], below[one, up + 1]
        lower = tables.lower[state.cards[one, up]]
        least = room[_ROW] + (1 if lower & under != np.uint64(0) else 0)
        room[_ROW] = least
        for across in range(wide):
            beneath = below[other, across]
            lower_across = tables.lower[state.cards[other, across]]
            first = room[_ROW + across + 1] + (1 if lower & (under | below[other, across + 1]) != np.uint64(0) else 0)
            second = least + (1 if lower_across & (beneath | upto) != np.uint64(0) else 0)
            least = min(first, second)
            room[_ROW + across + 1] = least
    return whole(room[_ROW + wide])


@inlined
def _best_pairing(piles: int, room: NDArray[np.int64]) -> int:
    """Return the largest sum of gains over all ways to pair the piles, some of them left alone."""
    room[_BEST] = 0
    for chosen in range(1, 1 << piles):
        first = 0
        while chosen >> first & 1 == 0:
            first += 1
        rest = chosen ^ 1 << first
        best = room[_BEST + rest]
        for other in range(first + 1, piles):
            if rest >> other & 1 == 1:
                best = max(best, room[_GAIN + first * MOST_PAIRED + other] + room[_BEST + (rest ^ 1 << other)])
        room[_BEST + chosen] = best
    return whole(room[_BEST + (1 << piles) - 1])
