"""Every end of a pass: all states in which the talon may be taken up, each once.

A depth-first search without any prune but that a state is gone on from once.  An end is told by what the next pass
depends on: the foundations, the reserve, and which cards are taken up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.passes.bits import bit_count, lowest_bit
from patience_solver.kernel.passes.free import LOST, Room, begin_free, free_slice
from patience_solver.kernel.passes.hopeless import is_hopeless, taken_up
from patience_solver.kernel.passes.rules import FROZEN, HOPELESS, PLAY_RESERVE, PLAY_TALON
from patience_solver.kernel.passes.seen import Seen, crowded, insert
from patience_solver.kernel.passes.state import (
    HOME1,
    HOME2,
    KEPT1,
    KEPT2,
    KIND,
    LANES,
    LEFT0,
    LEFT1,
    PUT_AWAY,
    STATE_WORDS,
    TALON,
    TURN,
    TURNED,
    Pass,
    added_height,
    flipped,
    key_a,
    key_b,
    lies,
    read_state,
    ready,
    run,
    together,
    with_card,
    without_card,
    write_state,
)

__all__ = [
    "DONE",
    "END",
    "FOUND",
    "FULL",
    "LENGTH",
    "MORE",
    "NODES",
    "RULES",
    "TRIES",
    "WON",
    "Walk",
    "begin_ends",
    "ends_slice",
    "new_walk",
]

MORE, DONE, WON, FULL, END = 0, 1, 2, 3, 4
"""How a slice ends: there is more; all ends are found; the game is won in this pass; a set should grow; an end that is
not known to be lost stands in `Walk.end`."""

TOP, HELD, LINE, PLAYS, CHOICES = range(STATE_WORDS, STATE_WORDS + 5)
"""Place of the talon's top card + 1, or 0; cards in the reserve; length of the line; kinds of the reserve, and other
moves, that are still to be tried."""
WORDS = STATE_WORDS + 5

# Places in `Walk.marks`:
DEPTH, NODES, FOUND, LENGTH, TRIES, RULES = range(6)
"""States on the way; states whose moves were tried; ends found; length of the line to the end; states of the last pass
that may be searched, for each card of the stock, to find a state hopeless: 0 where the next pass is not the last; rules
in use."""

_CAN_PLAY, _CAN_PUT, _CAN_TURN = 1, 2, 4
_UNKNOWN = -2
_ONE, _NONE = np.uint64(1), np.uint64(0)
_DEEPEST = 600


class Walk(NamedTuple):
    """Room for the search.

    Attributes
    ----------
    states : uint64[rows, words]
        The states on the way; the one worked on is in the last row between slices.
    below : int64[places + 1]
        For a card on the talon the place of the one below it + 1, or 0.
    following : int64[places + 2]
        The first place from this one on whose card is in the stock.
    latest : int64[places + 1]
        For a card on the talon the latest moment, as a place of the stock, at which it can be touched.
    line, end_line : int16[moves]
        The lines to the state worked on, and to the end found last, or the win.
    marks : int64[4]
        The figures named in this module.
    end : uint64[3, state words]
        The end found last, as a state of the next pass; room for two more.
    tests : int64[places, 2]
        For each place of the stock's next card how many states might have been found hopeless, and were.
    """

    states: NDArray[np.uint64]
    below: NDArray[np.int64]
    following: NDArray[np.int64]
    latest: NDArray[np.int64]
    line: NDArray[np.int16]
    end_line: NDArray[np.int16]
    marks: NDArray[np.int64]
    end: NDArray[np.uint64]
    tests: NDArray[np.int64]


def new_walk(places: int) -> Walk:
    """Return room for passes of so many places."""
    return Walk(
        np.zeros((_DEEPEST, WORDS), np.uint64),
        np.zeros(places + 1, np.int64),
        np.zeros(places + 2, np.int64),
        np.zeros(places + 1, np.int64),
        np.zeros(_DEEPEST, np.int16),
        np.zeros(_DEEPEST, np.int16),
        np.zeros(8, np.int64),
        np.zeros((3, STATE_WORDS), np.uint64),
        np.zeros((places + 1, 2), np.int64),
    )


@inlined
def _latest(pass_: Pass, walk: Walk, some: np.uint64, both: np.uint64, outside: int, turned: int) -> int:
    """Return the latest moment at which the talon's top card can be touched; -1 if there is none.

    `some` and `both` are the kinds of which one card, and two, of the `outside` ones lie on foundations or in the
    reserve.
    """
    places = pass_.bit.shape[0] - 1
    found = -1
    moment = turned
    while True:
        if outside - bit_count(run(some)) - bit_count(run(both)) <= pass_.reserve:
            found = moment
        if moment >= places:
            return found
        card = pass_.bit[moment]
        some, both = with_card(some, both, card)
        outside += 1
        moment = walk.following[moment + 1]


@compiled
def begin_ends(pass_: Pass, states: NDArray[np.uint64], row: int, walk: Walk, rules: int) -> None:
    """Begin at the state in a row of an array, with some of the rules of `rules.py`."""
    places = pass_.bit.shape[0] - 1
    last = walk.states.shape[0] - 1
    turned = whole(states[row, TURNED])
    left0, left1 = states[row, LEFT0], states[row, LEFT1]
    walk.following[places] = places
    walk.following[places + 1] = places
    for place in range(places - 1, -1, -1):
        there = lies(left0, left1, place)
        walk.following[place] = place if there and place >= turned else walk.following[place + 1]
    turned = walk.following[turned]
    held = bit_count(states[row, KEPT1]) + bit_count(states[row, KEPT2])
    home1, home2 = states[row, HOME1], states[row, HOME2]
    some = home1 | states[row, KEPT1]
    both = home2 | states[row, KEPT2] | (home1 & states[row, KEPT1])
    outside = held + bit_count(home1) + bit_count(home2)
    above = places
    for place in range(turned - 1, -1, -1):
        if lies(left0, left1, place):
            if above < places:
                walk.below[above] = place + 1
            walk.below[place] = 0
            walk.latest[place] = _latest(pass_, walk, some, both, outside, turned)
            some, both = with_card(some, both, pass_.bit[place])
            outside += 1
            above = place
    top = 0
    for place in range(turned):
        if lies(left0, left1, place):
            top = place + 1
    for word in range(STATE_WORDS):
        walk.states[last, word] = states[row, word]
    walk.states[last, TURNED] = np.uint64(turned)
    walk.states[last, TOP] = np.uint64(top)
    walk.states[last, HELD] = np.uint64(held)
    walk.states[last, LINE] = _NONE
    walk.marks[DEPTH] = 0
    walk.marks[FOUND] = 0
    walk.marks[RULES] = rules


@inlined
def _at_first_places(pass_: Pass, left0: np.uint64, left1: np.uint64, frozen: int) -> tuple[np.uint64, np.uint64]:
    """Return the set of places if every lone card below `frozen` were at the first place of its kind."""
    moved0, moved1 = left0, left1
    for half in range(2):
        rest = (left0 & pass_.later0) if half == 0 else (left1 & pass_.later1)
        while rest != _NONE:
            place = 64 * half + lowest_bit(rest)
            rest &= rest - _ONE
            if place >= frozen:
                break
            twin = pass_.twin[place]
            if not lies(left0, left1, twin):
                moved0, moved1 = flipped(moved0, moved1, place)
                moved0, moved1 = flipped(moved0, moved1, twin)
    return moved0, moved1


@compiled
def ends_slice(
    pass_: Pass, walk: Walk, seen: Seen, known: Seen, last_pass: Pass, room: Room, lost: Seen, patience: int, work: int
) -> int:
    """Search on for so many states.

    Parameters
    ----------
    pass_ : Pass
    walk : Walk
        As `begin_ends` or the last slice left it.
    seen : Seen
        States that were gone on from.
    known : Seen
        Ends found, as states of the next pass.
    last_pass, room, lost
        As for `free_slice`: the next pass, if it is the last.
    patience : int
        States of the free pass that may be searched to find that an end is lost; 0 where the next pass is not the last.
    work : int
        States whose moves may be tried.

    Returns
    -------
    int
        `MORE`, `DONE`, `WON`, `FULL` or `END`; with the last and with `WON` the line is in `walk.line`.
    """
    places = pass_.bit.shape[0] - 1
    last = walk.states.shape[0] - 1
    rules = walk.marks[RULES]
    depth = walk.marks[DEPTH]
    home1, home2, kept1, kept2, left0, left1, heights, turned = read_state(walk.states, last)
    top = whole(walk.states[last, TOP])
    held, length = whole(walk.states[last, HELD]), whole(walk.states[last, LINE])
    code = MORE
    nodes = 0
    is_end = False
    while True:
        if is_end:
            code = END
            break
        if nodes == work:
            break
        if crowded(seen) or crowded(known) or crowded(lost):
            code = FULL
            break
        nodes += 1
        fits = ready(home1, home2)
        if pass_.optional == 1 and rules & PLAY_RESERVE != 0:  # rules A and B, where they hold in every pass
            while True:
                card = kept1 & fits
                if card != _NONE:
                    card &= ~card + _ONE
                    kept1, kept2 = without_card(kept1, kept2, card)
                    held -= 1
                    walk.line[length] = KIND + lowest_bit(card)
                else:
                    card = pass_.bit[top - 1] & fits if top > 0 else _NONE
                    if card == _NONE or rules & PLAY_TALON == 0:
                        break
                    twin = pass_.twin[top - 1]
                    alone = twin < 0 or not lies(left0, left1, twin)
                    if not alone and card & (home1 + LANES) & (home2 + LANES) == _NONE:
                        break
                    left0, left1 = flipped(left0, left1, top - 1)
                    top = walk.below[top - 1]
                    walk.line[length] = TALON
                length += 1
                heights += added_height(card, card & home1 != _NONE)
                home1, home2 = with_card(home1, home2, card)
                fits = ready(home1, home2)
        if left0 | left1 == _NONE and held == 0:
            code = WON
            break
        plays = kept1 & fits
        choices = _CAN_TURN if turned < places else 0
        if top > 0:
            if pass_.bit[top - 1] & fits != _NONE:
                choices |= _CAN_PLAY
            if pass_.optional == 1 and held < pass_.reserve:
                if choices & _CAN_PLAY == 0 or rules & PLAY_RESERVE == 0:
                    choices |= _CAN_PUT
        if top > 0 and walk.latest[top - 1] == _UNKNOWN:
            some, both = together(home1, home2, kept1, kept2)
            outside = held + bit_count(home1) + bit_count(home2)
            walk.latest[top - 1] = _latest(pass_, walk, some, both, outside, turned)
        go_on, is_end = True, False
        branching = plays != _NONE or choices & (choices - 1) != 0
        if branching or turned == places:
            same0, same1 = left0, left1
            frozen = top
            while frozen > 0 and walk.latest[frozen - 1] >= turned:
                frozen = walk.below[frozen - 1]
            if pass_.kept == 0 and rules & FROZEN != 0:
                same0, same1 = _at_first_places(pass_, left0, left1, frozen)
            go_on = insert(seen, key_a(same0), key_b(same1, heights, turned))
            if go_on and rules & HOPELESS != 0 and turned < places and walk.marks[TRIES] > 0 and frozen > 0:
                write_state(walk.end, 1, home1, home2, kept1, kept2, left0, left1, heights, turned)
                # The earlier in the pass, the more is saved where no win can follow.
                most = walk.marks[TRIES] * (places - turned + 1)
                walk.tests[turned, 0] += 1
                rare = walk.tests[turned, 0] > 100 and walk.tests[turned, 1] * 10 < walk.tests[turned, 0]
                if (not rare or walk.tests[turned, 0] & 7 == 0) and is_hopeless(
                    pass_, last_pass, walk.end, 1, frozen, 2, room, lost, rules, most
                ):
                    walk.tests[turned, 1] += 8 if rare else 1
                    go_on = False
        if go_on and turned == places and left0 | left1 != _NONE:
            taken_up(pass_, left0, left1, walk.end, 0)
            is_end = insert(known, key_a(walk.end[0, LEFT0]), key_b(walk.end[0, LEFT1], heights, 0))
            if is_end:
                up0, up1 = walk.end[0, LEFT0], walk.end[0, LEFT1]
                write_state(walk.end, 0, home1, home2, kept1, kept2, up0, up1, heights, 0)
                walk.marks[FOUND] += 1
                walk.marks[LENGTH] = length
                if patience > 0:
                    begin_free(last_pass, walk.end, 0, room, rules)
                    is_end = free_slice(last_pass, room, lost, patience) != LOST
        if is_end:
            for move in range(length):
                walk.end_line[move] = walk.line[move]
        if not go_on:
            plays, choices, branching = _NONE, 0, False
        if branching:
            write_state(walk.states, depth, home1, home2, kept1, kept2, left0, left1, heights, turned)
            walk.states[depth, TOP] = np.uint64(top)
            walk.states[depth, HELD] = np.uint64(held)
            walk.states[depth, LINE] = np.uint64(length)
            walk.states[depth, PLAYS] = plays
            walk.states[depth, CHOICES] = np.uint64(choices)
            depth += 1
        if branching or (plays == _NONE and choices == 0):
            while depth > 0 and walk.states[depth - 1, PLAYS] | walk.states[depth - 1, CHOICES] == _NONE:
                depth -= 1
            if depth == 0:
                code = DONE if not is_end else END
                break
            row = depth - 1
            home1, home2, kept1, kept2, left0, left1, heights, turned = read_state(walk.states, row)
            top = whole(walk.states[row, TOP])
            held, length = whole(walk.states[row, HELD]), whole(walk.states[row, LINE])
            plays = walk.states[row, PLAYS]
            choices = 0
            if plays != _NONE:
                plays &= ~plays + _ONE
                walk.states[row, PLAYS] ^= plays
            else:
                open_ = whole(walk.states[row, CHOICES])
                choices = open_ & -open_
                walk.states[row, CHOICES] = np.uint64(open_ ^ choices)
        if choices == _CAN_TURN:
            walk.below[turned] = top
            walk.latest[turned] = _UNKNOWN
            top = turned + 1
            turned = walk.following[turned + 1]
            walk.line[length] = TURN
            length += 1
            continue
        if plays != _NONE:
            card = plays
            kept1, kept2 = without_card(kept1, kept2, card)
            held -= 1
            walk.line[length] = KIND + lowest_bit(card)
            if pass_.optional == 0:  # the gap is filled from the talon, or the stock
                filled = -1
                if top > 0:
                    filled = top - 1
                    top = walk.below[top - 1]
                elif turned < places:
                    filled = turned
                    turned = walk.following[turned + 1]
                if filled >= 0:
                    left0, left1 = flipped(left0, left1, filled)
                    kept1, kept2 = with_card(kept1, kept2, pass_.bit[filled])
                    held += 1
        else:
            card = pass_.bit[top - 1]
            left0, left1 = flipped(left0, left1, top - 1)
            top = walk.below[top - 1]
            walk.line[length] = TALON
            if choices == _CAN_PUT:
                walk.line[length] = PUT_AWAY
                kept1, kept2 = with_card(kept1, kept2, card)
                held += 1
                card = _NONE
        length += 1
        if card != _NONE:
            heights += added_height(card, card & home1 != _NONE)
            home1, home2 = with_card(home1, home2, card)
    write_state(walk.states, last, home1, home2, kept1, kept2, left0, left1, heights, turned)
    walk.states[last, TOP] = np.uint64(top)
    walk.states[last, HELD] = np.uint64(held)
    walk.states[last, LINE] = np.uint64(length)
    walk.marks[DEPTH] = depth
    walk.marks[NODES] += nodes
    if code == WON:
        walk.marks[LENGTH] = length
        for move in range(length):
            walk.end_line[move] = walk.line[move]
    return code
