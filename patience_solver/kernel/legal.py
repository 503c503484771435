"""Proof room 1: the legal moves of a state."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.moves import (
    DEAL_BIT,
    FROM_STOCK,
    FROM_TALON,
    OPENS_BIT,
    REDEAL_CODE,
    REFILL_SHIFT,
    TURNED_SHIFT,
)
from patience_solver.kernel.pairs import moves_on_grid
from patience_solver.kernel.state import HOME, TURNED, USED, State
from patience_solver.kernel.tables import EMPTY, FORCED, IN_TURN, OPTIONAL, Tables

__all__ = ["available", "legal_moves", "top"]


@inlined
def top(state: State, pile: int) -> int:
    """Return the code of a pile's top card, `EMPTY` if it has none."""
    size = state.size[pile]
    return whole(state.cards[pile, size - 1]) if size > 0 else EMPTY


@inlined
def is_source(tables: Tables, state: State, pile: int) -> bool:
    """Tell whether a pile has a top card that may be moved to a foundation or to the tableau."""
    return state.size[pile] > 0 and (pile != tables.talon or tables.just_turned == 0 or state.counts[TURNED] == 1)


@inlined
def available(tables: Tables, state: State) -> np.uint64:
    """Return the set of cards that may be moved to a foundation or to the tableau."""
    cards = np.uint64(0)
    for pile in range(tables.sources):
        if is_source(tables, state, pile):
            cards |= np.uint64(1) << np.uint64(state.cards[pile, state.size[pile] - 1])
    return cards


@inlined
def legal_moves(tables: Tables, state: State, out: NDArray[np.int32]) -> int:
    """Write the codes of all legal moves to `out` and return their number."""
    if tables.pairs == 1:
        return moves_on_grid(tables, state, out)
    if tables.in_order == IN_TURN:
        return _moves_to_open_foundation(tables, state, out)
    count = 0
    cards = available(tables, state)
    for target in range(tables.piles):
        fitting = tables.accept[tables.group[target], top(state, target)] & cards
        if (
            fitting != np.uint64(0)
            and tables.least[target] <= state.size[target] < tables.most[target]
            and not _has_twin_before(tables, state, target)
            and (tables.in_order == 0 or not _waits(tables, state, target))
        ):
            for source in range(tables.sources):
                if source != target and is_source(tables, state, source):
                    card = np.uint64(state.cards[source, state.size[source] - 1])
                    if (
                        (fitting >> card) & np.uint64(1) != np.uint64(0)
                        and (tables.gives[target] >> np.uint64(source)) & np.uint64(1) != np.uint64(0)
                        and (tables.layered == 0 or _keeps_layer(tables, state, target, whole(card)))
                    ):
                        out[count] = source * 256 + target
                        if tables.refill == FORCED and tables.reserve <= source < tables.talon:
                            out[count] |= _refill_from(tables, state) << REFILL_SHIFT
                        count += 1
    if tables.stock >= 0:
        return _stock_moves(tables, state, out, count, True)
    if _may_redeal_tableau(tables, state, count):
        out[count] = REDEAL_CODE
        count += 1
    return count


@inlined
def _may_redeal_tableau(tables: Tables, state: State, count: int) -> bool:
    """Tell whether the tableau may be dealt again where there are so many other moves."""
    left = state.counts[USED] < tables.redeals and state.counts[HOME] < tables.goal
    return bool(left and (tables.redeal_stuck == 0 or count == 0))


@inlined
def _waits(tables: Tables, state: State, target: int) -> bool:
    """Tell whether a foundation waits for one before it that is not full."""
    if tables.in_turn[target] == 1:
        for other in range(tables.foundation, target):
            if tables.in_turn[other] == 1 and state.size[other] < tables.height[other]:
                return True
    return False


@inlined
def _has_twin_before(tables: Tables, state: State, target: int) -> bool:
    """Tell whether an equal foundation with an equal top card stands before: of the two only that one is tried."""
    if target < tables.foundation or tables.cards == 4 * tables.ranks:
        return False
    for other in range(tables.foundation, target):
        if tables.group[other] == tables.group[target] and top(state, other) == top(state, target):
            return True
    return False


