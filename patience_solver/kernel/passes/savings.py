"""The most turns that a first pass, and the fills of the pass after it, can save: an easier game, layer by layer.

In the easier game a card outside talon and stock counts as home where it could be, however plays were timed, and no
more than the reserve holds may wait there.  A layer holds the talons that are possible when so many cards have come.
Talons that cannot lead to a wanted saving are left out; if none is left, no win saves as much (docs/soundness.md,
*turns saved*).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.memory import room
from patience_solver.kernel.passes.bits import bit_count
from patience_solver.kernel.passes.seen import Seen, crowded, insert
from patience_solver.kernel.passes.state import (
    Pass,
    flipped,
    last_before,
    lies,
    place_bit,
    run,
    with_card,
)

__all__ = ["FULL", "GROW", "MORE", "OVER", "Coming", "Layers", "layers_bytes", "new_layers", "saving", "widen_layer"]

MORE, OVER, FULL, GROW = 0, 1, 2, 3
"""How a slice ends: there is more to do in the layer; it is done; there is no room; the set should grow."""

_ONE, _NONE = np.uint64(1), np.uint64(0)
_NEVER = 99
_LEVELS = 15
_SETS = 1 << 12
_EVERY = np.uint64(2**64 - 1)  # no set of kinds

# Places in `Layers.marks`:
AT, FROM, TO, TURNED, TARGET = range(5)


class Coming(NamedTuple):
    """Where the cards that are on talon or stock now would come in the pass after this one.

    Attributes
    ----------
    kind_at : int64[places]
        The kind of the card at each place of that pass, -1 for a card that cannot be there.
    copies : int64[64]
        Cards of each kind on talon or stock now.
    outside : int64[64]
        Other cards of each kind.
    first, second : int64[64]
        The place of a card of the kind whose twin is not taken up, or the least such; and the other place.
    fills : int64[places + 2]
        Moments of this pass up to each one at which the talon may be empty and a gap filled from the stock.
    """

    kind_at: NDArray[np.int64]
    copies: NDArray[np.int64]
    outside: NDArray[np.int64]
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    fills: NDArray[np.int64]


class Layers(NamedTuple):
    """Room for two layers.

    Attributes
    ----------
    states : uint64[2, most, 4]
        Talons, as sets of places in two words, and the kinds of which one card, and two, are outside talon and stock.
    marks : int64[8]
        Row of the layer before that is worked on; rows of both layers; cards that have come; the saving wanted.
    table : int64[4, 8]
        For each suit the fewest cards that must not be taken up for at most so many to wait.
    there : int64[64, 3]
        For each kind the cards of it that have come, if 0, 1 or 2 of them are not taken up.
    known : uint64[sets, 2]
        Sets of frozen kinds, once and twice, for which `counts` is known, each at the place that its hash tells.
    counts : int16[sets, 100]
        Moments at which a gap may be filled, by the number of cards that must not be taken up for it.
    """

    states: NDArray[np.uint64]
    marks: NDArray[np.int64]
    table: NDArray[np.int64]
    there: NDArray[np.int64]
    known: NDArray[np.uint64]
    counts: NDArray[np.int16]


def new_layers(most: int) -> Layers:
    """Return room for layers of so many talons."""
    return Layers(
        room((2, most, 4), np.uint64),
        np.zeros(8, np.int64),
        np.zeros((4, 8), np.int64),
        np.zeros((64, 3), np.int64),
        np.full((_SETS, 2), _EVERY),
        np.zeros((_SETS, _NEVER + 1), np.int16),
    )


def layers_bytes(most: int) -> int:
    """Return the bytes that layers of so many talons take."""
    return 64 * most + _SETS * (16 + 2 * (_NEVER + 1)) + 4096


@inlined
def _waiting(some: np.uint64, both: np.uint64) -> int:
    return bit_count(some) + bit_count(both) - bit_count(run(some)) - bit_count(run(both))


@inlined
def _not_taken_up(
    coming: Coming, layers: Layers, kind: int, frozen1: np.uint64, frozen2: np.uint64, outside: int
) -> int:
    """Return the fewest cards of a kind not to be taken up for so many of it to be outside, or `_NEVER`."""
    free = coming.copies[kind] - (1 if frozen1 >> np.uint64(kind) & _ONE != _NONE else 0)
    free -= 1 if frozen2 >> np.uint64(kind) & _ONE != _NONE else 0
    for number in range(free + 1):
        if layers.there[kind, number] >= outside:
            return number
    return _NEVER


@inlined
def _fewest_of_suit(
    coming: Coming, layers: Layers, suit: int, frozen1: np.uint64, frozen2: np.uint64, most: int
) -> None:
    """Fill the table of a suit: each pair of heights of its foundations tells what must be home, and what waits."""
    for wait in range(8):
        layers.table[suit, wait] = _NEVER
    total = 0
    for level in range(_LEVELS):
        total += layers.there[16 * suit + level, 0]
    low_cost, below = 0, 0
    for low in range(_LEVELS + 1):  # below this level both cards are home; up to the next one of the two
        cost, wait = low_cost, total - below
        for high in range(low, _LEVELS + 1):
            if wait <= most and cost < layers.table[suit, wait]:
                layers.table[suit, wait] = cost
            if high == _LEVELS:
                break
            kind = 16 * suit + high
            taken = _not_taken_up(coming, layers, kind, frozen1, frozen2, 1)
            if taken == _NEVER:
                break
            cost += taken
            wait += layers.there[kind, taken] - 1 - layers.there[kind, 0]
            if cost >= _NEVER or wait < 0:
                break
        if low == _LEVELS:
            break
        kind = 16 * suit + low
        taken = _not_taken_up(coming, layers, kind, frozen1, frozen2, 2)
        if taken == _NEVER:
            break
        low_cost += taken
        below += layers.there[kind, 0]
    for wait in range(1, 8):
        layers.table[suit, wait] = min(layers.table[suit, wait], layers.table[suit, wait - 1])


@compiled
def _count_fills(pass_: Pass, coming: Coming, layers: Layers, frozen1: np.uint64, frozen2: np.uint64, row: int) -> None:
    """Count the moments of the coming pass at which a gap may be filled, by what must not be taken up for it.

    At a fill everything that has come is home or in the reserve, where a gap is.
    """
    most = pass_.reserve - 1
    for kind in range(64):
        layers.there[kind, 0] = coming.outside[kind]
        layers.there[kind, 1] = coming.outside[kind] + 1
        layers.there[kind, 2] = 2
    for suit in range(4):
        _fewest_of_suit(coming, layers, suit, frozen1, frozen2, most)
    for number in range(_NEVER + 1):
        layers.counts[row, number] = 0
    for place in range(coming.kind_at.shape[0]):
        kind = coming.kind_at[place]
        if kind < 0:
            continue
        fewest = _NEVER
        for wait in range(most + 1):  # in two suits; the rest of what may wait is of the two others
            half, rest = _NEVER, _NEVER
            for part in range(wait + 1):
                half = min(half, layers.table[0, part] + layers.table[1, wait - part])
            for part in range(most - wait + 1):
                rest = min(rest, layers.table[2, part] + layers.table[3, most - wait - part])
            fewest = min(fewest, half + rest)
        layers.counts[row, fewest] += 1
        first, second = coming.first[kind] <= place, coming.second[kind] <= place
        if coming.copies[kind] == 2:
            layers.there[kind, 0] = (1 if first else 0) + (1 if second else 0)
            layers.there[kind, 1] = 1 + (1 if first else 0)
        else:
            layers.there[kind, 0] = coming.outside[kind] + 1
        _fewest_of_suit(coming, layers, kind >> 4, frozen1, frozen2, most)


@inlined
def _fills(pass_: Pass, coming: Coming, layers: Layers, frozen1: np.uint64, frozen2: np.uint64, left_out: int) -> int:
    """Return the most that cards not taken up and fills of the coming pass come to, if `left_out` are not taken up."""
    mixed = (frozen1 ^ frozen2 * np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xBF58476D1CE4E5B9)
    row = whole(mixed >> np.uint64(40)) & (_SETS - 1)
    if layers.known[row, 0] != frozen1 or layers.known[row, 1] != frozen2:
        layers.known[row, 0] = frozen1
        layers.known[row, 1] = frozen2
        _count_fills(pass_, coming, layers, frozen1, frozen2, row)
    best, fills = 0, 0
    for number in range(left_out + 1):
        fills += layers.counts[row, number]
        best = max(best, number + fills)
    return best


@compiled
def saving(
    pass_: Pass,
    coming: Coming,
    layers: Layers,
    left0: np.uint64,
    left1: np.uint64,
    some: np.uint64,
    both: np.uint64,
    turned: int,
) -> int:
    """Return an upper bound on the saving of all ends that a talon leads to: fills less cards taken up."""
    places = pass_.bit.shape[0] - 1
    cards = 0
    for kind in range(64):
        cards += coming.copies[kind]
    # From the top of the talon down: the first moment at which each card can be touched, not before the one above it.
    now1, now2, moment = some, both, turned
    rest0, rest1 = left0, left1
    for place in range(turned - 1, -1, -1):
        bit = place_bit(place)
        if not lies(left0, left1, place):
            continue
        while _waiting(now1, now2) > pass_.reserve and moment < places:
            now1, now2 = with_card(now1, now2, pass_.bit[moment])
            moment += 1
        if _waiting(now1, now2) > pass_.reserve:
            break
        now1, now2 = with_card(now1, now2, pass_.bit[place])
        rest0 ^= bit if place < 64 else _NONE
        rest1 ^= bit if place >= 64 else _NONE
    stay = bit_count(rest0) + bit_count(rest1)
    for place in range(moment, places):
        now1, now2 = with_card(now1, now2, pass_.bit[place])
    least = stay + max(0, _waiting(now1, now2) - pass_.reserve)
    if turned == places:  # an end: what lies on the talon now is taken up
        rest0, rest1 = left0, left1
        least = bit_count(rest0) + bit_count(rest1)
    frozen1, frozen2 = _NONE, _NONE
    for place in range(turned):
        if (rest0 if place < 64 else rest1) & place_bit(place) != _NONE:
            frozen2 |= frozen1 & pass_.bit[place]
            frozen1 |= pass_.bit[place]
    first = 1 if least == 0 else 0  # no redeal may be needed
    if pass_.optional == 1:  # a fill is a move: nothing is saved by it
        return first - least
    lowest = 0
    if rest0 | rest1 != _NONE:
        while (rest0 if lowest < 64 else rest1) & place_bit(lowest) == _NONE:
            lowest += 1
    else:
        lowest = places
    first += coming.fills[lowest]
    return whole(first) + _fills(pass_, coming, layers, frozen1, frozen2, cards - least) - cards


@compiled
def widen_layer(pass_: Pass, coming: Coming, layers: Layers, seen: Seen, side: int, work: int) -> int:
    """Turn the next card of so many talons of a layer, and take cards off again as far as there is room for them.

    Parameters
    ----------
    pass_ : Pass
    coming : Coming
    layers : Layers
        The layer to go on from is `layers.states[side]`; the next one is written to the other side.
    seen : Seen
        Talons of the next layer.
    side : int
    work : int

    Returns
    -------
    int
        `MORE`, `OVER`, `FULL` or `GROW`.
    """
    states = layers.states
    turned = layers.marks[TURNED]
    bit = place_bit(turned)
    for _ in range(work):
        row = layers.marks[AT]
        if row >= layers.marks[FROM]:
            return OVER
        if crowded(seen):
            return GROW
        left0, left1 = states[side, row, 0], states[side, row, 1]
        some, both = states[side, row, 2], states[side, row, 3]
        left0 |= bit if turned < 64 else _NONE
        left1 |= bit if turned >= 64 else _NONE
        place = whole(turned)
        while True:
            if not insert(seen, left0, left1 | _ONE << np.uint64(63)):
                break
            if saving(pass_, coming, layers, left0, left1, some, both, turned + 1) >= layers.marks[TARGET]:
                to = layers.marks[TO]
                if to >= states.shape[1]:
                    return FULL
                states[1 - side, to, 0] = left0
                states[1 - side, to, 1] = left1
                states[1 - side, to, 2] = some
                states[1 - side, to, 3] = both
                layers.marks[TO] = to + 1
            place = last_before(left0, left1, place + 1)
            if place < 0:
                break
            some, both = with_card(some, both, pass_.bit[place])
            if _waiting(some, both) > pass_.reserve:
                break
            left0, left1 = flipped(left0, left1, place)
        layers.marks[AT] = row + 1
    return MORE
