"""Laying a card on a pile and taking it off, with the hashes of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from patience_solver.kernel.compiled import inlined, whole
from patience_solver.kernel.hashing import chain, mix

if TYPE_CHECKING:
    from patience_solver.kernel.state import State
    from patience_solver.kernel.tables import Tables

__all__ = ["CHAIN_A", "CHAIN_B", "HOME", "MIXED_A", "MIXED_B", "TURNED", "USED", "pop", "push"]

# Places in `State.counts`:
HOME = 0  # cards on the foundations, or removed from the grid
USED = 1  # redeals, or exchanges on the grid, used
TURNED = 2  # 1 if the talon's top card was turned by the last move, where that matters
# Places in `State.hashes`:
CHAIN_A, CHAIN_B, MIXED_A, MIXED_B = 0, 1, 2, 3


@inlined
def push(tables: Tables, state: State, pile: int, card: int) -> None:
    """Lay a card on a pile; the hashes of its new depth are always computed anew, never trusted from before."""
    depth = state.size[pile]
    state.cards[pile, depth] = card
    below = 0 if tables.by_top[pile] == 1 else depth  # where the top card tells all that follows, nothing else counts
    a = chain(state.hashes[pile, below, CHAIN_A], tables.card_a[card])
    b = chain(state.hashes[pile, below, CHAIN_B], tables.card_b[card])
    mixed_a = mix(a ^ state.word[pile, 0])
    mixed_b = mix(b ^ state.word[pile, 1])
    state.hashes[pile, depth + 1, CHAIN_A] = a
    state.hashes[pile, depth + 1, CHAIN_B] = b
    state.sum[0] += mixed_a - state.hashes[pile, depth, MIXED_A]
    state.sum[1] += mixed_b - state.hashes[pile, depth, MIXED_B]
    state.hashes[pile, depth + 1, MIXED_A] = mixed_a
    state.hashes[pile, depth + 1, MIXED_B] = mixed_b
    state.size[pile] = depth + 1
    if pile >= tables.foundation:
        state.counts[HOME] += 1
        state.sum[2] ^= np.uint64(1) << np.uint64(card)


@inlined
def pop(tables: Tables, state: State, pile: int) -> int:
    """Take the top card off a pile and return it."""
    depth = state.size[pile]
    card = whole(state.cards[pile, depth - 1])
    state.sum[0] += state.hashes[pile, depth - 1, MIXED_A] - state.hashes[pile, depth, MIXED_A]
    state.sum[1] += state.hashes[pile, depth - 1, MIXED_B] - state.hashes[pile, depth, MIXED_B]
    state.size[pile] = depth - 1
    if pile >= tables.foundation:
        state.counts[HOME] -= 1
        state.sum[2] ^= np.uint64(1) << np.uint64(card)
    return card