@compiled
def _moves_to_open_foundation(tables: Tables, state: State, out: NDArray[np.int32]) -> int:
    """Write the legal moves where only the first foundation that is not full takes cards."""
    target = tables.foundation
    while target < tables.piles and state.size[target] == tables.height[target]:
        target += 1
    count = 0
    if target < tables.piles:
        fitting = tables.accept[tables.group[target], top(state, target)]
        for source in range(tables.sources):
            if is_source(tables, state, source):
                card = np.uint64(state.cards[source, state.size[source] - 1])
                if (fitting >> card) & np.uint64(1) != np.uint64(0) and (
                    tables.layered == 0 or _keeps_layer(tables, state, target, whole(card))
                ):
                    move = source * 256 + target
                    if tables.refill == FORCED and tables.reserve <= source < tables.talon:
                        move |= _refill_from(tables, state) << REFILL_SHIFT
                    if _opens_last(tables, state, target, move):
                        move |= OPENS_BIT
                    out[count] = move
                    count += 1
                    if source == tables.leading:  # it comes before all others, and stands first of the places
                        return _stock_moves(tables, state, out, count, False)
    return _stock_moves(tables, state, out, count, True)


@inlined
def _opens_last(tables: Tables, state: State, target: int, move: int) -> bool:
    """Tell whether the last foundation opens by a move, with a card at the leading place for its base."""
    if tables.leading < 0 or target != tables.piles - 2 or state.size[target] + 1 < tables.height[target]:
        return False
    left = state.size[tables.leading] > 0
    return bool(left and (move >> 8 & 255 != tables.leading or move >> REFILL_SHIFT & 3 != 0))


@inlined
def _refill_from(tables: Tables, state: State) -> int:
    """Return where a gap in the reserve is filled from, 0 if it stays."""
    if state.size[tables.talon] > 0:
        return FROM_TALON
    return FROM_STOCK if state.size[tables.stock] > 0 else 0


@inlined
def _keeps_layer(tables: Tables, state: State, target: int, card: int) -> bool:
    """Tell whether a card's suit is that of the other cards in its layer on the foundations."""
    layer = state.size[target]
    if tables.layers[target] < 0 or layer == 0:
        return True
    for pile in range(tables.foundation, tables.piles):
        if tables.layers[pile] != tables.layers[target]:
            continue
        if state.size[pile] > layer and whole(state.cards[pile, layer]) // tables.ranks != card // tables.ranks:
            return False
    return True


@compiled
def _stock_moves(tables: Tables, state: State, out: NDArray[np.int32], count: int, fills: bool) -> int:
    """Add fills of gaps, turns, deals and redeals to the moves of cards."""
    talon, stock = tables.talon, tables.stock
    if tables.refill == OPTIONAL and fills:
        source = _refill_from(tables, state)
        if source != 0:
            for place in range(tables.reserve, talon):
                if state.size[place] == 0:
                    out[count] = (talon if source == FROM_TALON else stock) * 256 + place
                    count += 1
    must_play = False
    if tables.at_once == 1:
        must_play = count > 0
    if tables.turned == 1 and not must_play:
        if state.size[stock] > 0:
            out[count] = _turn_or_deal(tables, state)
            count += 1
        elif tables.redeal_tableau == 0 and state.size[talon] > 0 and state.counts[USED] < tables.redeals:
            out[count] = REDEAL_CODE
            count += 1
    if tables.redeal_tableau == 1 and not must_play and _may_redeal_tableau(tables, state, count):
        out[count] = REDEAL_CODE
        count += 1
    if tables.just_turned == 1:
        for k in range(count):
            out[k] |= state.counts[TURNED] << TURNED_SHIFT
    return count


@inlined
def _turn_or_deal(tables: Tables, state: State) -> int:
    """Return the code of a deal to short piles, or of a turn if there are none."""
    left = state.size[tables.stock]
    move = 0
    if tables.in_rounds == 0:
        for pile in range(tables.tableau):
            cards = min(max(tables.fill_to[pile] - state.size[pile], 0), left)
            move += cards << 2 * pile
            left -= cards
    else:
        for number in range(tables.filled_up_to):
            for pile in range(tables.tableau):
                if left > 0 and state.size[pile] + number < tables.fill_to[pile]:
                    move += 1 << 2 * pile
                    left -= 1
    return move + DEAL_BIT if move > 0 else tables.stock * 256 + tables.talon
