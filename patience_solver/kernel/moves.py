"""Codes of moves; making a move and taking it back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.dealing import (
    deal,
    redeal_tableau,
    redeal_talon,
    take_back_deal,
    take_back_redeal_of_tableau,
    take_back_redeal_of_talon,
)
from patience_solver.kernel.hashing import chain, mix
from patience_solver.kernel.pairs import EXCHANGE_BIT, do_on_grid, undo_on_grid
from patience_solver.kernel.piles import pop, push, set_turned
from patience_solver.kernel.state import CHAIN_A, CHAIN_B, MIXED_A, MIXED_B, State
from patience_solver.kernel.tables import Tables

__all__ = [
    "DEAL_BIT",
    "EXCHANGE_BIT",
    "FROM_STOCK",
    "FROM_TALON",
    "OPENS_BIT",
    "REDEAL_CODE",
    "REFILL_SHIFT",
    "TURNED_SHIFT",
    "child_hash",
    "do",
    "undo",
]

REDEAL_CODE = 0xFFFF
"""Code of a redeal in the lowest 16 bits of a move; a card's move has `source * 256 + target` there (a turned card's
from the stock to the talon).  Above them stands what undoing the move needs to know: from `REFILL_SHIFT` on where a gap
in the reserve is filled from, at `TURNED_SHIFT` whether the talon's top card had just been turned before, and in
`OPENS_BIT` whether the last foundation opens, with the card at the leading place for its base."""

REFILL_SHIFT = 16
FROM_TALON, FROM_STOCK = 1, 2
TURNED_SHIFT = 18
OPENS_BIT = 1 << 19

DEAL_BIT = 1 << 30
"""A deal from the stock to short piles; two bits for each pile of the tableau say how many cards it gets.  The bits of
pairs and exchanges on a grid (`kernel/pairs.py`) are lower ones, the lowest is `EXCHANGE_BIT`."""


@inlined
def do(tables: Tables, state: State, move: int) -> None:
    """Make a move."""
    if move & 0xFFFF == REDEAL_CODE or move >= EXCHANGE_BIT:
        _do_action(tables, state, move)
    else:
        source, target = move >> 8 & 255, move & 255
        push(tables, state, target, pop(tables, state, source))
        if move > 0xFFFF or tables.just_turned == 1:
            refill = move >> REFILL_SHIFT & 3
            if refill != 0:
                push(tables, state, source, pop(tables, state, tables.talon if refill == FROM_TALON else tables.stock))
            if move & OPENS_BIT != 0:
                push(tables, state, tables.piles - 1, pop(tables, state, tables.leading))
            if tables.just_turned == 1:
                set_turned(tables, state, 1 if target == tables.talon else 0)


@inlined
def undo(tables: Tables, state: State, move: int) -> None:
    """Take the last move back."""
    if move & 0xFFFF == REDEAL_CODE or move >= EXCHANGE_BIT:
        _undo_action(tables, state, move)
    else:
        source, target = move >> 8 & 255, move & 255
        if move > 0xFFFF or tables.just_turned == 1:
            refill = move >> REFILL_SHIFT & 3
            if move & OPENS_BIT != 0:
                push(tables, state, tables.leading, pop(tables, state, tables.piles - 1))
            if refill != 0:
                push(tables, state, tables.talon if refill == FROM_TALON else tables.stock, pop(tables, state, source))
            if tables.just_turned == 1:
                set_turned(tables, state, move >> TURNED_SHIFT & 1)
        push(tables, state, source, pop(tables, state, target))


@inlined
def child_hash(tables: Tables, state: State, move: int, out: NDArray[np.uint64]) -> None:
    """Write the two hashes of the state after a card's move to `out`, without making the move."""
    source, target = move >> 8 & 255, move & 255
    depth, onto = state.size[source], state.size[target]
    card = whole(state.cards[source, depth - 1])
    a = mix(chain(state.hashes[target, onto, CHAIN_A], tables.card_a[card]) ^ state.word[target, 0])
    b = mix(chain(state.hashes[target, onto, CHAIN_B], tables.card_b[card]) ^ state.word[target, 1])
    out[0] = (
        state.sum[0]
        + (state.hashes[source, depth - 1, MIXED_A] - state.hashes[source, depth, MIXED_A])
        + (a - state.hashes[target, onto, MIXED_A])
    )
    out[1] = (
        state.sum[1]
        + (state.hashes[source, depth - 1, MIXED_B] - state.hashes[source, depth, MIXED_B])
        + (b - state.hashes[target, onto, MIXED_B])
    )


@compiled
def _do_action(tables: Tables, state: State, move: int) -> None:
    """Make a redeal, a deal to short piles, or a move on a grid."""
    if move >= DEAL_BIT:
        deal(tables, state, move)
    elif move >= EXCHANGE_BIT:
        do_on_grid(tables, state, move)
    elif tables.redeal_tableau == 1:
        redeal_tableau(tables, state)
    else:
        redeal_talon(tables, state)
    if tables.just_turned == 1:
        set_turned(tables, state, 0)


@compiled
def _undo_action(tables: Tables, state: State, move: int) -> None:
    """Take a redeal, a deal or a move on a grid back."""
    if move >= DEAL_BIT:
        take_back_deal(tables, state, move)
    elif move >= EXCHANGE_BIT:
        undo_on_grid(tables, state, move)
    elif tables.redeal_tableau == 1:
        take_back_redeal_of_tableau(tables, state)
    else:
        take_back_redeal_of_talon(tables, state)
    if tables.just_turned == 1:
        set_turned(tables, state, move >> TURNED_SHIFT & 1)
