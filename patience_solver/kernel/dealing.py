"""Cards dealt again or dealt on: redeals of the talon or the tableau, deals to short piles; each can be taken back."""

from __future__ import annotations

import numpy as np

from patience_solver.kernel.compiled import inlined, whole
from patience_solver.kernel.piles import pop, push, rehash
from patience_solver.kernel.state import USED, State
from patience_solver.kernel.tables import EMPTY, Tables

__all__ = [
    "deal",
    "redeal_tableau",
    "redeal_talon",
    "take_back_deal",
    "take_back_redeal_of_tableau",
    "take_back_redeal_of_talon",
]


@inlined
def deal(tables: Tables, state: State, move: int) -> None:
    """Deal from the stock to the short piles of the tableau."""
    if tables.in_rounds == 0:
        for pile in range(tables.tableau):
            for _ in range(move >> 2 * pile & 3):
                push(tables, state, pile, pop(tables, state, tables.stock))
    else:
        for number in range(3):
            for pile in range(tables.tableau):
                if move >> 2 * pile & 3 > number:
                    push(tables, state, pile, pop(tables, state, tables.stock))


@inlined
def take_back_deal(tables: Tables, state: State, move: int) -> None:
    """Undo `deal`: the cards go back in the opposite order."""
    if tables.in_rounds == 0:
        for k in range(tables.tableau):
            pile = tables.tableau - 1 - k
            for _ in range(move >> 2 * pile & 3):
                push(tables, state, tables.stock, pop(tables, state, pile))
    else:
        for number in range(3):
            for k in range(tables.tableau):
                pile = tables.tableau - 1 - k
                if move >> 2 * pile & 3 > 2 - number:
                    push(tables, state, tables.stock, pop(tables, state, pile))


@inlined
def redeal_talon(tables: Tables, state: State) -> None:
    """Turn the talon over, or deal it in the order of the list; the next card of the stock is its last."""
    used = state.counts[USED]
    if tables.redeal_keep == 1:
        while state.size[tables.talon] > 0:
            push(tables, state, tables.stock, pop(tables, state, tables.talon))
    else:
        state.left[:] = 0
        _count(state, tables.talon)
        size = state.size[tables.talon]
        state.before_size[used, 0] = size
        for depth in range(size):
            state.before_cards[used, 0, depth] = state.cards[tables.talon, depth]
        while state.size[tables.talon] > 0:
            pop(tables, state, tables.talon)
        for k in range(tables.cards):
            place = tables.cards - 1 - k
            card = whole(state.order[used, place])
            if card != EMPTY and state.left[card] > state.marked[used, place]:
                push(tables, state, tables.stock, card)
    _set_used(tables, state, used + 1)


@inlined
def take_back_redeal_of_talon(tables: Tables, state: State) -> None:
    """Undo `redeal_talon`."""
    used = state.counts[USED] - 1
    if tables.redeal_keep == 1:
        while state.size[tables.stock] > 0:
            push(tables, state, tables.talon, pop(tables, state, tables.stock))
    else:
        while state.size[tables.stock] > 0:
            pop(tables, state, tables.stock)
        for depth in range(state.before_size[used, 0]):
            push(tables, state, tables.talon, whole(state.before_cards[used, 0, depth]))
    _set_used(tables, state, used)


@inlined
def redeal_tableau(tables: Tables, state: State) -> None:
    """Take the tableau up and deal it again, as it lies or in the order of the list, then throw cards out."""
    used = state.counts[USED]
    state.left[:] = 0
    state.before_out[used] = state.size[tables.piles - 1]
    for pile in range(tables.tableau):
        _count(state, pile)
        state.before_size[used, pile] = state.size[pile]
        for depth in range(state.size[pile]):
            state.before_cards[used, pile, depth] = state.cards[pile, depth]
        state.size[pile] = 0
    dealt = 0
    if tables.redeal_keep == 1:
        for pile in range(tables.tableau):
            for depth in range(state.before_size[used, pile]):
                _deal_one(tables, state, dealt, whole(state.before_cards[used, pile, depth]))
                dealt += 1
    else:
        for place in range(tables.cards):
            card = whole(state.order[used, place])
            if card != EMPTY and state.left[card] > state.marked[used, place]:
                _deal_one(tables, state, dealt, card)
                dealt += 1
    if tables.throws == 1:
        _throw_out(tables, state)
    state.counts[USED] = used + 1
    rehash(tables, state)


@inlined
def take_back_redeal_of_tableau(tables: Tables, state: State) -> None:
    """Undo `redeal_tableau`."""
    used = state.counts[USED] - 1
    for pile in range(tables.tableau):
        size = state.before_size[used, pile]
        state.size[pile] = size
        for depth in range(size):
            state.cards[pile, depth] = state.before_cards[used, pile, depth]
    if tables.throws == 1:
        state.size[tables.piles - 1] = state.before_out[used]
    state.counts[USED] = used
    rehash(tables, state)


@inlined
def _count(state: State, pile: int) -> None:
    """Add the cards of a pile to the counts."""
    for depth in range(state.size[pile]):
        state.left[state.cards[pile, depth]] += 1


@inlined
def _set_used(tables: Tables, state: State, used: int) -> None:
    """Note the redeals used where the words of the piles don't depend on them."""
    state.sum[0] += tables.redeal_a[used] - tables.redeal_a[state.counts[USED]]
    state.sum[1] += tables.redeal_b[used] - tables.redeal_b[state.counts[USED]]
    state.counts[USED] = used


@inlined
def _throw_out(tables: Tables, state: State) -> None:
    """Throw the top cards of every pile out until one that is kept is on top."""
    out = tables.piles - 1
    for pile in range(tables.tableau):
        while state.size[pile] > 0:
            card = state.cards[pile, state.size[pile] - 1]
            if (tables.kept >> np.uint64(card)) & np.uint64(1) != np.uint64(0):
                break
            state.cards[out, state.size[out]] = card
            state.size[out] += 1
            state.size[pile] -= 1


@inlined
def _deal_one(tables: Tables, state: State, number: int, card: int) -> None:
    pile = number // tables.packet if tables.packet > 0 else number % tables.tableau
    state.cards[pile, state.size[pile]] = card
    state.size[pile] += 1
