"""Laying a card on a pile and taking it off, with the hashes of the state; all hashes anew."""

from __future__ import annotations

import numpy as np

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.hashing import chain, mix
from patience_solver.kernel.state import CHAIN_A, CHAIN_B, HOME, MIXED_A, MIXED_B, TURNED, USED, State
from patience_solver.kernel.tables import Tables

__all__ = ["is_ordered", "pop", "push", "rehash", "set_turned"]


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


@compiled
def rehash(tables: Tables, state: State) -> None:
    """Compute all hashes, the set of cards home and its size from what lies in the piles.

    While a redeal is to come that keeps the order, the order of the piles matters and each has a word of its own.
    """
    used = state.counts[USED]
    ordered = is_ordered(tables, state)
    state.sum[0] = tables.redeal_a[used]
    state.sum[1] = tables.redeal_b[used]
    if state.counts[TURNED] == 1:
        state.sum[0] += tables.redeal_a[-1]
        state.sum[1] += tables.redeal_b[-1]
    state.sum[2] = np.uint64(0)
    state.counts[HOME] = 0
    for pile in range(tables.piles):
        state.word[pile, 0] = tables.place_a[pile] if ordered else tables.group_a[pile]
        state.word[pile, 1] = tables.place_b[pile] if ordered else tables.group_b[pile]
        state.hashes[pile, 0, CHAIN_A] = np.uint64(0)
        state.hashes[pile, 0, CHAIN_B] = np.uint64(0)
        state.hashes[pile, 0, MIXED_A] = mix(state.word[pile, 0])
        state.hashes[pile, 0, MIXED_B] = mix(state.word[pile, 1])
        state.sum[0] += state.hashes[pile, 0, MIXED_A]
        state.sum[1] += state.hashes[pile, 0, MIXED_B]
        size = state.size[pile]
        state.size[pile] = 0
        for depth in range(size):
            push(tables, state, pile, whole(state.cards[pile, depth]))


@inlined
def is_ordered(tables: Tables, state: State) -> bool:
    """Tell whether the order of the piles matters now."""
    return tables.ordered == 2 or (tables.ordered == 1 and state.counts[USED] < tables.redeals)


@inlined
def set_turned(tables: Tables, state: State, turned: int) -> None:
    """Note whether the talon's top card was turned by the last move."""
    if turned != state.counts[TURNED]:
        if turned == 1:
            state.sum[0] += tables.redeal_a[-1]
            state.sum[1] += tables.redeal_b[-1]
        else:
            state.sum[0] -= tables.redeal_a[-1]
            state.sum[1] -= tables.redeal_b[-1]
        state.counts[TURNED] = turned
