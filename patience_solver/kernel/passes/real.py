"""One step of the last pass where gaps of the reserve are filled at once: every state that a move leads to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, whole
from patience_solver.kernel.passes.bits import lowest_bit
from patience_solver.kernel.passes.state import (
    HOME1,
    HOME2,
    KEPT1,
    KIND,
    LEFT0,
    LEFT1,
    TALON,
    TURN,
    TURNED,
    Pass,
    first_from,
    last_before,
    ready,
    write_after,
)

__all__ = ["MOST_STEPS", "real_steps"]

MOST_STEPS = 16
"""More moves than a state has: two kinds of each suit can be played from the reserve, one card from the talon."""

_ONE, _NONE = np.uint64(1), np.uint64(0)


@compiled
def real_steps(pass_: Pass, states: NDArray[np.uint64], row: int, out: int, codes: NDArray[np.int64]) -> int:
    """Write the states after each move into rows from `out` on and what was moved into `codes`; return their number."""
    places = pass_.bit.shape[0] - 1
    left0, left1 = states[row, LEFT0], states[row, LEFT1]
    home1, home2 = states[row, HOME1], states[row, HOME2]
    turned = whole(states[row, TURNED])
    top = last_before(left0, left1, turned)
    turned = first_from(left0, left1, turned, places)
    after = first_from(left0, left1, turned + 1, places)
    fits = ready(home1, home2)
    plays = states[row, KEPT1] & fits
    steps = 0
    while True:
        taken, next_, card = -1, turned, _NONE
        if steps == 0 and top >= 0 and pass_.bit[top] & fits != _NONE:
            card = pass_.bit[top]
            taken = top
            codes[steps] = TALON
        elif plays != _NONE:
            card = plays & (~plays + _ONE)
            plays ^= card
            codes[steps] = KIND + lowest_bit(card)
            taken = top if top >= 0 else turned if turned < places else -1
            if top < 0 and turned < places:
                next_ = after
        elif turned < places:
            next_ = after
            codes[steps] = TURN
        else:
            return steps
        from_reserve = codes[steps] >= KIND
        write_after(pass_, states, row, out + steps, card, from_reserve, taken, from_reserve and taken >= 0, next_)
        steps += 1
        if codes[steps - 1] == TURN:
            return steps
