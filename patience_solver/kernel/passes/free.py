"""The last pass where gaps of the reserve are filled when the player likes, exactly.

A depth-first search over the choices that are left by the rules A to D of `rules.py`, each of which loses no win
(docs/soundness.md, *passes*).

The states that are lost are kept, as exact keys, for all searches of the same pass, from whatever end of the pass
before.  No state comes up again below itself; so a state is put there when its last choice has failed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.passes.bits import bit_count, lowest_bit
from patience_solver.kernel.passes.rules import BURIED, PLAY_RESERVE, PLAY_TALON, POSTPONE
from patience_solver.kernel.passes.seen import Seen, crowded, insert, is_seen
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
    above,
    added_height,
    flipped,
    key_a,
    key_b,
    lies,
    place_bit,
    read_state,
    run,
    together,
    with_card,
    without_card,
    write_state,
)

__all__ = [
    "CODE",
    "FULL",
    "LENGTH",
    "LOST",
    "NODES",
    "SEARCHING",
    "WON",
    "Room",
    "begin_free",
    "free_slice",
    "new_room",
]

SEARCHING, LOST, WON, FULL = 0, 1, 2, 3
"""How a slice ends: there is more to search; the pass can't be won; it is won; the set of lost states should grow."""

# More words of a state in a row of `Room.states`:
TOP, HELD, LINE, CHOICES, AFTER = range(STATE_WORDS, STATE_WORDS + 5)
"""Place of the talon's top card + 1, or 0; cards in the reserve; length of the line; choices that are still to be
tried; what the last choices were (`_PUT`, `_PUT_TURNED`)."""
WORDS = STATE_WORDS + 5

# Places in `Room.marks`:
DEPTH, NODES, RULES, LENGTH, CODE = range(5)
"""States on the way to the one worked on; states whose moves were tried; rules in use; length of the win; how the
search stands."""

_PUT, _PUT_TURNED = 1, 2  # a card was put away; and then one was turned; nothing was played since
_CAN_PLAY, _CAN_PUT, _CAN_TURN, _CAN_PLAY_KEPT = 1, 2, 4, 8  # the last one and higher: the reserve's kinds that fit
_UNKNOWN = -2
_ONE, _NONE = np.uint64(1), np.uint64(0)
_DEEPEST = 600  # more moves than a pass has


class Room(NamedTuple):
    """Room for the search of a pass.

    Attributes
    ----------
    states : uint64[rows, words]
        The states with open choices on the way to the one worked on; that one is in the last row between slices.
    below : int64[places + 1]
        For a card on the talon the place of the one below it + 1, or 0.
    latest : int64[places + 1]
        For a card on the talon the latest moment, as a place of the stock, at which it can be touched (rule D).
    following : int64[places + 2]
        The first place from this one on whose card is in the stock.
    line : int16[moves]
        The line to the state worked on, or to the win.
    marks : int64[8]
        The figures named in this module.
    jokers : uint64[2]
        The kinds of which one card, and two, may be played whenever they fit and are nowhere in the way: none in the
        pass itself (`hopeless.py`).
    """

    states: NDArray[np.uint64]
    below: NDArray[np.int64]
    latest: NDArray[np.int64]
    following: NDArray[np.int64]
    line: NDArray[np.int16]
    marks: NDArray[np.int64]
    jokers: NDArray[np.uint64]


def new_room(places: int) -> Room:
    """Return room for passes of so many places."""
    return Room(
        np.zeros((_DEEPEST, WORDS), np.uint64),
        np.zeros(places + 1, np.int64),
        np.zeros(places + 1, np.int64),
        np.zeros(places + 2, np.int64),
        np.zeros(_DEEPEST, np.int16),
        np.zeros(8, np.int64),
        np.zeros(2, np.uint64),
    )


@inlined
def _fitting(home1: np.uint64, home2: np.uint64, run1: np.uint64, run2: np.uint64) -> np.uint64:
    """Return the kinds of cards that some foundation takes: first ones of a kind, and second ones."""
    return (above(run1) & ~home1) | (above(run2) & home1 & ~home2)


@inlined
def _latest(pass_: Pass, room: Room, some: np.uint64, both: np.uint64, turned: int, place: int, limit: int) -> int:
    """Return the latest moment at which a card of the talon can be touched; -1 if there is none (rule D).

    `some` and `both` are the kinds of which one card, and two, lie on foundations, in the reserve or above it on the
    talon; the card below it must be touched not later than `limit`.
    """
    bit = pass_.bit[place]
    joker1, joker2 = room.jokers[0], room.jokers[1]
    found = -1
    moment = turned
    while True:
        run1, run2 = run(some | joker1), run(both | joker2 | (some & joker1))
        wait = bit_count(some & ~run1) + bit_count(both & ~run2)
        if wait < pass_.reserve or (
            wait == pass_.reserve and bit & _fitting(some & run1, both & run2, run1, run2) != _NONE
        ):
            found = moment
        if moment >= limit:
            return found
        card = pass_.bit[moment]
        some, both = with_card(some, both, card)
        moment = room.following[moment + 1]


