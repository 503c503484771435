"""The state of a pass, in few words.

The cards of a pass come in a known order, and a card that has been turned lies on the talon until it is taken off the
top: so the talon's cards lie in the order in which they came, and it is known by *which* of them lie there.  A card in
play is a *place* in the order of the pass, from 0 on.  A state is

- the foundations: of two that take cards of one suit only how far they have come matters, not which is which;
- the set of places whose cards lie in talon or stock (`left`, two words), and the place of the next card of the stock;
- the reserve: the cards that are neither on a foundation nor in `left`.  So it needs no place in the key of a state.

Sets of kinds of cards are words of four lanes of 16 bits, one for each suit: bit k of a lane is the kind that lies on
k cards of its foundation, counted from the lowest base of the suit.  Of each kind there are at most two cards: the
set of kinds of which at least one card is somewhere, and the set of those of which two are, tell all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import inlined, whole
from patience_solver.kernel.passes.bits import lowest_bit

__all__ = [
    "HEIGHTS",
    "HOME1",
    "HOME2",
    "KEPT1",
    "KEPT2",
    "KIND",
    "LANES",
    "LEFT0",
    "LEFT1",
    "MOST_CARDS",
    "PUT_AWAY",
    "STATE_WORDS",
    "TAKE_UP",
    "TALON",
    "TURN",
    "TURNED",
    "Pass",
    "above",
    "added_height",
    "first_from",
    "flipped",
    "key_a",
    "key_b",
    "last_before",
    "lies",
    "place_bit",
    "read_state",
    "ready",
    "run",
    "together",
    "with_card",
    "without_card",
    "write_after",
    "write_state",
]

LANES = np.uint64(0x0001_0001_0001_0001)
"""The lowest bit of each lane."""

MOST_CARDS = 89
"""Cards of a pass that fit into a key."""

_ONE, _NONE = np.uint64(1), np.uint64(0)


# Words of a state in a row of an array:
HOME1, HOME2, KEPT1, KEPT2, LEFT0, LEFT1, HEIGHTS, TURNED = range(8)
"""The kinds of which one card, and two, are on foundations, and in the reserve; the places whose cards are in talon or
stock; the heights of the foundations; the place of the stock's next card, or the number of places if there is none."""
STATE_WORDS = 8

TURN, PUT_AWAY, TALON, TAKE_UP, KIND = 0, 1, 2, 3, 64
"""What a line consists of: a turn; the talon's top card moved to the reserve by choice; the talon's top card played;
the talon taken up; KIND + k: the card of the reserve whose kind is bit k played."""


class Pass(NamedTuple):
    """One pass through the stock: the cards in the order in which they come.

    Attributes
    ----------
    bit : uint64[places + 1]
        The kind of the card at each place, as a bit; 0 at the last.
    twin : int64[places + 1]
        The place of the other card of the kind, -1 if it is not in the order.
    alone, paired : int64[places + 1]
        The place in the next pass of a card that is taken up: where the other card of its kind is not taken up with it,
        and where it is.
    marked : int64[places + 1]
        1 for a card that is there only where both of its kind are taken up.
    later0, later1 : uint64
        The set of places that come after the other one of their kind.
    kept : int
        1 if the next pass, if there is one, comes in the same order.
    reserve : int
        Places of the reserve.
    optional : int
        1 if its gaps are filled when the player likes, 0 if at once.
    """

    bit: NDArray[np.uint64]
    twin: NDArray[np.int64]
    alone: NDArray[np.int64]
    paired: NDArray[np.int64]
    marked: NDArray[np.int64]
    later0: np.uint64
    later1: np.uint64
    kept: int
    reserve: int
    optional: int


@inlined
def ready(home1: np.uint64, home2: np.uint64) -> np.uint64:
    """Return the kinds of cards that some foundation takes: the next ones above the two runs of each lane."""
    return (home1 + LANES) | (home2 + LANES)


@inlined
def run(kinds: np.uint64) -> np.uint64:
    """Return the unbroken run at the low end of each lane."""
    return kinds & ~(kinds + LANES)


@inlined
def above(kinds: np.uint64) -> np.uint64:
    """Return the kinds that lie directly on one of a set, and the lowest of each lane."""
    return kinds << _ONE | LANES


@inlined
def added_height(bit: np.uint64, second: bool) -> np.uint64:
    """Return what is added to the word of heights when a card is played: two numbers of 4 bits for each suit."""
    lane = lowest_bit(bit) >> 4
    return _ONE << np.uint64(8 * lane + (0 if second else 4))


