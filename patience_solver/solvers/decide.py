"""Can a deal be won?  Best-first searches look for a win; beside them an exhaustion looks for the proof of none."""

from __future__ import annotations

from patience_solver.position import Deal
from patience_solver.solvers.best_first import BestFirst
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import Outcome
from patience_solver.solvers.exhaustion import Exhaustion
from patience_solver.solvers.found import Found
from patience_solver.solvers.layered.widening import Widening, suits
from patience_solver.solvers.result import Status, StopReason
from patience_solver.solvers.start import prunes_for

__all__ = ["Decision", "decide", "verify_loss"]

Search = BestFirst | Exhaustion | Widening

LONGEST = 1000
"""Lines longer than this are not followed by best-first searches (the exhaustion follows any)."""

WEIGHTS = ((1, 3, 300_000), (1, 5, 250_000), (1, 2, 150_000))
"""The best-first searches: weight of a move, weight of a unit of the lower bound, and the states it may store before
the next one begins, and at last the exhaustion.  No weight is best for every deal: what one does not find within a
million states another often finds within a few thousand."""

SHARE = 16
"""States of the exhaustion for one more state of the best-first searches, whose states take ten times the memory."""


def decide(deal: Deal, budget: Budget) -> Found:
    """Search until a win is found, all is searched, or a limit is reached."""
    found = Decision(deal, budget).run()
    assert found is not None
    return found


class Decision:
    """The searches for one deal, which may be halted and go on."""

    def __init__(self, deal: Deal, budget: Budget) -> None:
        self._budget = budget
        self._portfolio = _LayeredPortfolio(deal, budget) if suits(deal.rules) else _Portfolio(deal, budget)

    def halt(self) -> None:
        """Hold no more memory than is in use, until it goes on."""
        for engine in self._portfolio.engines:
            engine.halt()

    def run(self, states: int | None = None) -> Found | None:
        """Search until a win is found, all is searched, or a limit is reached; `None` after so many new states."""
        budget, portfolio = self._budget, self._portfolio
        begin = budget.states
        while (engine := portfolio.turn()) is not None:
            outcome = engine.run()
            if outcome is Outcome.WIN:
                moves = engine.win()
                budget.status, budget.incumbent = Status.WINNABLE, len(moves)
                return Found(Status.WINNABLE, moves=moves)
            if outcome is Outcome.DONE:
                return Found(Status.UNWINNABLE, collision_bound=engine.collision_bound)
            if outcome is Outcome.GIVEN_UP:
                portfolio.retire(engine)
            del engine  # the portfolio alone holds it
            if (stop := budget.stop()) is not None:
                return Found(Status.UNKNOWN, stop)
            if states is not None and budget.states - begin >= states:
                return None
        return Found(Status.UNKNOWN, StopReason.MEMORY)


def verify_loss(deal: Deal, budget: Budget, found: Found) -> Found:
    """Repeat the proof that there is no win, by exhaustion with an independent hash."""
    again = _exhaustion(deal, budget, hash_seed=1)
    if again is None:
        return Found(Status.UNKNOWN, StopReason.MEMORY)
    while True:
        outcome = again.run()
        if outcome is Outcome.WIN:  # two states had been taken for one
            return Found(Status.WINNABLE, moves=again.win())
        if outcome is Outcome.DONE:
            return Found(Status.UNWINNABLE, collision_bound=found.collision_bound * again.collision_bound)
        stop = StopReason.MEMORY if outcome is Outcome.GIVEN_UP else budget.stop()
        if stop is not None:
            return Found(Status.UNKNOWN, stop)