@compiled
def begin_free(pass_: Pass, states: NDArray[np.uint64], row: int, room: Room, rules: int) -> None:
    """Begin at the state in a row of an array: any state, with or without a talon."""
    places = pass_.bit.shape[0] - 1
    last = room.states.shape[0] - 1
    turned = whole(states[row, TURNED])
    left0, left1 = states[row, LEFT0], states[row, LEFT1]
    home1, home2 = states[row, HOME1], states[row, HOME2]
    kept1, kept2 = states[row, KEPT1], states[row, KEPT2]
    room.following[places] = places
    room.following[places + 1] = places
    for place in range(places - 1, -1, -1):
        there = lies(left0, left1, place)
        room.following[place] = place if there and place >= turned else room.following[place + 1]
    turned = room.following[turned]
    held = bit_count(kept1) + bit_count(kept2)
    top = 0
    for place in range(turned):
        if not lies(left0, left1, place):
            continue
        some, both = together(home1, home2, kept1, kept2)
        for later in range(place + 1, turned):
            if lies(left0, left1, later):
                some, both = with_card(some, both, pass_.bit[later])
        room.below[place] = top
        limit = room.latest[top - 1] if top > 0 else places
        room.latest[place] = _latest(pass_, room, some, both, turned, place, limit)
        top = place + 1
    for word in range(STATE_WORDS):
        room.states[last, word] = states[row, word]
    room.states[last, TURNED] = np.uint64(turned)
    room.states[last, TOP] = np.uint64(top)
    room.states[last, HELD] = np.uint64(held)
    room.states[last, LINE] = _NONE
    room.states[last, AFTER] = _NONE
    room.marks[DEPTH] = 0
    room.marks[RULES] = rules
    room.marks[CODE] = SEARCHING


