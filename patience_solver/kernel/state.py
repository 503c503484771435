"""A state of a search: what lies where, with the hashes kept along."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["CHAIN_A", "CHAIN_B", "HOME", "MIXED_A", "MIXED_B", "TURNED", "USED", "State"]

# Places in `State.counts`:
HOME = 0  # cards on the foundations, or removed from the grid
USED = 1  # redeals, or exchanges on the grid, used
TURNED = 2  # 1 if the talon's top card was turned by the last move, where that matters
# Places in `State.hashes`:
CHAIN_A, CHAIN_B, MIXED_A, MIXED_B = 0, 1, 2, 3


class State(NamedTuple):
    """One state, changed in place.

    Attributes
    ----------
    cards : uint8[piles, cards + 1]
        Codes of the cards of each pile, bottom first.
    size : int64[piles]
        Number of cards of each pile.
    hashes : uint64[piles, cards + 1, 4]
        For the lowest 0, 1, 2 … cards of each pile: the two hashes of these cards (`CHAIN_A`, `CHAIN_B`), and the same
        mixed with the pile's word (`MIXED_A`, `MIXED_B`), which is what enters the sum.
    word : uint64[piles, 2]
        The pile's word: of its group, or of its place while a redeal to come depends on the order of the piles.
    sum : uint64[3]
        The two hashes of the state, and the set of cards that are on the foundations (of two copies only if one is).
    counts : int64[3]
        Cards on the foundations, or removed; redeals, or exchanges, used; 1 if the talon's top card was turned by the
        last move.
    order, marked : uint8[redeals, cards]
        For each shuffled redeal the codes of all cards in list order; 1 for a card that counts only if both are left.
    left : int64[64], int64[GRID_ROOM] in pair games
        Room for counting cards, or for matching those on a grid.
    before_cards, before_size : uint8[redeals, tableau or 1, cards + 1], int64[redeals, tableau or 1]
        The tableau, or the talon, before each redeal on the current line, for undoing it.
    before_out : int64[redeals]
        Cards thrown out before each redeal.
    """

    cards: NDArray[np.uint8]
    size: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    word: NDArray[np.uint64]
    sum: NDArray[np.uint64]
    counts: NDArray[np.int64]
    order: NDArray[np.uint8]
    marked: NDArray[np.uint8]
    left: NDArray[np.int64]
    before_cards: NDArray[np.uint8]
    before_size: NDArray[np.int64]
    before_out: NDArray[np.int64]
