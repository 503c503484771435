"""States of a pass from which no end can lead to a win in the last pass.

The test looks at the last pass before its stock is known.  Of a state in the pass before it some things are certain:
which cards of the talon will not be touched any more in this pass (they will be in the stock of the last one), and
which cards of the reserve cannot be played in this pass (they will be in the reserve then).  All other cards are made
jokers: they may be played whenever they fit, and are nowhere in the way.  If even so the last pass can't be won, no
end that this state leads to can be won (docs/soundness.md, *passes*).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined
from patience_solver.kernel.passes.bits import lowest_bit
from patience_solver.kernel.passes.free import LOST, Room, begin_free, free_slice
from patience_solver.kernel.passes.seen import Seen
from patience_solver.kernel.passes.state import (
    LEFT0,
    LEFT1,
    Pass,
    lies,
    place_bit,
    read_state,
    run,
    together,
    with_card,
    write_state,
)

__all__ = ["is_hopeless", "taken_up"]

_ONE, _NONE = np.uint64(1), np.uint64(0)


@inlined
def taken_up(pass_: Pass, left0: np.uint64, left1: np.uint64, states: NDArray[np.uint64], row: int) -> None:
    """Write into a row the set of places, in the next pass, of the cards that are taken up."""
    states[row, LEFT0] = _NONE
    states[row, LEFT1] = _NONE
    for half in range(2):
        rest = left0 if half == 0 else left1
        while rest != _NONE:
            place = 64 * half + lowest_bit(rest)
            rest &= rest - _ONE
            twin = pass_.twin[place]
            both = twin >= 0 and lies(left0, left1, twin)
            there = pass_.paired[place] if both else pass_.alone[place]
            states[row, LEFT0 if there < 64 else LEFT1] |= place_bit(there)


@compiled
def is_hopeless(
    pass_: Pass,
    last_pass: Pass,
    states: NDArray[np.uint64],
    row: int,
    frozen: int,
    relaxed: int,
    room: Room,
    lost: Seen,
    rules: int,
    patience: int,
) -> bool:
    """Tell whether no end that a state leads to can be won; `False` where that is not known.

    Parameters
    ----------
    pass_, last_pass : Pass
        The pass of the state, and the next one, which is the last.
    states : uint64[rows, words]
        With the state in row `row`; row `relaxed` is written to.
    frozen : int
        The cards of the talon at places below this one will not be touched any more.
    room, lost, rules, patience
        As for `free_slice`.
    """
    home1, home2, kept1, kept2, left0, left1, heights, _ = read_state(states, row)
    sure0 = left0 & (place_bit(frozen) - _ONE) if frozen < 64 else left0
    sure1 = left1 & (place_bit(frozen) - _ONE) if frozen > 64 else _NONE
    some, both = together(home1, home2, kept1, kept2)
    for half in range(2):
        rest = left0 ^ sure0 if half == 0 else left1 ^ sure1
        while rest != _NONE:
            card = pass_.bit[64 * half + lowest_bit(rest)]
            rest &= rest - _ONE
            some, both = with_card(some, both, card)
    new1, new2 = run(some) & ~home1, run(both) & ~home2
    stuck1 = (kept1 & ~kept2 & ~(new1 | new2)) | (kept2 & ~(new1 & new2))
    stuck2 = kept2 & ~(new1 | new2)
    # What is neither home, nor sure, nor stuck: of a kind there are at most two cards outside the sure ones.
    gone1, gone2 = home1 | stuck1, home2 | stuck2 | (home1 & stuck1)
    room.jokers[0] = (some & ~gone1) | (both & ~gone2)
    room.jokers[1] = both & ~gone1
    taken_up(pass_, sure0, sure1, states, relaxed)
    up0, up1 = states[relaxed, LEFT0], states[relaxed, LEFT1]
    write_state(states, relaxed, home1, home2, stuck1, stuck2, up0, up1, heights, 0)
    begin_free(last_pass, states, relaxed, room, rules)
    code = free_slice(last_pass, room, lost, patience)
    room.jokers[0] = _NONE
    room.jokers[1] = _NONE
    return code == LOST
