"""Layered searches of growing width, until one wins, or cuts nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, count, takewhile

from patience_solver.kernel.features import Need, need_of
from patience_solver.kernel.layered import ANY_LENGTH
from patience_solver.kernel.relaxed_packets import Relaxed
from patience_solver.kernel.rounds import rounds_of
from patience_solver.kernel.tables import tables
from patience_solver.position import Deal, Move
from patience_solver.rules import Rules
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import Outcome
from patience_solver.solvers.layered.engine import Layered
from patience_solver.solvers.layered.weights import short_weight_sets, weight_sets
from patience_solver.solvers.start import prunes_for, relaxed_of

__all__ = ["Widening", "suits"]

FIRST_WIDTHS = (100, 400)
"""The widths of the first searches; from then on each is four times the one before."""

WIDEST = 1 << 31
"""No search is wider: none has the memory for so many states, so whatever it leaves out is not for want of width."""

AIMS, HIGHEST_AIM = (1, 0), 2
"""Where a shorter win is looked for: by how many halves of the gap to the proved bound it is to be shorter.  The higher
the aim, the more states are left out, and the more of those that promise a short win are seen at the same width."""


def suits(rules: Rules) -> bool:
    """Tell whether layered searches suit these rules: a stock is gone through, and foundations have one order."""
    return rules.stock is not None and rules.pairs is None and need_of(rules, {}) is not None


class Widening:
    """Layered searches of a deal, one after the other: each width with every weight set.

    It is used like an engine: `DONE` when a search ended that cut nothing, `GIVEN_UP` when the memory is used up.

    Parameters
    ----------
    deal : Deal
    budget : Budget
    most_bytes : int
        Memory that a search may come to take.
    below : int
        Only wins of fewer moves are looked for.
    bound : int
        A proved lower bound on the length of any win.
    """

    def __init__(self, deal: Deal, budget: Budget, *, most_bytes: int, below: int = ANY_LENGTH, bound: int = 0) -> None:
        self._deal, self._budget, self._most_bytes = deal, budget, most_bytes
        self._below, self.bound = below, bound
        self._plan = _plan(deal.rules, relaxed_of(deal, budget), short=below < ANY_LENGTH)
        self._before = 0  # states of the searches before
        self._search: Layered | None = None
        self.rounds = 0
        self._next()

    def _next(self) -> None:
        """Begin the next search, if there is memory for one and the widest have not been made.

        The memory of the one before is given back first.
        """
        self._before, self._search = self.stored, None
        gap = max(self._below - 1 - self.bound, 0)
        # With a gap too small for an aim it would be the same search as without one.
        worth = (plan for plan in self._plan if plan[2] == 0 or plan[2] * gap // HIGHEST_AIM > 0)
        following = next(worth, None)
        if following is None:
            return
        width, need, aim = following
        with suppress(MemoryError):
            self._search = Layered(
                self._deal,
                self._budget,
                need=need,
                prunes=prunes_for(self._deal.rules, shortest=False),
                width=width,
                most_bytes=self._most_bytes,
                below=self._below - aim * gap // HIGHEST_AIM,
            )
        self.rounds += 1

    @property
    def stored(self) -> int:
        """States stored by all searches."""
        return self._before + (self._search.stored if self._search else 0)

    @property
    def collision_bound(self) -> float:
        """Bound on the chance that two states were taken for one, in the search that goes on."""
        return self._search.collision_bound if self._search else 0.0

    def halt(self) -> None:
        """Hold no more memory than is in use, until it goes on."""
        if self._search is not None:
            self._search.halt()

    def run(self) -> Outcome:
        """Search on for one slice."""
        if self._search is None:
            return Outcome.GIVEN_UP
        outcome = self._search.run()
        if outcome is not Outcome.GIVEN_UP or self._search.is_full:
            return outcome
        self._next()
        return Outcome.GOING_ON

    def win(self) -> tuple[Move, ...]:
        """Return the win found."""
        assert self._search is not None
        return self._search.win()

    def look_below(self, length: int, bound: int) -> None:
        """Begin the next search, which looks only for wins of fewer moves; no win is shorter than the bound."""
        self._below, self.bound = length, bound
        self._next()


def _plan(rules: Rules, relaxed: Relaxed, *, short: bool) -> Iterator[tuple[int, Need, int]]:
    """Yield widths, weights and aims, up to the greatest width."""
    rounds = rounds_of(tables(rules))
    sets = short_weight_sets(rules) if short else weight_sets(rules)
    needs = [need for weights in sets if (need := need_of(rules, weights, relaxed, rounds)) is not None]
    wider = takewhile(lambda width: width <= WIDEST, (FIRST_WIDTHS[-1] * 4**power for power in count(1)))
    for width in chain(FIRST_WIDTHS, wider):
        for need in needs:
            for aim in AIMS if short else (0,):
                yield width, need, aim
