"""Games of a stock, a talon and foundations only: every card has one foundation, and few orders of cards make one full.

Once the order of cards on each foundation is chosen, playing each card as soon as it fits is best (docs/soundness.md,
*play at once*).  So it is enough to search over the orders, and a choice arises only where a card fits in some of the
orders that are still possible on its foundation and not in others.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole

__all__ = ["NO_WIN", "PLAY", "REDEAL", "TURN", "Orders", "Room", "best_line", "new_room"]

TURN, REDEAL, PLAY = 0, 1, 2
"""What a line consists of: a turn, a redeal, a play of the talon's top card."""

NO_WIN = 1 << 30

# Places in a saved state, before the heights and possible orders of the foundations and the cards of talon and stock:
MADE, LEFT, TALON, STOCK, PASSES, FRESH = 0, 1, 2, 3, 4, 5
_FIGURES = 6


class Orders(NamedTuple):
    """The game, and the orders in which its foundations can be filled.

    Attributes
    ----------
    foundation : int64[64]
        The foundation of each card, counted from 0.
    order : int64[foundations, orders, height]
        The cards of each foundation in each possible order from its base; -1 beyond the last.
    suit : int64[foundations, orders, height]
        Their suits; -1 for the base.
    layered, just_turned, at_once : int
        As in `kernel.tables.Tables`.
    """

    foundation: NDArray[np.int64]
    order: NDArray[np.int64]
    suit: NDArray[np.int64]
    layered: int
    just_turned: int
    at_once: int


class Room(NamedTuple):
    """Room for the search.

    Attributes
    ----------
    states : int64[depth, figures]
        The current state, and those before the choices that are still open.
    line, best : int8[moves]
        The line that the search stands on, and the best win.
    """

    states: NDArray[np.int64]
    line: NDArray[np.int8]
    best: NDArray[np.int8]


def new_room(orders: Orders, cards: int, passes: int) -> Room:
    """Return room for a game of so many cards and passes; the first state is to be filled."""
    foundations = len(orders.order)
    most = (cards + 2) * (passes + 2)
    states = np.zeros((foundations * orders.order.shape[1] * 4 + 2, _FIGURES + 2 * foundations + 2 * cards), np.int64)
    return Room(states, np.zeros(most, np.int8), np.zeros(most, np.int8))


@compiled
def best_line(orders: Orders, room: Room) -> int:
    """Find a shortest win.

    Parameters
    ----------
    orders : Orders
    room : Room
        With the start in `room.states[0]`: moves made (0), cards not home, cards of the talon and of the stock, passes
        left (the current one included), 1 if the talon's top card was just turned; heights of the foundations; sets of
        possible orders; the talon bottom first, and from the half on the stock, the next card last.

    Returns
    -------
    int
        Length of the win in `room.best`, or `NO_WIN`.
    """
    foundations = orders.order.shape[0]
    talon = _FIGURES + 2 * foundations
    stock = talon + (room.states.shape[1] - talon) // 2
    best = NO_WIN
    depth = 1  # the state worked on stands at depth 0; open choices from depth 1 on
    alive = True
    while True:
        state = room.states[0]
        if not alive:
            if depth == 1:
                return best
            depth -= 1
            _copy(room.states, depth, 0)
            alive = True
            continue
        if state[LEFT] == 0:
            if state[MADE] < best:
                best = state[MADE]
                for k in range(best):
                    room.best[k] = room.line[k]
            alive = False
            continue
        # Each card left costs a play; those of the stock a turn too.
        if state[MADE] + state[LEFT] + state[STOCK] >= best:
            alive = False
            continue
        if state[TALON] > 0 and (orders.just_turned == 0 or state[FRESH] == 1):
            card = state[talon + state[TALON] - 1]
            pile = orders.foundation[card]
            fits = _orders_with(orders, state, pile, card)
            possible = state[_FIGURES + foundations + pile]
            if fits != 0:
                if fits != possible and orders.at_once == 0:  # the other choice: the card is held back
                    _copy(room.states, 0, depth)
                    room.states[depth, _FIGURES + foundations + pile] = possible & ~fits
                    depth += 1
                state[_FIGURES + foundations + pile] = fits
                alive = orders.layered == 0 or _settle_layer(orders, state, foundations, pile, card)
                state[_FIGURES + pile] += 1
                state[TALON] -= 1
                state[LEFT] -= 1
                state[FRESH] = 0
                room.line[state[MADE]] = PLAY
                state[MADE] += 1
                continue
        if state[STOCK] > 0 and state[PASSES] > 0:
            state[STOCK] -= 1
            state[talon + state[TALON]] = state[stock + state[STOCK]]
            state[TALON] += 1
            state[FRESH] = 1
            room.line[state[MADE]] = TURN
            state[MADE] += 1
        elif state[TALON] > 0 and state[PASSES] > 1:
            size = state[TALON]
            for k in range(size):
                state[stock + k] = state[talon + size - 1 - k]
            state[STOCK] = size
            state[TALON] = 0
            state[PASSES] -= 1
            state[FRESH] = 0
            room.line[state[MADE]] = REDEAL
            state[MADE] += 1
        else:
            alive = False


@inlined
def _copy(states: NDArray[np.int64], source: int, target: int) -> None:
    for k in range(states.shape[1]):
        states[target, k] = states[source, k]


@inlined
def _orders_with(orders: Orders, state: NDArray[np.int64], pile: int, card: int) -> int:
    """Return the set of possible orders in which this card comes next on its foundation."""
    height = state[_FIGURES + pile]
    possible = state[_FIGURES + orders.order.shape[0] + pile]
    found = 0
    for k in range(orders.order.shape[1]):
        if (possible >> k) & 1 == 1 and height < orders.order.shape[2] and orders.order[pile, k, height] == card:
            found |= 1 << k
    return found


@inlined
def _settle_layer(orders: Orders, state: NDArray[np.int64], foundations: int, pile: int, card: int) -> bool:
    """Leave only orders with the suit of a card in its layer; return whether every foundation has one left."""
    height = state[_FIGURES + pile]
    if height == 0:
        return True
    suit = -1
    for k in range(orders.order.shape[1]):
        if orders.order[pile, k, height] == card:
            suit = whole(orders.suit[pile, k, height])
    for other in range(foundations):
        possible = state[_FIGURES + foundations + other]
        for k in range(orders.order.shape[1]):
            if orders.suit[other, k, height] != suit:
                possible &= ~(1 << k)
        state[_FIGURES + foundations + other] = possible
        if possible == 0:
            return False
    return True
