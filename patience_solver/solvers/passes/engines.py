"""The kernels of passes as Python objects that run in slices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.passes import beam, ends, free, real, seen
from patience_solver.kernel.passes.rules import EVERY_RULE
from patience_solver.kernel.passes.seen import Seen
from patience_solver.kernel.passes.state import (
    KEPT1,
    LEFT0,
    LEFT1,
    STATE_WORDS,
    TAKE_UP,
    TURN,
    TURNED,
    Pass,
)
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import load_engine
from patience_solver.solvers.result import StopReason

__all__ = [
    "LINE_BYTES",
    "End",
    "Ends",
    "LastPass",
    "Promise",
    "StateSet",
    "States",
    "Stopped",
    "Watch",
    "beam_bytes",
    "load",
    "promising_ends",
]

States = NDArray[np.uint64]

End = tuple[list[int], States | None]
"""A line to an end of a pass and the state that the next one starts from, in row 0; `None` if the line wins."""

Promise = tuple[Callable[[], list[int]], States | None]
"""The same with a function that returns the line: a beam has many ends, and few lines are asked for."""

_FREE_SLICE, _ENDS_SLICE = 50_000, 1_500
_STATE_BYTES, LINE_BYTES = 200, 2_500
"""What Python takes for a state in a set of its own, and for a line."""
_SPREAD = 1 << 18


class Stopped(Exception):
    """The search must end now: no error, but the way out of nested searches."""

    def __init__(self, stop: StopReason) -> None:
        super().__init__(stop)
        self.stop = stop


class Watch:
    """Keeps the searches of a deal within the budget: looks after its limits, and lets their sets grow."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def look(self) -> None:
        """Raise `Stopped` if the search must end."""
        if (stop := self.budget.stop()) is not None:
            raise Stopped(stop)

    @property
    def room(self) -> int:
        """Memory that is left."""
        return self.budget.account.left


