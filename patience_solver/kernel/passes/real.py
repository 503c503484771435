"""One step of the last pass where gaps of the reserve are filled at once: every state that a move leads to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, whole
from patience_solver.kernel.passes.bits import lowest_bit
from patience_solver.kernel.passes.state import (
    HEIGHTS,
    HOME1,
    HOME2,
    KEPT1,
    KEPT2,
    KIND,
    LANES,
    LEFT0,
    LEFT1,
    STATE_WORDS,
    TALON,
    TURN,
    TURNED,
    Pass,
    added_height,
    place_bit,
    ready,
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
    top, turned = -1, whole(states[row, TURNED])
    for place in range(turned - 1, -1, -1):
        if (left0 if place < 64 else left1) & place_bit(place) != _NONE:
            top = place
            break
    while turned < places and (left0 if turned < 64 else left1) & place_bit(turned) == _NONE:
        turned += 1
    after = turned + 1
    while after < places and (left0 if after < 64 else left1) & place_bit(after) == _NONE:
        after += 1
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
        for word in range(STATE_WORDS):
            states[out + steps, word] = states[row, word]
        here = out + steps
        states[here, TURNED] = np.uint64(next_)
        if taken >= 0:
            states[here, LEFT0] ^= place_bit(taken) if taken < 64 else _NONE
            states[here, LEFT1] ^= place_bit(taken) if taken >= 64 else _NONE
        if codes[steps] >= KIND:
            states[here, KEPT1] ^= card & ~states[here, KEPT2]
            states[here, KEPT2] &= ~card
            if taken >= 0:
                states[here, KEPT2] |= states[here, KEPT1] & pass_.bit[taken]
                states[here, KEPT1] |= pass_.bit[taken]
        if card != _NONE:
            second = card & (home1 + LANES) == _NONE
            states[here, HEIGHTS] += added_height(card, second)
            states[here, HOME2 if second else HOME1] |= card
        steps += 1
        if codes[steps - 1] == TURN:
            return steps