@compiled
def free_slice(pass_: Pass, room: Room, lost: Seen, work: int) -> int:
    """Search on for so many states.

    Parameters
    ----------
    pass_ : Pass
    room : Room
        As `begin_free` or the last slice left it.
    lost : Seen
        States known to be lost.
    work : int
        States whose moves may be tried.

    Returns
    -------
    int
        `SEARCHING`, `LOST`, `WON` (with `room.marks[LENGTH]` moves in `room.line`) or `FULL`.
    """
    places = pass_.bit.shape[0] - 1
    last = room.states.shape[0] - 1
    rules = room.marks[RULES]
    depth = room.marks[DEPTH]
    home1, home2, kept1, kept2, left0, left1, heights, turned = read_state(room.states, last)
    top = whole(room.states[last, TOP])
    held, length = whole(room.states[last, HELD]), whole(room.states[last, LINE])
    after = whole(room.states[last, AFTER])
    joker1, joker2 = room.jokers[0], room.jokers[1]
    exact = joker1 | joker2 == _NONE  # with jokers the key does not tell the state
    code = SEARCHING
    nodes = 0
    while nodes < work:
        if crowded(lost):
            code = FULL
            break
        nodes += 1
        choices = 0
        while True:
            run1, run2 = run(home1 | joker1), run(home2 | joker2 | (home1 & joker1))
            fits = _fitting(home1, home2, run1, run2)
            card = kept1 & fits
            if card != _NONE and rules & PLAY_RESERVE == 0:
                choices = _CAN_PLAY_KEPT * ((1 << bit_count(card)) - 1)
                card = _NONE
            if card != _NONE:
                card &= ~card + _ONE
                kept1, kept2 = without_card(kept1, kept2, card)
                held -= 1
                room.line[length] = KIND + lowest_bit(card)
                length += 1
            else:
                card = pass_.bit[top - 1] & fits if top > 0 else _NONE
                if card == _NONE:
                    break
                twin = pass_.twin[top - 1]
                in_stock = twin >= turned and lies(left0, left1, twin)
                must = rules & PLAY_TALON != 0 and rules & PLAY_RESERVE != 0
                if not must or (in_stock and card & above(run2) == _NONE):
                    choices |= _CAN_PLAY
                    break
                left0, left1 = flipped(left0, left1, top - 1)
                top = room.below[top - 1]
                room.line[length] = TALON
                length += 1
            after = 0
            heights += added_height(card, card & home1 != _NONE)
            home1, home2 = with_card(home1, home2, card)
        if left0 | left1 == _NONE and held == 0:
            code = WON
            break
        if top > 0 and held < pass_.reserve and after != _PUT_TURNED:
            if choices & _CAN_PLAY == 0 or rules & PLAY_RESERVE == 0:  # what fits would be played from there at once
                choices |= _CAN_PUT
        if turned < places:
            if top > 0 and rules & BURIED != 0:
                if room.latest[top - 1] == _UNKNOWN:
                    below = room.below[top - 1]
                    limit = room.latest[below - 1] if below > 0 else places
                    some, both = together(home1, home2, kept1, kept2)
                    room.latest[top - 1] = _latest(pass_, room, some, both, turned, top - 1, limit)
                if room.latest[top - 1] > turned:
                    choices |= _CAN_TURN
            else:
                choices |= _CAN_TURN
        branching = choices & (choices - 1) != 0
        if branching and after != _PUT_TURNED and exact:
            mark = place_bit(turned) if after == _PUT and turned < places else _NONE
            a = key_a(left0 ^ (mark if turned < 64 else _NONE))
            b = key_b(left1 ^ (mark if turned >= 64 else _NONE), heights, turned)
            if is_seen(lost, a, b):
                choices = 0
        if branching and choices != 0:
            write_state(room.states, depth, home1, home2, kept1, kept2, left0, left1, heights, turned)
            room.states[depth, TOP] = np.uint64(top)
            room.states[depth, HELD] = np.uint64(held)
            room.states[depth, LINE] = np.uint64(length)
            room.states[depth, CHOICES] = np.uint64(choices)
            room.states[depth, AFTER] = np.uint64(after)
            depth += 1
        if branching or choices == 0:  # on from the last open choice; states whose choices have all failed are lost
            while depth > 0 and room.states[depth - 1, CHOICES] == _NONE:
                depth -= 1
                after = whole(room.states[depth, AFTER])
                if after != _PUT_TURNED and exact:
                    turned = whole(room.states[depth, TURNED])
                    mark = place_bit(turned) if after == _PUT and turned < places else _NONE
                    a = key_a(room.states[depth, LEFT0] ^ (mark if turned < 64 else _NONE))
                    b = key_b(
                        room.states[depth, LEFT1] ^ (mark if turned >= 64 else _NONE),
                        room.states[depth, HEIGHTS],
                        turned,
                    )
                    insert(lost, a, b)
            if depth == 0:
                code = LOST
                break
            row = depth - 1
            home1, home2, kept1, kept2, left0, left1, heights, turned = read_state(room.states, row)
            top = whole(room.states[row, TOP])
            held, length = whole(room.states[row, HELD]), whole(room.states[row, LINE])
            after = whole(room.states[row, AFTER])
            open_ = whole(room.states[row, CHOICES])
            choices = open_ & -open_
            room.states[row, CHOICES] = np.uint64(open_ ^ choices)
        if choices == _CAN_TURN:
            room.below[turned] = top
            room.latest[turned] = _UNKNOWN
            top = turned + 1
            turned = room.following[turned + 1]
            room.line[length] = TURN
            length += 1
            after = _PUT_TURNED if after == _PUT and rules & POSTPONE != 0 else 0
            continue
        if choices >= _CAN_PLAY_KEPT:
            card = kept1 & _fitting(home1, home2, run(home1 | joker1), run(home2 | joker2 | (home1 & joker1)))
            for _ in range(lowest_bit(np.uint64(choices // _CAN_PLAY_KEPT))):
                card &= card - _ONE
            card &= ~card + _ONE
            kept1, kept2 = without_card(kept1, kept2, card)
            held -= 1
            room.line[length] = KIND + lowest_bit(card)
        else:
            card = pass_.bit[top - 1]
            left0, left1 = flipped(left0, left1, top - 1)
            top = room.below[top - 1]
            room.line[length] = PUT_AWAY if choices == _CAN_PUT else TALON
        length += 1
        if choices == _CAN_PUT:
            kept1, kept2 = with_card(kept1, kept2, card)
            held += 1
            after = _PUT if rules & POSTPONE != 0 else 0
        else:
            after = 0
            heights += added_height(card, card & home1 != _NONE)
            home1, home2 = with_card(home1, home2, card)
    write_state(room.states, last, home1, home2, kept1, kept2, left0, left1, heights, turned)
    room.states[last, TOP] = np.uint64(top)
    room.states[last, HELD] = np.uint64(held)
    room.states[last, LINE] = np.uint64(length)
    room.states[last, AFTER] = np.uint64(after)
    room.marks[DEPTH] = depth
    room.marks[NODES] += nodes
    room.marks[LENGTH] = length
    room.marks[CODE] = code
    return code
