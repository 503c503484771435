"""Deciding a deal by passes: first the ends of passes that promise most, then every end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, pairwise

from patience_solver.kernel.passes.rules import EVERY_RULE
from patience_solver.kernel.passes.state import PUT_AWAY
from patience_solver.position import Deal, Move
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.found import Found
from patience_solver.solvers.passes.engines import (
    End,
    Ends,
    LastPass,
    Promise,
    States,
    Stopped,
    Watch,
    beam_bytes,
    load,
    promising_ends,
)
from patience_solver.solvers.passes.lines import moves_of_line
from patience_solver.solvers.passes.plan import Kinds, Passes, kinds_of
from patience_solver.solvers.passes.shortest import Bound, better_lines, prospects
from patience_solver.solvers.result import Result, Status, StopReason
from patience_solver.solvers.shorten import shorten

__all__ = ["solve_by_passes"]

STAGES: tuple[tuple[int, float, int, int], ...] = (
    (100, 0.005, 2_000, 0),
    (100, 0.001, 2_000, 30),
    (1_000, 0.005, 5_000, 0),
    (1_000, 0.0005, 5_000, 120),
    (5_000, 0.005, 20_000, 0),
    (5_000, 0.0005, 20_000, 2_000),
    (20_000, 0.001, 50_000, 0),
)
"""What is tried one after the other: a beam that looks for promising ends, of so many states in a layer, in which the
square of the number of waiting cards weighs so much; so many states of the last pass are searched from one of its ends;
then so many slices are given to the search of all ends, which is gone on with at last."""

TURNS: tuple[tuple[int, int], ...] = ((100, 1 << 10), (1_000, 1 << 13), (5_000, 1 << 17), (20_000, 1 << 20))
"""For shortest wins, in turns: the width of beams for shorter wins; talons of a layer with which a bound is proved."""

WEIGHTS = (0.0005, 0.002)
"""What a beam takes from the value of a state for the square of a number of waiting cards."""


def solve_by_passes(
    deal: Deal, passes: Passes, budget: Budget, *, optimal: bool, verify: bool, rules: int = EVERY_RULE
) -> Result:
    """Decide a deal of a game of passes.

    Parameters
    ----------
    deal : Deal
    passes : Passes
        The deal as passes.
    budget : Budget
        Limits and progress.
    optimal : bool
        Whether a shortest win is asked for: a win found here is then shortened by the general search.
    verify : bool
        Whether a proof that rests on hashes is repeated: those of passes don't.
    rules : int
        Rules that leave out moves and states (`kernel/passes/rules.py`).

    Returns
    -------
    Result
        Not yet replayed by the referee.
    """
    load(passes.orders, passes.start, budget)
    try:
        line = _line(passes, Watch(budget), rules)
        found = Found(Status.UNWINNABLE)
    except Stopped as stopped:
        line, found = None, Found(Status.UNKNOWN, stopped.stop)
    except MemoryError:
        line, found = None, Found(Status.UNKNOWN, StopReason.MEMORY)
    if line is not None:
        kinds = kinds_of(deal.rules)
        assert kinds is not None
        moves = moves_of_line(deal, kinds, line)
        budget.status, budget.incumbent = Status.WINNABLE, len(moves)
        bound = Bound(passes, Watch(budget))
        found = Found(Status.WINNABLE, moves=moves, lower_bound=bound.value)
        if optimal:
            found = _shortest(deal, kinds, passes, budget, bound, moves)
            if found.stop is None and found.moves is not None and len(found.moves) > bound.value:
                found = shorten(deal, budget, found.moves, bound.value, verify=verify)
    return budget.result(deal, found, "passes")


def _shortest(deal: Deal, kinds: Kinds, passes: Passes, budget: Budget, bound: Bound, moves: tuple[Move, ...]) -> Found:
    """Look for shorter wins and prove a bound in turns, with ever more room."""
    stop = None
    watch = Watch(budget)
    last = LastPass(passes.orders[-1], watch)
    try:
        for width, room in TURNS if len(passes.orders) > 1 else ():
            bound.raise_to(len(moves), room)
            budget.bound = bound.value
            if len(moves) == bound.value or beam_bytes(passes.orders, width) > watch.room // 2:
                break
            cut = False
            for weight in WEIGHTS:
                ends = prospects(passes, watch, width, weight)
                cut |= len(ends) >= width
                for line in better_lines(last, ends, 1_000):
                    if len(line) - line.count(PUT_AWAY) < len(moves):
                        moves = min(moves, moves_of_line(deal, kinds, line), key=len)
                        budget.incumbent = len(moves)
            if not cut:
                break
    except Stopped as stopped:
        stop = None if len(moves) == bound.value else stopped.stop
    except MemoryError:  # what comes after may do with less
        pass
    return Found(Status.WINNABLE, stop, moves, bound.value)


def _line(passes: Passes, watch: Watch, rules: int) -> list[int] | None:
    """Return a line that wins; `None` if there is none."""
    last = LastPass(passes.orders[-1], watch, rules)
    if len(passes.orders) == 1:
        return last.line(passes.start, 0)
    walks = [
        Ends(pass_, following, last if number + 2 == len(passes.orders) else None, watch, rules=rules)
        for number, (pass_, following) in enumerate(pairwise(passes.orders))
    ]
    every = chain(_every_end(walks, passes.start), [True])
    for width, weight, patience, slices in STAGES:
        if beam_bytes(passes.orders, width) <= watch.room // 2:
            promising = promising_ends(passes.orders, passes.start, width, watch, weight)
            line = _first_promise_kept(last, promising, patience)
            if line is not None:
                return line
        line, done = _first_win(last, islice(every, slices))
        if line is not None or done:
            return line
    line, done = _first_win(last, every)
    assert line is not None or done
    return line


def _first_promise_kept(last: LastPass, promises: Iterator[Promise], patience: int) -> list[int] | None:
    """Return the first line that wins among those from promising ends; `None` if none does."""
    for line, state in promises:
        won = [] if state is None else last.line(state, 0, patience)
        if won is not None:
            return line() + won
    return None


def _first_win(last: LastPass, found: Iterator[End | bool]) -> tuple[list[int] | None, bool]:
    """Return the first line that wins among those to ends, followed from there; and whether no end was left out."""
    for end in found:
        if isinstance(end, bool):
            if end:
                return None, True
            continue
        line, state = end
        if state is None:
            return line, False
        won = last.line(state, 0)
        if won is not None:
            return line + won, False
    return None, False


def _every_end(walks: list[Ends], start: States) -> Iterator[End | bool]:
    """Yield every end of the last pass but one, unless it is known to be lost; `False` after each slice."""
    for end in walks[0].of(start, 0):
        line, state = ([], None) if isinstance(end, bool) else end
        if state is None or len(walks) == 1:
            yield end
            continue
        for rest in _every_end(walks[1:], state):
            yield rest if isinstance(rest, bool) else (line + rest[0], rest[1])