def _exhaustion(deal: Deal, budget: Budget, hash_seed: int = 0) -> Exhaustion | None:
    """Return an exhaustion, `None` where there is no memory for one."""
    prunes = prunes_for(deal.rules, shortest=False)
    try:
        return Exhaustion(deal, budget, prunes=prunes, most_bytes=budget.bytes * 3 // 4, hash_seed=hash_seed)
    except MemoryError:
        return None


class _Portfolio:
    """Whose turn it is: each best-first search alone at first, then the exhaustion, with a share for the others."""

    def __init__(self, deal: Deal, budget: Budget) -> None:
        self._deal, self._budget = deal, budget
        self._to_come = list(WEIGHTS)
        self._searches: list[BestFirst] = []
        self._exhaustion: Exhaustion | None = None
        self._exhaustion_retired = False
        self._next_at = 0  # states after which the next engine begins
        self._alone = 0  # states of the best-first searches when the exhaustion began

    @property
    def engines(self) -> list[Search]:
        """All that have begun."""
        return [*self._searches, *([self._exhaustion] if self._exhaustion else [])]

    def turn(self) -> Search | None:
        """Return the engine that goes on, `None` if none is left."""
        if self._budget.states < self._next_at and self._searches:
            return self._searches[-1]
        while self._to_come:
            per_move, per_bound, states = self._to_come.pop(0)
            search = self._best_first(per_move, per_bound)
            if search is not None:
                self._searches.append(search)
                self._next_at = self._budget.states + states
                return search
        if self._exhaustion is None and not self._exhaustion_retired:
            self._alone = sum(search.stored for search in self._searches)
            self._exhaustion = _exhaustion(self._deal, self._budget)
            self._exhaustion_retired = self._exhaustion is None
        if self._searches and (self._exhaustion is None or self._is_behind(self._exhaustion)):
            return min(self._searches, key=lambda search: search.stored)
        return self._exhaustion

    def _best_first(self, per_move: int, per_bound: int) -> BestFirst | None:
        """Return a best-first search, `None` where its share of the memory is not enough to begin."""
        share = self._budget.bytes // (4 * len(WEIGHTS))
        try:
            search = BestFirst(
                self._deal,
                self._budget,
                prunes=prunes_for(self._deal.rules, shortest=False),
                per_move=per_move,
                per_bound=per_bound,
                most_bytes=share,
                longest=LONGEST,
            )
        except MemoryError:
            return None
        return search if search.granted <= share else None

    def _is_behind(self, exhaustion: Exhaustion) -> bool:
        return sum(search.stored for search in self._searches) - self._alone < exhaustion.stored // SHARE

    def retire(self, engine: Search) -> None:
        """Give the memory of an engine back that can't go on."""
        if isinstance(engine, BestFirst):
            self._searches.remove(engine)
            self._alone -= engine.stored
            self._next_at = 0
        else:
            self._exhaustion, self._exhaustion_retired = None, True


ROUNDS_ALONE = 6
"""Layered searches that come before the exhaustion begins."""


class _LayeredPortfolio:
    """Layered searches of growing width, and beside them the exhaustion, which stores as many states."""

    def __init__(self, deal: Deal, budget: Budget) -> None:
        self._deal, self._budget = deal, budget
        self._widening: Widening | None = Widening(deal, budget, most_bytes=budget.bytes // 4)
        self._exhaustion: Exhaustion | None = None
        self._exhaustion_retired = False
        self._alone = 0  # states of the layered searches when the exhaustion began

    @property
    def engines(self) -> list[Search]:
        """All that have begun."""
        return [engine for engine in (self._widening, self._exhaustion) if engine is not None]

    def turn(self) -> Search | None:
        """Return the engine that goes on, `None` if none is left."""
        widening = self._widening
        if widening is not None and widening.rounds <= ROUNDS_ALONE:
            self._alone = widening.stored
            return widening
        if self._exhaustion is None and not self._exhaustion_retired:
            self._exhaustion = _exhaustion(self._deal, self._budget)
            self._exhaustion_retired = self._exhaustion is None
        if widening is None or self._exhaustion is None:
            return widening or self._exhaustion
        return self._exhaustion if self._exhaustion.stored <= widening.stored - self._alone else widening

    def retire(self, engine: Search) -> None:
        """Give the memory of an engine back that can't go on."""
        if engine is self._widening:
            self._widening = None
        else:
            self._exhaustion, self._exhaustion_retired = None, True
