"""Which held cards can't lie in one packet, and whether there are packets enough: a graph and its colouring.

Two held cards *cross* if the one that came first is played first.  In one packet the later one would lie above it, so
crossing cards need different packets; cards that do not cross may share one.  So a course can be carried out if and
only if the graph of its crossings can be coloured with as many colours as there are packets (docs/soundness.md,
*packets*).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.passes.bits import bit_count, lowest_bit

__all__ = ["MOST_CARDS", "Colours", "can_be_coloured", "new_colours", "simplify"]

MOST_CARDS = 64
"""Most cards of a graph."""

_ONE, _NONE = np.uint64(1), np.uint64(0)


class Colours(NamedTuple):
    """Room for colouring a graph.

    Attributes
    ----------
    colour : int64[64]
        The colour of each card, -1 for none.
    taken : int64[64]
        The set of colours that the neighbours had when a card's turn came.
    turn : int64[64]
        The cards in the order in which they were coloured.
    used : int64[65]
        Colours used before each turn.
    """

    colour: NDArray[np.int64]
    taken: NDArray[np.int64]
    turn: NDArray[np.int64]
    used: NDArray[np.int64]


def new_colours() -> Colours:
    """Return the room."""
    return Colours(*(np.zeros(MOST_CARDS + 1, np.int64) for _ in range(4)))


@compiled
def can_be_coloured(crosses: NDArray[np.uint64], cards: np.uint64, colours: int, room: Colours) -> bool:
    """Tell whether cards can be coloured so that no two that cross are alike; `Colours.colour` says how.

    Exact: goes on with the card that has the fewest colours left, and takes back what leads nowhere.  Colours not used
    so far are alike, so only the first of them is tried.

    Parameters
    ----------
    crosses : uint64[64]
        For each card the set of those that it crosses.
    cards : uint64
        The set of cards to be coloured.
    colours : int
    room : Colours
    """
    left = cards
    depth = 0
    room.used[0] = 0
    onward = True
    card = 0
    while True:
        if onward:
            if left == _NONE:
                return True
            most, rest = -1, left
            while rest != _NONE:
                other = lowest_bit(rest)
                rest &= rest - _ONE
                taken = _taken(crosses[other] & cards & ~left, room)
                urgency = bit_count(np.uint64(taken)) * MOST_CARDS + bit_count(crosses[other] & left)
                if urgency > most:
                    most, card = urgency, other
                    room.taken[card] = taken
            room.turn[depth] = card
            room.colour[card] = -1
            left &= ~(_ONE << np.uint64(card))
        colour = room.colour[card] + 1
        limit = min(colours, room.used[depth] + 1)
        while colour < limit and room.taken[card] >> colour & 1 == 1:
            colour += 1
        if colour < limit:
            room.colour[card] = colour
            room.used[depth + 1] = max(room.used[depth], colour + 1)
            depth += 1
            onward = True
        else:
            left |= _ONE << np.uint64(card)
            if depth == 0:
                return False
            depth -= 1
            card = room.turn[depth]
            onward = False


@inlined
def _taken(neighbours: np.uint64, room: Colours) -> int:
    """Return the set of colours of these cards."""
    taken = 0
    while neighbours != _NONE:
        taken |= 1 << room.colour[lowest_bit(neighbours)]
        neighbours &= neighbours - _ONE
    return whole(taken)


@compiled
def simplify(crosses: NDArray[np.uint64], held: np.uint64, gone: np.uint64, colours: int) -> np.uint64:
    """Take cards that were played out of the graph where that makes no difference; return those that stay.

    A card that was played will cross no further ones.  If it crosses fewer cards than there are colours, one is left
    for it; if another card that it does not cross crosses all that it crosses, it can have that one's colour.
    """
    again = True
    while again:
        again = False
        rest = gone
        while rest != _NONE:
            card = lowest_bit(rest)
            bit = _ONE << np.uint64(card)
            rest &= ~bit
            near = crosses[card]
            idle = bit_count(near) < colours
            if not idle:
                others = (held | gone) & ~bit & ~near
                while others != _NONE and not idle:
                    idle = near & ~crosses[lowest_bit(others)] == _NONE
                    others &= others - _ONE
            if idle:
                while near != _NONE:
                    crosses[lowest_bit(near)] &= ~bit
                    near &= near - _ONE
                crosses[card] = _NONE
                gone &= ~bit
                again = True
    return gone
