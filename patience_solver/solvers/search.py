"""The general search: decides any game of the vocabulary, and finds shortest solutions by A*."""

from __future__ import annotations

from dataclasses import dataclass

from patience_solver.position import Deal, Move
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engines import BestFirst, Exhaustion, Outcome, prunes_for, start_bound
from patience_solver.solvers.result import Result, Stats, Status, StopReason

__all__ = ["solve_by_search"]

LONGEST = 1000
"""Lines longer than this are not followed by best-first search (depth-first search follows any)."""

_WEIGHTS = ((1, 3), (1, 5), (1, 2))
"""Weights of a move and of a unit of the bound in best-first searches for a win.  No weight is best for every deal: what
one does not find within a million states another often finds within a few thousand."""

_FIRST_STATES = 100_000
"""States of each best-first search before the next one, and at last the exhaustion, begins beside it."""

_SHARE = 16
"""The exhaustion then stores so many states for one more of the best-first searches, whose states are larger."""


@dataclass
class _Found:
    """What a phase of the search has found."""

    status: Status
    stop: StopReason | None = None
    moves: tuple[Move, ...] | None = None
    collision_bound: float = 0.0


def solve_by_search(deal: Deal, budget: Budget, *, optimal: bool, verify: bool) -> Result:
    """Decide a deal by search; with `optimal`, prove the length of a shortest win.

    Parameters
    ----------
    deal : Deal
    budget : Budget
        Limits and progress.
    optimal : bool
        Whether a shortest win is asked for.
    verify : bool
        Whether a proof that there is no win is repeated with an independent hash.

    Returns
    -------
    Result
        Not yet replayed by the referee.
    """
    found = _decide(deal, budget)
    lower_bound = None
    if found.status is Status.WINNABLE and found.moves is not None:
        found, lower_bound = _shorten(deal, budget, found.moves, optimal=optimal, verify=verify)
    elif found.status is Status.UNWINNABLE and verify:
        found = _verify(deal, budget, found)
    return Result(
        deal=deal,
        status=found.status,
        stop=found.stop,
        moves=found.moves,
        optimal=found.moves is not None and lower_bound == len(found.moves),
        lower_bound=lower_bound,
        solver="search",
        stats=Stats(
            states=budget.states,
            expanded=budget.expanded,
            seconds=budget.seconds,
            compile_seconds=budget.compile_seconds,
            table_bytes=budget.peak_bytes,
            collision_bound=found.collision_bound,
        ),
    )


def _decide(deal: Deal, budget: Budget) -> _Found:
    """Look for a win best-first, with one weight after the other; then exhaust depth-first beside these searches."""
    prunes = prunes_for(deal.rules, shortest=False)
    weights = list(_WEIGHTS)
    searches: list[BestFirst] = []
    exhaustion: Exhaustion | None = None
    exhaustion_possible = True
    while True:
        turn: BestFirst | Exhaustion
        if weights and all(search.stored >= _FIRST_STATES for search in searches):
            per_move, per_bound = weights.pop(0)
            turn = BestFirst(
                deal,
                budget,
                prunes=prunes,
                per_move=per_move,
                per_bound=per_bound,
                most_bytes=budget.bytes // (4 * len(_WEIGHTS)),
                longest=LONGEST,
            )
            searches.append(turn)
        elif searches and (not exhaustion_possible or _is_behind(searches, exhaustion)):
            turn = min(searches, key=lambda search: search.stored)
        elif exhaustion_possible:
            if exhaustion is None:
                exhaustion = Exhaustion(deal, budget, prunes=prunes, most_bytes=budget.bytes * 3 // 4)
            turn = exhaustion
        else:
            return _Found(Status.UNKNOWN, StopReason.MEMORY)
        outcome = turn.run()
        held = sum(search.bytes for search in searches) + (exhaustion.bytes if exhaustion is not None else 0)
        budget.peak_bytes = max(budget.peak_bytes, held)
        if outcome is Outcome.WIN:
            moves = turn.win()
            budget.status, budget.incumbent = Status.WINNABLE, len(moves)
            return _Found(Status.WINNABLE, moves=moves)
        if outcome is Outcome.DONE:
            return _Found(Status.UNWINNABLE, collision_bound=turn.collision_bound)
        if outcome is Outcome.GIVEN_UP:
            if isinstance(turn, BestFirst):
                searches.remove(turn)
            else:
                exhaustion, exhaustion_possible = None, False
        if stop := budget.stop():
            return _Found(Status.UNKNOWN, stop)


def _is_behind(searches: list[BestFirst], exhaustion: Exhaustion | None) -> bool:
    """Tell whether the best-first searches have stored fewer states than is their share."""
    share = exhaustion.stored // _SHARE if exhaustion is not None else 0
    return sum(search.stored - _FIRST_STATES for search in searches) < share


def _shorten(deal: Deal, budget: Budget, moves: tuple[Move, ...], *, optimal: bool, verify: bool) -> tuple[_Found, int]:
    """Bound the length of any win; with `optimal`, look for shorter ones until there are none."""
    win = _Found(Status.WINNABLE, moves=moves)
    bound = start_bound(deal)
    if not optimal or bound >= len(moves):
        return win, bound
    for hash_seed in (0, 1):
        assert win.moves is not None
        budget.bound = bound
        if (stop := budget.report()) is not None:
            win.stop = stop
            return win, bound
        search = BestFirst(
            deal,
            budget,
            prunes=prunes_for(deal.rules, shortest=True),
            per_move=256,  # A*; of states with the same sum, the nearest to the end first
            per_bound=257,
            most_bytes=budget.bytes,
            longest=len(win.moves) - 1,
            shorter=True,
            hash_seed=hash_seed,
        )
        outcome = Outcome.GOING_ON
        while outcome is not Outcome.DONE:
            outcome = search.run()
            budget.peak_bytes = max(budget.peak_bytes, search.bytes)
            if outcome is Outcome.WIN:
                win.moves = search.win()
                budget.incumbent = len(win.moves)
            bound = budget.bound = max(bound, search.lower_bound) if hash_seed == 0 else bound
            stop = StopReason.MEMORY if outcome is Outcome.GIVEN_UP else budget.stop()
            if stop is not None and outcome is not Outcome.DONE:
                win.stop = stop
                return win, min(bound, len(win.moves) - 1 if hash_seed else bound)
        bound = len(win.moves)
        win.collision_bound = search.collision_bound if hash_seed == 0 else win.collision_bound * search.collision_bound
        if not verify or win.collision_bound == 0:
            break
    return win, bound


def _verify(deal: Deal, budget: Budget, found: _Found) -> _Found:
    """Repeat the exhaustion with an independent hash."""
    again = Exhaustion(
        deal, budget, prunes=prunes_for(deal.rules, shortest=False), most_bytes=budget.bytes * 3 // 4, hash_seed=1
    )
    while True:
        outcome = again.run()
        budget.peak_bytes = max(budget.peak_bytes, again.bytes)
        if outcome is Outcome.WIN:  # two states were taken for one before
            return _Found(Status.WINNABLE, moves=again.win())
        if outcome is Outcome.DONE:
            return _Found(Status.UNWINNABLE, collision_bound=found.collision_bound * again.collision_bound)
        stop = StopReason.MEMORY if outcome is Outcome.GIVEN_UP else budget.stop()
        if stop is not None:
            return _Found(Status.UNKNOWN, stop)
