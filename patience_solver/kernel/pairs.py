"""Games whose cards are removed from a grid in pairs: legal moves, doing and undoing them, grids that can't be cleared.

The cells of a grid are piles of one card at most.  What was removed follows from the rest, so the pile `removed` holds
cards of code 0 here: two orders of removal of the same cards are one state.  Cells are numbered from its
first cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.piles import pop, push
from patience_solver.kernel.state import HOME, USED, State
from patience_solver.kernel.tables import Tables

__all__ = [
    "CELL_BITS",
    "CELL_MASK",
    "EXCHANGE_BIT",
    "GRID_ROOM",
    "PAIR_BIT",
    "do_on_grid",
    "is_unmatched",
    "moves_on_grid",
    "outlook",
    "promising_moves_on_grid",
    "undo_on_grid",
]

EXCHANGE_BIT = 1 << 28
"""An exchange: four cells of 5 bits each, from the lowest bit on; the first two change places, and the last two."""

PAIR_BIT = 1 << 29
"""A pair that is removed: two cells of 5 bits each, in reading order; then, for undoing it, how many gaps are filled
(2 bits) and the two cards (6 bits each)."""

CELL_BITS, CELL_MASK = 5, 31
_FILLED, _CARD, _OTHER_CARD = 10, 12, 18

_OUTLOOK_OF_EXCHANGE, _WORST_EXCHANGE = 20, 255  # while moves are sorted the outlook stands in bits without use
_OUTLOOK_OF_PAIR, _WORST_PAIR = 24, 31
_AMPLE = 8  # more pairs to choose from make the outlook no better

# Places in `State.left`, the room for matching cards:
_CELLS = 256  # for each rank the set of cells that hold it; below stands one number for each set of up to 8 cells
_STOCK = 272  # for each rank how many are in the stock
_LACK = 288  # for each class of ranks how many pairs it lacks
GRID_ROOM = 304
_LACKING_NONE = 0x8888888888888

_M1, _M2, _M4 = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F


@compiled
def moves_on_grid(tables: Tables, state: State, out: NDArray[np.int32]) -> int:
    """Write the codes of all pairs to `out`, or of all exchanges if there is no pair; return their number."""
    count = 0
    first = tables.first_cell
    filled = min(2, state.size[tables.stock])
    for one in range(tables.cells):
        if state.size[first + one] > 0:
            card = whole(state.cards[first + one, 0])
            for other in range(one + 1, tables.cells):
                if state.size[first + other] > 0 and tables.beside[one] >> other & 1 == 1:
                    second = whole(state.cards[first + other, 0])
                    if (tables.matches[card] >> np.uint64(second)) & np.uint64(1) != np.uint64(0):
                        cells = one | other << CELL_BITS | filled << _FILLED
                        out[count] = PAIR_BIT | cells | card << _CARD | second << _OTHER_CARD
                        count += 1
    if count == 0 and state.counts[USED] < tables.redeals:
        return _exchanges(tables, state, out)
    return count


@inlined
def _exchanges(tables: Tables, state: State, out: NDArray[np.int32]) -> int:
    """Write the codes of all exchanges to `out`: any four cards, in the three ways to part them two by two."""
    count = 0
    first, cells = tables.first_cell, tables.cells
    for a in range(cells):
        if state.size[first + a] == 0:
            continue
        for b in range(a + 1, cells):
            if state.size[first + b] == 0:
                continue
            for c in range(b + 1, cells):
                if state.size[first + c] == 0:
                    continue
                for d in range(c + 1, cells):
                    if state.size[first + d] > 0:
                        out[count] = EXCHANGE_BIT | a | b << 5 | c << 10 | d << 15
                        out[count + 1] = EXCHANGE_BIT | a | c << 5 | b << 10 | d << 15
                        out[count + 2] = EXCHANGE_BIT | a | d << 5 | b << 10 | c << 15
                        count += 3
    return count


@inlined
def do_on_grid(tables: Tables, state: State, move: int) -> None:
    """Remove a pair, or make an exchange."""
    first = tables.first_cell
    if move < PAIR_BIT:
        _swap_twice(tables, state, move)
        _set_used(tables, state, state.counts[USED] + 1)
    else:
        one, other = first + (move & CELL_MASK), first + (move >> CELL_BITS & CELL_MASK)
        filled = move >> _FILLED & 3
        pop(tables, state, one)
        pop(tables, state, other)
        push(tables, state, tables.foundation, 0)
        push(tables, state, tables.foundation, 0)
        if filled > 0:
            push(tables, state, one, pop(tables, state, tables.stock))
        if filled > 1:
            push(tables, state, other, pop(tables, state, tables.stock))
        elif tables.compress == 1:
            place = one if filled == 0 else other
            for cell in range(place + 1, first + tables.cells):
                if state.size[cell] > 0:
                    push(tables, state, place, pop(tables, state, cell))
                    place += 1


@inlined
def undo_on_grid(tables: Tables, state: State, move: int) -> None:
    """Take a removal or an exchange back."""
    first = tables.first_cell
    if move < PAIR_BIT:
        _swap_twice(tables, state, move)
        _set_used(tables, state, state.counts[USED] - 1)
    else:
        one, other = first + (move & CELL_MASK), first + (move >> CELL_BITS & CELL_MASK)
        filled = move >> _FILLED & 3
        if filled < 2 and tables.compress == 1:
            # The cards spread again: from the last one on each goes back to where it lay.
            source = first + tables.cards - state.counts[HOME] - state.size[tables.stock] - 1
            place = source + 2 - filled
            while place > source:
                if place != other and (place != one or filled == 1):
                    push(tables, state, place, pop(tables, state, source))
                    source -= 1
                place -= 1
        if filled > 1:
            push(tables, state, tables.stock, pop(tables, state, other))
        if filled > 0:
            push(tables, state, tables.stock, pop(tables, state, one))
        pop(tables, state, tables.foundation)
        pop(tables, state, tables.foundation)
        push(tables, state, one, move >> _CARD & 63)
        push(tables, state, other, move >> _OTHER_CARD & 63)


@compiled
def _swap_twice(tables: Tables, state: State, move: int) -> None:
    for k in range(2):
        one = tables.first_cell + (move >> 2 * CELL_BITS * k & CELL_MASK)
        other = tables.first_cell + (move >> 2 * CELL_BITS * k + CELL_BITS & CELL_MASK)
        card = pop(tables, state, one)
        push(tables, state, one, pop(tables, state, other))
        push(tables, state, other, card)


@inlined
def _set_used(tables: Tables, state: State, used: int) -> None:
    state.sum[0] += tables.redeal_a[used] - tables.redeal_a[state.counts[USED]]
    state.sum[1] += tables.redeal_b[used] - tables.redeal_b[state.counts[USED]]
    state.counts[USED] = used


@compiled
def promising_moves_on_grid(tables: Tables, state: State, out: NDArray[np.int32]) -> int:
    """Write the moves that must be tried to `out` and return their number (*unmatched*, docs/soundness.md).

    Nothing need be tried that leads to a grid that can't be cleared, nor a last exchange that makes no pair.  The move
    of best outlook comes last: that is the one which searches try first.
    """
    if outlook(tables, state) < 0:
        return 0
    left = tables.redeals - state.counts[USED]  # exchanges
    need = _LACKING_NONE
    for rank in range(tables.ranks):
        need -= state.left[_LACK + rank] << 4 * rank
    count = moves_on_grid(tables, state, out)
    kept = 0
    for k in range(count):
        move = whole(out[k])
        worse = -1
        if move >= PAIR_BIT:
            _do(tables, state, move)
            worse = outlook(tables, state)
            _undo(tables, state, move)
            worse = min(worse, _WORST_PAIR) << _OUTLOOK_OF_PAIR if worse >= 0 else -1
        else:
            # Of a class that lacks pairs so many cards must be moved: counted in 4 bits for each class.
            moved = _class_of(tables, state, move & 31) + _class_of(tables, state, move >> 5 & 31)
            moved += _class_of(tables, state, move >> 10 & 31) + _class_of(tables, state, move >> 15 & 31)
            if left > 1 or need + moved & _LACKING_NONE == _LACKING_NONE:
                _do(tables, state, move)
                if left > 1 or makes_pair(tables, state, move):
                    worse = outlook(tables, state)
                _undo(tables, state, move)
                worse = min(worse, _WORST_EXCHANGE) << _OUTLOOK_OF_EXCHANGE if worse >= 0 else -1
        if worse >= 0:
            out[kept] = move | worse
            kept += 1
    _sort_down(out, kept)
    for k in range(kept):
        move = whole(out[k])
        out[k] = move & ~(
            _WORST_PAIR << _OUTLOOK_OF_PAIR if move >= PAIR_BIT else _WORST_EXCHANGE << _OUTLOOK_OF_EXCHANGE
        )
    return kept


@compiled
def _do(tables: Tables, state: State, move: int) -> None:
    do_on_grid(tables, state, move)


@compiled
def _undo(tables: Tables, state: State, move: int) -> None:
    undo_on_grid(tables, state, move)


@inlined
def _sort_down(numbers: NDArray[np.int32], count: int) -> None:
    """Sort the first numbers, the largest first (Shell's method: no room is needed)."""
    gap = count >> 1
    while gap > 0:
        for k in range(gap, count):
            number = numbers[k]
            place = k
            while place >= gap and numbers[place - gap] < number:
                numbers[place] = numbers[place - gap]
                place -= gap
            numbers[place] = number
        gap >>= 1


@inlined
def _class_of(tables: Tables, state: State, cell: int) -> int:
    """Return 1 in the 4 bits of the class of an occupied cell's card: of the lower of its two ranks."""
    rank = whole(state.cards[tables.first_cell + cell, 0]) % tables.ranks
    return 1 << 4 * min(rank, whole(tables.partner[rank]))


@inlined
def makes_pair(tables: Tables, state: State, exchange: int) -> bool:
    """Tell whether one of the cards that an exchange has moved is of a pair now."""
    for k in range(4):
        cell = exchange >> CELL_BITS * k & CELL_MASK
        wanted = tables.matches[state.cards[tables.first_cell + cell, 0]]
        beside = whole(tables.beside[cell])
        while beside != 0:
            other = tables.first_cell + _lowest(beside)
            beside &= beside - 1
            if state.size[other] > 0:
                if (wanted >> np.uint64(state.cards[other, 0])) & np.uint64(1) != np.uint64(0):
                    return True
    return False


@compiled
def is_unmatched(tables: Tables, state: State) -> bool:
    """Tell whether the cards on the grid can't all be paired, whatever comes from the stock."""
    return outlook(tables, state) < 0


@compiled
def outlook(tables: Tables, state: State) -> int:
    """Return how bad the outlook of a grid is; -1 if its cards can't all be paired, whatever comes from the stock.

    A pair is of two cards of the grid, that must lie right now unless an exchange moves one of them, or has a card of
    the stock.  So of a rank with `a` cards on the grid, whose partners have `b` there and `to_come` in the stock, at
    least `a - to_come` pairs must be found on the grid, but for one for each of the four cards of an exchange.  Writes
    how many pairs each class of ranks lacks to the room, as far as it comes.

    Else the outlook is worse the more pairs are lacking, the more classes have no pair to spare, and the fewer pairs
    there are to choose from.
    """
    may_lack = 4 * (tables.redeals - state.counts[USED])
    room, first = state.left, tables.first_cell
    for rank in range(tables.ranks):
        room[_CELLS + rank] = 0
        room[_STOCK + rank] = 0
        room[_LACK + rank] = 0
    for cell in range(tables.cells):
        if state.size[first + cell] > 0:
            room[_CELLS + whole(state.cards[first + cell, 0]) % tables.ranks] |= 1 << cell
    for depth in range(state.size[tables.stock]):
        room[_STOCK + whole(state.cards[tables.stock, depth]) % tables.ranks] += 1
    scarce, choice = 0, 0
    for rank in range(tables.ranks):
        partner = whole(tables.partner[rank])
        mine, to_come = room[_CELLS + rank], room[_STOCK + rank]
        if partner < 0:
            if mine != 0 or to_come > 0:
                return -1
        elif partner >= rank:
            others = room[_CELLS + partner]
            rest = mine
            while rest != 0:
                choice += _bits(whole(tables.beside[_lowest(rest)]) & others)
                rest &= rest - 1
            needed = max(_bits(mine) - room[_STOCK + partner], _bits(others) - to_come)
            if partner == rank:
                needed = (needed + 1) >> 1
            if needed > 0:
                if partner == rank:
                    lack = needed - _matching(tables, state, mine)
                else:
                    lack = needed - _matching_of_two(tables, state, mine, others)
                if lack >= 0:
                    scarce += 1
                if lack > 0:
                    room[_LACK + rank] = lack
                    scarce += 2 * lack
                    may_lack -= lack
                    if may_lack < 0:
                        return -1
    return whole(scarce + max(0, _AMPLE - choice))


@inlined
def _bits(cells: int) -> int:
    """Count the cells of a set."""
    x = cells - (cells >> 1 & _M1)
    x = (x & _M2) + (x >> 2 & _M2)
    x = x + (x >> 4) & _M4
    x = x + (x >> 8)
    x = x + (x >> 16)
    return whole(x + (x >> 32) & 127)


@inlined
def _lowest(cells: int) -> int:
    """Return the first cell of a set that is not empty."""
    return _bits((cells & -cells) - 1)


@inlined
def _matching_of_two(tables: Tables, state: State, mine: int, others: int) -> int:
    """Return how many pairs can be formed at once, each of a cell of `mine` and one of `others`.

    By Hall's theorem all of the smaller set but as many as some cells of it have too few partners between them.
    """
    room = state.left
    if _bits(others) < _bits(mine):
        mine, others = others, mine
    size = _bits(mine)
    room[0] = 0
    sets, alone = 1, 0
    for _ in range(size):
        partners = whole(tables.beside[_lowest(mine)]) & others
        mine &= mine - 1
        for k in range(sets):  # the same sets with this cell
            room[sets + k] = room[k] | partners
            alone = max(alone, _bits(sets + k) - _bits(room[sets + k]))
        sets *= 2
    return size - alone


@inlined
def _matching(tables: Tables, state: State, cells: int) -> int:
    """Return how many pairs can be formed of these cells at once."""
    room = state.left
    size = _bits(cells)
    room[0] = 0
    for chosen in range(1, 1 << size):
        top = _highest(chosen)
        rest = chosen ^ 1 << top
        best = room[rest]
        partners = whole(tables.beside[_nth(cells, top)])
        for k in range(top):
            if rest >> k & 1 == 1 and partners >> _nth(cells, k) & 1 == 1:
                best = max(best, 1 + room[rest ^ 1 << k])
        room[chosen] = best
    return whole(room[(1 << size) - 1])


@inlined
def _highest(chosen: int) -> int:
    """Return the highest member of a set that is not empty."""
    top = 0
    while chosen >> top + 1 != 0:
        top += 1
    return top


@inlined
def _nth(cells: int, number: int) -> int:
    """Return the cell of this number in a set."""
    for _ in range(number):
        cells &= cells - 1
    return _lowest(cells)