@inlined
def place_bit(place: int) -> np.uint64:
    """Return a place as a bit of the word that it belongs to."""
    return _ONE << np.uint64(place & 63)


@inlined
def key_a(left0: np.uint64) -> np.uint64:
    """Return the first word of the key of a state."""
    return left0


@inlined
def key_b(left1: np.uint64, heights: np.uint64, turned: int) -> np.uint64:
    """Return the second word: the places from 64 on, the foundations, the place of the stock's next card."""
    return left1 | heights << np.uint64(25) | np.uint64(whole(turned)) << np.uint64(57)


@inlined
def lies(left0: np.uint64, left1: np.uint64, place: int) -> bool:
    """Tell whether the card of a place lies in talon or stock."""
    return bool((left0 if place < 64 else left1) & place_bit(place) != _NONE)


@inlined
def flipped(left0: np.uint64, left1: np.uint64, place: int) -> tuple[np.uint64, np.uint64]:
    """Return the set of places with this one put in, or taken out."""
    bit = place_bit(place)
    return left0 ^ (bit if place < 64 else _NONE), left1 ^ (bit if place >= 64 else _NONE)


@inlined
def with_card(some: np.uint64, both: np.uint64, card: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the kinds of which one card, and two, are there when one more card is."""
    return some | card, both | (some & card)


@inlined
def without_card(some: np.uint64, both: np.uint64, card: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the kinds of which one card, and two, are there when one card is gone."""
    return some ^ (card & ~both), both & ~card


@inlined
def together(home1: np.uint64, home2: np.uint64, kept1: np.uint64, kept2: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the kinds of which one card, and two, are on foundations or in the reserve."""
    return home1 | kept1, home2 | kept2 | (home1 & kept1)


@inlined
def last_before(left0: np.uint64, left1: np.uint64, place: int) -> int:
    """Return the last place before this one whose card lies in talon or stock; -1 if there is none."""
    place -= 1
    while place >= 0 and not lies(left0, left1, place):
        place -= 1
    return place


@inlined
def first_from(left0: np.uint64, left1: np.uint64, place: int, places: int) -> int:
    """Return the first place from this one on whose card lies in talon or stock; the number of places if none does."""
    while place < places and not lies(left0, left1, place):
        place += 1
    return place


@inlined
def write_state(
    states: NDArray[np.uint64],
    row: int,
    home1: np.uint64,
    home2: np.uint64,
    kept1: np.uint64,
    kept2: np.uint64,
    left0: np.uint64,
    left1: np.uint64,
    heights: np.uint64,
    turned: int,
) -> None:
    """Write a state into a row of an array."""
    states[row, HOME1] = home1
    states[row, HOME2] = home2
    states[row, KEPT1] = kept1
    states[row, KEPT2] = kept2
    states[row, LEFT0] = left0
    states[row, LEFT1] = left1
    states[row, HEIGHTS] = heights
    states[row, TURNED] = np.uint64(turned)


@inlined
def read_state(
    states: NDArray[np.uint64], row: int
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, int]:
    """Return the words of a state in the order in which `write_state` takes them."""
    return (
        states[row, HOME1],
        states[row, HOME2],
        states[row, KEPT1],
        states[row, KEPT2],
        states[row, LEFT0],
        states[row, LEFT1],
        states[row, HEIGHTS],
        whole(states[row, TURNED]),
    )


@inlined
def write_after(
    pass_: Pass,
    states: NDArray[np.uint64],
    row: int,
    to: int,
    card: np.uint64,
    from_reserve: bool,
    taken: int,
    put: bool,
    turned: int,
) -> None:
    """Write the state after a move into a row.

    Parameters
    ----------
    pass_ : Pass
    states : uint64[rows, words]
    row, to : int
        The state before, and the row to write.
    card : uint64
        The card that is played, as a bit; 0 if none is.
    from_reserve : bool
        Whether it comes from the reserve.
    taken : int
        The place of a card that leaves talon or stock, or -1.
    put : bool
        Whether that card goes to the reserve.
    turned : int
        The place of the stock's next card after the move.
    """
    home1, home2, kept1, kept2, left0, left1, heights, _ = read_state(states, row)
    if taken >= 0:
        left0, left1 = flipped(left0, left1, taken)
    if from_reserve:
        kept1, kept2 = without_card(kept1, kept2, card)
    if put:
        kept1, kept2 = with_card(kept1, kept2, pass_.bit[taken])
    if card != _NONE:
        heights += added_height(card, card & home1 != _NONE)
        home1, home2 = with_card(home1, home2, card)
    write_state(states, to, home1, home2, kept1, kept2, left0, left1, heights, turned)
