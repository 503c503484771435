"""Short wins of games of passes, and how short a win can be at best."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.passes import savings, seen
from patience_solver.kernel.passes.state import HOME1, HOME2, KEPT1, KEPT2, LEFT0, LEFT1, TURNED, Pass
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import load_engine
from patience_solver.solvers.passes.engines import LINE_BYTES, LastPass, States, StateSet, Watch, promising_ends
from patience_solver.solvers.passes.plan import Passes

__all__ = ["Bound", "better_lines", "prospects"]

LANES = 0x0001_0001_0001_0001
MOST_PLACES = 8
"""Places of the reserve that the bound of turns saved is made for."""
_WORK = 400


class Bound:
    """A lower bound on the length of wins, by what can be saved of turns (docs/soundness.md, *turns saved*).

    Parameters
    ----------
    passes : Passes
    watch : Watch
        Must outlast the bound.

    Attributes
    ----------
    value : int
        What is proved so far.
    without_savings : int
        The length of a win with one redeal, without the turns of the second pass, if no gap is filled from the stock.
    coming : Coming or None
        What the next pass is like; `None` if nothing more can be proved.
    """

    def __init__(self, passes: Passes, watch: Watch) -> None:
        self._watch = watch
        self._pass = passes.orders[0]
        state = passes.start[0]
        self._start = state
        left = int(state[LEFT0]) | int(state[LEFT1]) << 64
        turned, places = int(state[TURNED]), len(self._pass.bit) - 1
        some = int(state[HOME1] | state[KEPT1])
        both = int(state[HOME2] | state[KEPT2] | (state[HOME1] & state[KEPT1]))
        self._outside = some, both
        fills = np.zeros(places + 2, np.int64)
        if self._pass.optional == 0:
            fills = _fills(self._pass, some, both, turned)
        plays = left.bit_count() + int(state[KEPT1]).bit_count() + int(state[KEPT2]).bit_count()
        self.without_savings = plays + places - turned + 1
        self.value = plays + places - turned - int(fills[places])
        self.coming = None if len(passes.orders) == 1 else _coming(self._pass, passes.orders[1], some, both, fills)
        if self._pass.reserve > MOST_PLACES:
            self.coming = None
        self._open = 0
        """Lengths from this one on can't be excluded with the room given last."""

    def raise_to(self, length: int, room: int) -> None:
        """Try to prove that no win is shorter than a length, or as much of it as talons of such a number decide."""
        step, fails = 8, False
        while self.coming is not None and self.value < length and step:
            claim = min(self.value + step, length)
            if not fails or claim < self._open:
                if self._holds(claim, room):
                    self.value = claim
                    continue
                fails, self._open = True, claim
            step //= 2

    def _holds(self, length: int, room: int) -> bool:
        """Tell whether every win has this length at least; `False` where that is not known, for want of memory too."""
        try:
            return self._none_is_shorter(length, room)
        except MemoryError:
            return False

    def _none_is_shorter(self, length: int, room: int) -> bool:
        pass_, coming = self._pass, self.coming
        assert coming is not None
        load_bound(pass_, coming, self._watch.budget)
        grant = self._watch.budget.account.grant(savings.layers_bytes(room))
        layers, known = savings.new_layers(room), StateSet(self._watch)
        left = [int(self._start[LEFT0]), int(self._start[LEFT1])]
        turned, places = int(self._start[TURNED]), len(pass_.bit) - 1
        talon = (left[0] | left[1] << 64) & ((1 << turned) - 1)
        layers.states[0, 0] = talon & (2**64 - 1), talon >> 64, *self._outside
        layers.marks[savings.TARGET] = self.without_savings + 1 - length
        rows, side = _taken_off(pass_, layers, turned), 0
        while rows and turned < places:
            layers.marks[savings.AT], layers.marks[savings.FROM] = 0, rows
            layers.marks[savings.TO], layers.marks[savings.TURNED] = 0, turned
            known.clear()
            while (code := savings.widen_layer(pass_, coming, layers, known.seen, side, _WORK)) != savings.OVER:
                if code == savings.GROW:
                    known.make_room()
                if code == savings.FULL:
                    return False
                self._watch.look()
            grant.uses(savings.layers_bytes(rows + int(layers.marks[savings.TO])) // 2)
            rows, side, turned = int(layers.marks[savings.TO]), 1 - side, turned + 1
            self._watch.budget.expanded += rows
        return rows == 0


def load_bound(pass_: Pass, coming: savings.Coming, budget: Budget) -> None:
    """Load or compile the kernels of the bound."""

    def call() -> None:
        savings.widen_layer(pass_, coming, savings.new_layers(1), seen.new_seen(16), 0, 0)

    load_engine("passes, turns saved", budget, call)


def _taken_off(pass_: Pass, layers: savings.Layers, turned: int) -> int:
    """Write the talons that the first one leads to before a card is turned after it; return the number of all."""
    talon = int(layers.states[0, 0, 0]) | int(layers.states[0, 0, 1]) << 64
    some, both = int(layers.states[0, 0, 2]), int(layers.states[0, 0, 3])
    rows = 1
    for place in range(turned - 1, -1, -1):
        bit = int(pass_.bit[place])
        both |= some & bit
        some |= bit
        if _waiting(some, both) > pass_.reserve:
            break
        talon ^= 1 << place
        layers.states[0, rows] = talon & (2**64 - 1), talon >> 64, some, both
        rows += 1
    return rows


def _waiting(some: int, both: int) -> int:
    return sum(kinds.bit_count() - (kinds & ~(kinds + LANES)).bit_count() for kinds in (some, both))


def _fills(pass_: Pass, some: int, both: int, turned: int) -> NDArray[np.int64]:
    """Return for each place how many cards before it may fill a gap from the stock, the talon being empty."""
    places = len(pass_.bit) - 1
    fills = np.zeros(places + 2, np.int64)
    for place in range(places):
        bit = int(pass_.bit[place])
        fills[place + 1] = fills[place] + (place >= turned and _waiting(some, both) < pass_.reserve)
        both |= some & bit
        some |= bit
    fills[places + 1] = fills[places]
    return fills


def _coming(pass_: Pass, following: Pass, some: int, both: int, fills: NDArray[np.int64]) -> savings.Coming:
    outside = np.array([(some >> kind & 1) + (both >> kind & 1) for kind in range(64)], np.int64)
    copies = np.zeros(64, np.int64)
    places = [int(bit).bit_length() - 1 for bit in following.bit[:-1]]
    for kind in {int(bit).bit_length() - 1 for bit in pass_.bit[:-1]} | set(places):
        copies[kind] = 2 - outside[kind]
    first, second = np.full(64, 127, np.int64), np.full(64, 127, np.int64)
    kind_at = np.full(len(places), -1, np.int64)
    for place in sorted(range(len(places)), key=lambda place: (following.marked[place], place)):
        kind = places[place]
        if copies[kind] and first[kind] == 127:
            first[kind], kind_at[place] = place, kind
        elif copies[kind] == 2:
            second[kind], kind_at[place] = place, kind
    return savings.Coming(kind_at, copies, outside, first, second, fills)


def prospects(passes: Passes, watch: Watch, width: int, weight: float) -> list[tuple[float, list[int], States | None]]:
    """Return the ends that a beam finds, with the lengths that wins from there promise to have, the shortest first."""
    ends: list[tuple[float, list[int], States | None]] = []
    grant = watch.budget.account.grant()
    for number, (trace, state) in enumerate(promising_ends(passes.orders, passes.start, width, watch, weight)):
        if number % 256 == 0:
            watch.look()
            grant.resize((number + 256) * LINE_BYTES, in_use=True)
        line = trace()
        length = len(line) + (0 if state is None else _left(state) - _fills_of_end(passes.orders[-1], state[0]) / 2)
        ends.append((length, line, state))
    return sorted(ends, key=lambda end: end[0])


def better_lines(
    last: LastPass, ends: list[tuple[float, list[int], States | None]], patience: int, wins: int = 24
) -> Iterator[list[int]]:
    """Yield the lines that win from the first so many ends from which there is a win."""
    for _, line, state in ends:
        if state is None:
            yield line
        elif (won := last.line(state, 0, patience)) is not None:
            yield line + min(won, last.short_line(state, 0) or won, key=len)
        else:
            continue
        wins -= 1
        if not wins:
            return


def _fills_of_end(pass_: Pass, state: States) -> int:
    """Return the most gaps that may be filled from the stock in the last pass, from an end, the talon being empty."""
    if pass_.optional:
        return 0
    some = int(state[HOME1] | state[KEPT1])
    both = int(state[HOME2] | state[KEPT2] | (state[HOME1] & state[KEPT1]))
    left = int(state[LEFT0]) | int(state[LEFT1]) << 64
    fills = 0
    for place, kind in enumerate(pass_.bit.tolist()[:-1]):
        if left >> place & 1:
            run1, run2 = some & ~(some + LANES), both & ~(both + LANES)
            fills += (some ^ run1).bit_count() + (both ^ run2).bit_count() < pass_.reserve
            both |= some & kind
            some |= kind
    return fills


def _left(states: States) -> int:
    """Return the turns and plays that are left if no turn is saved."""
    taken_up = sum(int(states[0, word]).bit_count() for word in (LEFT0, LEFT1))
    return 2 * taken_up + sum(int(states[0, word]).bit_count() for word in (KEPT1, KEPT2))
