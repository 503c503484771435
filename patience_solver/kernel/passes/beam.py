"""A beam through a pass: ends of it that promise much.

Layer by layer of stock cards turned: all that can be played from the states of a layer is added to it, the best states
are chosen, and from these the next card is turned.  What a state promises is told by how many cards would wait, on the
average, in the passes to come, if all cards that have come were free to be played.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.memory import room
from patience_solver.kernel.passes.bits import bit_count, lowest_bit
from patience_solver.kernel.passes.hopeless import taken_up
from patience_solver.kernel.passes.seen import Seen, insert
from patience_solver.kernel.passes.state import (
    HEIGHTS,
    HOME1,
    HOME2,
    KEPT1,
    KEPT2,
    KIND,
    LEFT0,
    LEFT1,
    PUT_AWAY,
    STATE_WORDS,
    TALON,
    TURN,
    TURNED,
    Pass,
    first_from,
    key_a,
    key_b,
    last_before,
    lies,
    ready,
    run,
    with_card,
    write_after,
)

__all__ = ["CODE", "PARENT", "Beam", "new_beam", "take_up", "widen"]

PARENT, CODE = STATE_WORDS, STATE_WORDS + 1
"""More words of a row: the row of the state before + 1, and what was moved."""
WORDS = STATE_WORDS + 2

_ONE, _NONE = np.uint64(1), np.uint64(0)


class Beam(NamedTuple):
    """Room for a beam.

    Attributes
    ----------
    states : uint64[most, words]
        All states of the beam, in the order in which they were found.
    value : float64[most]
        What they promise.
    marks : int64[1]
        Rows used.
    weight : float64[1]
        What the square of a number of waiting cards takes from the value of a state, a card home being 1.
    """

    states: NDArray[np.uint64]
    value: NDArray[np.float64]
    marks: NDArray[np.int64]
    weight: NDArray[np.float64]


def new_beam(most: int, weight: float) -> Beam:
    """Return room for so many states."""
    return Beam(
        room((most, WORDS), np.uint64),
        room(most, np.float64),
        np.zeros(1, np.int64),
        np.array([weight], np.float64),
    )


@inlined
def _value(pass_: Pass, coming: Pass, state: NDArray[np.uint64], row: int, weight: float) -> float:
    """Return what a state promises: cards home, less the average number that would wait in the coming pass."""
    home1, home2 = state[row, HOME1], state[row, HOME2]
    kept1, kept2 = state[row, KEPT1], state[row, KEPT2]
    left0, left1 = state[row, LEFT0], state[row, LEFT1]
    some0, both0 = home1 | kept1, home2 | kept2 | (home1 & kept1)
    some, both = some0, both0
    outside = bit_count(some) + bit_count(both)
    total, cards = 0, 0
    for place in range(coming.bit.shape[0] - 1):
        card = coming.bit[place]
        if pass_.kept == 1:
            if not lies(left0, left1, place):
                continue
        else:
            card &= ~some0 if coming.marked[place] == 1 else ~both0
            if card == _NONE:
                continue
        some, both = with_card(some, both, card)
        outside += 1
        cards += 1
        wait = outside - bit_count(run(some)) - bit_count(run(both))
        total += wait * wait
    home = np.float64(bit_count(home1) + bit_count(home2))
    return home - weight * np.float64(total)


@inlined
def _add(beam: Beam, seen: Seen, pass_: Pass, coming: Pass, row: int) -> bool:
    """Keep the state written after the last row, if it is new; return whether it is won."""
    s = beam.states
    turned = whole(s[row, TURNED])
    if not insert(seen, key_a(s[row, LEFT0]), key_b(s[row, LEFT1], s[row, HEIGHTS], turned)):
        return False
    beam.value[row] = _value(pass_, coming, s, row, beam.weight[0])
    beam.marks[0] = row + 1
    return bool(s[row, LEFT0] | s[row, LEFT1] | s[row, KEPT1] == _NONE)


@compiled
def widen(pass_: Pass, coming: Pass, beam: Beam, seen: Seen, rows: NDArray[np.int64], count: int, turn: int) -> int:
    """Add the states that one move leads to from so many rows: a turn, or anything but a turn.

    Returns
    -------
    int
        Row of a won state, or -1; the beam ends where there is no room.
    """
    places = pass_.bit.shape[0] - 1
    s = beam.states
    for number in range(count):
        row = rows[number]
        left0, left1 = s[row, LEFT0], s[row, LEFT1]
        home1, home2 = s[row, HOME1], s[row, HOME2]
        turned = whole(s[row, TURNED])
        top = last_before(left0, left1, turned) if turn == 0 else -1
        turned = first_from(left0, left1, turned, places)
        after = first_from(left0, left1, turned + 1, places)
        held = bit_count(s[row, KEPT1]) + bit_count(s[row, KEPT2])
        fits = ready(home1, home2)
        plays = s[row, KEPT1] & fits
        step = 0
        while step < 3:
            here = beam.marks[0]
            if here >= s.shape[0]:
                return -1
            taken, put, next_, card, code = -1, False, turned, _NONE, 0
            if turn == 1:
                step = 3
                if turned == places:
                    break
                next_, code = after, TURN
            elif step == 0:
                step = 1
                if top < 0:
                    continue
                if pass_.bit[top] & fits != _NONE:
                    card, taken, code = pass_.bit[top], top, TALON
                elif pass_.optional == 1 and held < pass_.reserve:
                    taken, put, code = top, True, PUT_AWAY
                else:
                    continue
            elif plays != _NONE:
                card = plays & (~plays + _ONE)
                plays ^= card
                code = KIND + lowest_bit(card)
                if pass_.optional == 0:
                    taken = top if top >= 0 else turned if turned < places else -1
                    put = taken >= 0
                    if top < 0 and turned < places:
                        next_ = after
            else:
                break
            write_after(pass_, s, row, here, card, code >= KIND, taken, put, next_)
            s[here, PARENT] = np.uint64(row + 1)
            s[here, CODE] = np.uint64(code)
            if _add(beam, seen, pass_, coming, here):
                return whole(here)
    return -1


@compiled
def take_up(pass_: Pass, beam: Beam, rows: NDArray[np.int64], count: int, after: NDArray[np.uint64]) -> None:
    """Write the states of so many rows as starts of the next pass into `after`."""
    for number in range(count):
        row = rows[number]
        for word in range(STATE_WORDS):
            after[number, word] = beam.states[row, word]
        taken_up(pass_, beam.states[row, LEFT0], beam.states[row, LEFT1], after, number)
        after[number, TURNED] = _NONE