class StateSet:
    """A set of states that grows when it must."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self.seen = seen.new_seen()
        self._grant = watch.budget.account.grant(seen.seen_bytes(self.seen), in_use=True)

    def clear(self) -> None:
        """Take all states out."""
        self.seen.keys[:] = 0
        self.seen.stored[0] = 0

    def make_room(self) -> None:
        """Grow to twice the size if that is due: for a while the old set stands beside the new one."""
        old = self.seen
        if old.stored[0] <= 0.6 * old.stored[1]:
            return
        self._grant.resize(3 * seen.seen_bytes(old), in_use=True)
        new, at = seen.new_seen(int(old.stored[1]) * 2 + 2), 0
        while at <= old.stored[1]:
            at = seen.spread_slice(old, new, at, _SPREAD)
            self._watch.look()
        self.seen = new
        self._grant.resize(seen.seen_bytes(new), in_use=True)


class LastPass:
    """The last pass from any state, exactly.

    Parameters
    ----------
    pass_ : Pass
    watch : Watch
    rules : int
        Rules to use (`kernel/passes/rules.py`).
    """

    def __init__(self, pass_: Pass, watch: Watch, rules: int = EVERY_RULE) -> None:
        self.pass_, self.watch, self._rules = pass_, watch, rules
        self.room = free.new_room(len(pass_.bit) - 1)
        self.lost = StateSet(watch)
        self._really_lost: set[bytes] = set()
        self._grant = watch.budget.account.grant()  # for these
        self._codes = np.zeros(real.MOST_STEPS, np.int64)

    def is_won_freely(self, states: States, row: int, patience: int = 0) -> bool | None:
        """Tell whether the pass can be won if gaps are filled freely; `None` if so many states do not tell."""
        free.begin_free(self.pass_, states, row, self.room, self._rules)
        left = patience or 1 << 60
        while left > 0:
            stored, nodes = int(self.lost.seen.stored[0]), int(self.room.marks[free.NODES])
            work = self.watch.budget.slice(min(left, _FREE_SLICE))
            code = free.free_slice(self.pass_, self.room, self.lost.seen, work)
            self._count(stored, nodes)
            left -= work
            if code == free.FULL:
                self.lost.make_room()
            elif code != free.SEARCHING:
                return bool(code == free.WON)
            self.watch.look()
        return None

    def _count(self, stored: int, nodes: int) -> None:
        self.watch.budget.states += int(self.lost.seen.stored[0]) - stored
        self.watch.budget.expanded += int(self.room.marks[free.NODES]) - nodes

    def line(self, states: States, row: int, patience: int = 0) -> list[int] | None:
        """Return a line that wins the pass by its own rules; `None` if there is none.

        With `patience` a state that is not decided within so many states of the free pass counts as not won.
        """
        if not self.is_won_freely(states, row, patience):
            return None
        if self.pass_.optional == 1:
            return [int(code) for code in self.room.line[: self.room.marks[free.LENGTH]]]
        return self._real_line(states[row, :STATE_WORDS])

    def _real_line(self, state: States) -> list[int] | None:
        """Search the pass with gaps filled at once, depth first, through states that are won freely only."""
        if _is_won(state):
            return []
        line: list[int] = []
        path = [self._steps(state)]
        keys = [state.tobytes()]
        while path:
            for code, after in path[-1]:
                key = after.tobytes()
                if key in self._really_lost:
                    continue
                if _is_won(after):
                    return [*line, code]
                if self.is_won_freely(after[None, :], 0):
                    line.append(code)
                    path.append(self._steps(after))
                    keys.append(key)
                    break
                self.watch.look()
            else:
                path.pop()
                self._really_lost.add(keys.pop())
                if len(self._really_lost) % 1024 == 0:
                    self._grant.resize(_STATE_BYTES * len(self._really_lost), in_use=True)
                if line:
                    line.pop()
        return None

    def short_line(self, states: States, row: int, width: int = 16) -> list[int] | None:
        """Return a line that wins the pass with few turns, found by a beam; `None` if it finds none.

        Layer by layer of cards left in the stock, through states only that are won with gaps filled freely; of a layer
        those are gone on from to which the fewest turns led.
        """
        if self.pass_.optional == 1:
            return self.line(states, row)
        layer: dict[bytes, tuple[int, list[int], States]] = {}
        start = states[row, :STATE_WORDS].copy()
        layer[start.tobytes()] = (0, [], start)
        while layer:
            after: dict[bytes, tuple[int, list[int], States]] = {}
            best = sorted(layer.values(), key=lambda found: found[0])[:width]
            known = {found[2].tobytes() for found in best}
            while best:
                turns, line, state = best.pop()
                if _is_won(state):
                    return line
                for code, child in self._steps(state):
                    key = child.tobytes()
                    over = child[TURNED] != state[TURNED]
                    cost = turns + (code == TURN)
                    if key in known or (over and key in after and after[key][0] <= cost):
                        continue
                    if not self.is_won_freely(child[None, :], 0):
                        continue
                    if over:
                        after[key] = cost, [*line, code], child
                    elif len(known) < 4 * width:
                        known.add(key)
                        best.append((cost, [*line, code], child))
            layer = after
            self.watch.look()
        return None

    def _steps(self, state: States) -> Iterator[tuple[int, States]]:
        rows = np.zeros((real.MOST_STEPS + 1, STATE_WORDS), np.uint64)
        rows[0] = state
        count = real.real_steps(self.pass_, rows, 0, 1, self._codes)
        return iter([(int(self._codes[k]), rows[k + 1]) for k in range(count)])


def _is_won(state: States) -> bool:
    return not (state[LEFT0] or state[LEFT1] or state[KEPT1])


class Ends:
    """Every end of a pass, from one state after the other; what one leads to is not gone through again for another.

    Parameters
    ----------
    pass_ : Pass
    following : Pass
        The next pass.
    last : LastPass or None
        The next pass again, if it is the last.
    watch : Watch
    patience : int
        States of the last pass that may be searched, for each card of the stock, to find that a state is hopeless.
    rules : int
        Rules to use (`kernel/passes/rules.py`).
    """

    def __init__(
        self,
        pass_: Pass,
        following: Pass,
        last: LastPass | None,
        watch: Watch,
        patience: int = 30,
        rules: int = EVERY_RULE,
    ) -> None:
        self._rules = rules
        self._pass, self._following, self._watch = pass_, following, watch
        self._last = last
        self._unused = LastPass(following, watch) if last is None else last
        self._patience = 0 if last is None else patience
        self._seen, self._known = StateSet(watch), StateSet(watch)
        self.walk = ends.new_walk(len(pass_.bit) - 1)

    def of(self, states: States, row: int) -> Iterator[End | bool]:
        """Yield every end that is not known to lead to no win; `False` after each slice."""
        walk = ends.new_walk(len(self._pass.bit) - 1)
        self.walk = walk
        ends.begin_ends(self._pass, states, row, walk, self._rules)
        walk.marks[ends.TRIES] = self._patience
        while True:
            budget, lost = self._watch.budget, self._unused.lost
            stored = int(self._seen.seen.stored[0] + lost.seen.stored[0])
            nodes = int(walk.marks[ends.NODES] + self._unused.room.marks[free.NODES])
            code = ends.ends_slice(
                self._pass,
                walk,
                self._seen.seen,
                self._known.seen,
                self._following,
                self._unused.room,
                lost.seen,
                _FREE_SLICE if self._last is not None else 0,
                budget.slice(_ENDS_SLICE),
            )
            budget.states += int(self._seen.seen.stored[0] + lost.seen.stored[0]) - stored
            budget.expanded += int(walk.marks[ends.NODES] + self._unused.room.marks[free.NODES]) - nodes
            if code == ends.FULL:
                for grown in (self._seen, self._known, lost):
                    grown.make_room()
            elif code in (ends.END, ends.WON):
                line = [int(step) for step in walk.end_line[: walk.marks[ends.LENGTH]]]
                if code == ends.WON:
                    yield line, None
                    return
                yield [*line, TAKE_UP], walk.end[:1].copy()
            elif code == ends.DONE:
                return
            self._watch.look()
            yield False


def promising_ends(orders: list[Pass], start: States, width: int, watch: Watch, weight: float) -> Iterator[Promise]:
    """Yield the ends of the last pass but one that a beam finds, the best first."""
    most = _most_rows(orders, width)
    states, lines = start, [list[int]()]
    grant = watch.budget.account.grant(beam_bytes(orders, width))
    for number, pass_ in enumerate(orders[:-1]):
        room = beam.new_beam(most, weight)
        known = seen.new_seen(1 << (2 * most - 1).bit_length())
        layer = _first_layer(room, states)
        places = len(pass_.bit) - 1
        while True:
            won, layer = _closed(pass_, orders[number + 1], room, known, layer, width)
            grant.uses(seen.seen_bytes(known) + int(room.marks[0]) * _ROW_BYTES + len(lines) * LINE_BYTES)
            watch.budget.states += len(layer)
            watch.look()
            if won >= 0:
                yield partial(_traced, room, lines, won), None
                return
            if room.states[layer, TURNED].min() == places:
                break
            best = layer[np.argsort(-room.value[layer], kind="stable")[:width]]
            over = best[room.states[best, TURNED] == places]
            used = int(room.marks[0])
            beam.widen(pass_, orders[number + 1], room, known, best, len(best), 1)
            layer = np.concatenate([np.arange(used, int(room.marks[0])), over])
        left = room.states[layer, LEFT0] | room.states[layer, LEFT1]
        layer = layer[left != 0]
        layer = layer[np.argsort(-room.value[layer], kind="stable")]
        if number + 2 < len(orders):
            layer = layer[:width]
        after = np.zeros((len(layer), STATE_WORDS), np.uint64)
        beam.take_up(pass_, room, layer, len(layer), after)
        if number + 2 == len(orders):
            watch.look()
            for place, row in enumerate(layer):
                yield partial(_line_to_end, room, lines, int(row)), after[place : place + 1]
            return
        states, lines = after, [_line_to_end(room, lines, int(row)) for row in layer[:width]]
        del room, known  # the next pass takes as much
        if not len(layer):
            return


_ROW_BYTES = 8 * (beam.WORDS + 1) + 16
"""A state of a beam, its value, and its part in what chooses the best of a layer."""


def _most_rows(orders: list[Pass], width: int) -> int:
    return 8 * width * max(len(order.bit) for order in orders)


def beam_bytes(orders: list[Pass], width: int) -> int:
    """Return the most memory that a beam of so many states takes."""
    rows, set_bytes = _most_rows(orders, width), 16 << (2 * _most_rows(orders, width) - 1).bit_length()
    lines = 0 if len(orders) < 3 else 2 * width * LINE_BYTES  # to the ends of the passes before the last one
    return rows * _ROW_BYTES + set_bytes + lines


def _first_layer(room: beam.Beam, states: States) -> NDArray[np.int64]:
    room.states[: len(states), :STATE_WORDS] = states
    room.marks[0] = len(states)
    return np.arange(len(states))


def _closed(
    pass_: Pass, following: Pass, room: beam.Beam, known: Seen, layer: NDArray[np.int64], width: int
) -> tuple[int, NDArray[np.int64]]:
    """Add to a layer what can be played from it, up to some times the width; return a won state, or -1, too."""
    rows, every = layer, [layer]
    while len(rows) and sum(map(len, every)) < 5 * width:
        used = int(room.marks[0])
        won = beam.widen(pass_, following, room, known, rows, len(rows), 0)
        if won >= 0:
            return won, layer
        rows = np.arange(used, int(room.marks[0]))
        every.append(rows)
    return -1, np.concatenate(every)


def _traced(room: beam.Beam, lines: list[list[int]], row: int) -> list[int]:
    """Return the line to a state of a beam."""
    codes = []
    while room.states[row, beam.PARENT]:
        codes.append(int(room.states[row, beam.CODE]))
        row = int(room.states[row, beam.PARENT]) - 1
    return lines[row] + codes[::-1]


def _line_to_end(room: beam.Beam, lines: list[list[int]], row: int) -> list[int]:
    return [*_traced(room, lines, row), TAKE_UP]


def load(orders: list[Pass], start: States, budget: Budget) -> None:
    """Load or compile the kernels."""

    def call() -> None:
        pass_ = orders[0]
        places = len(pass_.bit) - 1
        small, room, walk = seen.new_seen(16), free.new_room(places), ends.new_walk(places)
        free.begin_free(pass_, start, 0, room, 0)
        free.free_slice(pass_, room, small, 0)
        ends.begin_ends(pass_, start, 0, walk, 0)
        ends.ends_slice(pass_, walk, small, small, pass_, room, small, 0, 0)
        seen.spread_slice(small, small, 0, 0)
        wide, none = beam.new_beam(1, 0.0), np.zeros(0, np.int64)
        beam.widen(pass_, pass_, wide, small, none, 0, 0)
        beam.take_up(pass_, wide, none, 0, start)
        real.real_steps(pass_, np.zeros((2, STATE_WORDS), np.uint64), 0, 1, np.zeros(real.MOST_STEPS, np.int64))

    load_engine("passes", budget, call)
