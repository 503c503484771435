"""Games whose cards are removed in pairs: every win has the same number of pairs, so the shortest has fewest exchanges.

Whether there is a win is asked again and again, with one exchange more allowed each time, until there is one; each time
before it was proved that there is none with so few.  The general search answers most of these questions within
milliseconds.  Where it does not, CP-SAT takes turns with it, which is quicker to find rare wins and to prove that there
is none.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from patience_solver.kernel.tables import MOST_EXCHANGES
from patience_solver.position import Deal, Move
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.cpsat.run import ask_cpsat
from patience_solver.solvers.decide import Decision, verify_loss
from patience_solver.solvers.found import Found
from patience_solver.solvers.grid import read_grid
from patience_solver.solvers.result import Result, Status, StopReason
from patience_solver.solvers.start import start_bound

__all__ = ["solve_pairs"]

STATES, EFFORT, MORE = 400_000, 3.0, 4
"""New states of the search's first turn, CP-SAT's effort in its own, and how many times as much each further turn
gets."""


def solve_pairs(deal: Deal, budget: Budget, *, optimal: bool, verify: bool) -> Result:
    """Decide a deal of a pair game and find the fewest exchanges that win it.

    Parameters
    ----------
    deal : Deal
        Its rules remove cards in pairs.
    budget : Budget
        Limits and progress.
    optimal : bool
        Makes no difference: a shortest win is always looked for.
    verify : bool
        Whether a proof that rests on hashes is repeated with independent ones.

    Returns
    -------
    Result
        Not yet replayed by the referee; `details["exchanges"]` is the number of exchanges in the line found.
    """
    answered_by = set[str]()
    if read_grid(deal.start).runs_dry():
        answered_by.add("supply")
        found = Found(Status.UNWINNABLE)
    else:
        question = _Question(deal, budget, verify=verify)
        found = question.found()
        answered_by |= {attempt.answered_by for attempt in question.attempts.values()}
    exchanges = None
    if found.moves is not None:
        exchanges = len(found.moves) - start_bound(deal, budget)
    solver = ", ".join(["pairs", *sorted(answered_by - {""})])
    return budget.result(deal, found, solver, exchanges=exchanges)


class _Attempt:
    """The question whether so many exchanges suffice, which may be halted and gone on with.

    The search and CP-SAT take turns, each longer than those before, until one of them has the answer.  CP-SAT is asked
    for a win with exactly so many exchanges as are allowed, the search for one with at most so many: what either denies
    is a win with exactly so many.

    Attributes
    ----------
    spent : bool
        Whether memory does not suffice to go on.
    """

    def __init__(self, deal: Deal, budget: Budget, allowed: int, *, verify: bool) -> None:
        assert deal.rules.pairs is not None
        settled = replace(deal.rules.pairs, exchanges=deal.start.exchanges_used + allowed)
        start = replace(deal.start, rules=replace(deal.rules, pairs=settled))
        self._deal, self._budget = replace(deal, start=start), budget
        self._allowed, self._verify = allowed, verify
        self._search: Decision | None = None
        self._states, self._effort = STATES, EFFORT
        self._asks_cpsat = False  # whose turn it is
        self.answered_by = ""
        self.spent = False

    def go_on(self, *, last: bool) -> Found:
        """Go on until there is an answer or a limit is reached; unless it is the last, half of what is left is kept."""
        limits = self._budget.limits
        if not last:
            seconds, states = limits.seconds, limits.states
            self._budget.limits = replace(
                limits,
                seconds=None if seconds is None else max((self._budget.seconds + seconds) / 2, 1e-9),
                states=None if states is None else max((self._budget.states + states) // 2, 1),
            )
        found = self._take_turns()
        self._budget.limits = limits
        self.spent = found.stop in (StopReason.MEMORY, StopReason.INCOMPLETE)
        if self._search is not None and found.stop is not None:
            self._search.halt()
        else:
            self._search = None
        return found

    def _take_turns(self) -> Found:
        search = self._search = self._search or Decision(self._deal, self._budget)
        out_of_memory = False
        while True:
            if not self._asks_cpsat:
                found = search.run(self._states)
                if found is not None and found.stop is not StopReason.MEMORY:
                    return self._searched(found)
                out_of_memory = found is not None
                self._asks_cpsat = True
            found = ask_cpsat(self._deal, self._allowed, self._budget, effort=None if out_of_memory else self._effort)
            if out_of_memory or found.stop not in (StopReason.INCOMPLETE, StopReason.MEMORY):
                if found.stop is None:
                    self.answered_by = "CP-SAT"
                if found.moves is not None:
                    self._budget.status, self._budget.incumbent = Status.WINNABLE, len(found.moves)
                return found
            self._asks_cpsat = False
            self._states, self._effort = self._states * MORE, self._effort * MORE

    def _searched(self, found: Found) -> Found:
        """Return what the search has found, a denial repeated if it is to be."""
        if found.status is Status.UNWINNABLE and self._verify:
            self._search = None  # its memory is needed
            found = verify_loss(self._deal, self._budget, found)
        return found


class _Question:
    """How few exchanges suffice?

    One exchange after the other is allowed until there is a win.  While more may be allowed, an attempt gets half of
    what is left of the limits.  Those that ended without an answer go on afterwards, the fewest exchanges first, until
    every number below that of the best win is denied, or the limits are used up.
    """

    def __init__(self, deal: Deal, budget: Budget, *, verify: bool) -> None:
        self._deal, self._budget, self._verify = deal, budget, verify
        self._pairs = start_bound(deal, budget)
        self._left = deal.rules.exchanges - deal.start.exchanges_used
        self._numbers = range(min(self._left, MOST_EXCHANGES - deal.start.exchanges_used) + 1)
        self.attempts: dict[int, _Attempt] = {}
        self._denied = set[int]()
        self._moves: tuple[Move, ...] | None = None
        self._collision_bound = 0.0

    @property
    def _least(self) -> int:
        """Fewer exchanges than this are denied."""
        return next(number for number in count() if number not in self._denied)

    @property
    def _fewest(self) -> int:
        """Exchanges of the best win, or more than there can be."""
        return self._left + 1 if self._moves is None else len(self._moves) - self._pairs

    def found(self) -> Found:
        """Ask until the question is settled or a limit is reached."""
        stop = self._round(list(self._numbers), last=self._left)
        while stop is None and (open_ := self._open()):
            stop = self._round(open_, last=open_[-1])
        return self._told(stop)

    def _open(self) -> list[int]:
        """Numbers below that of the best win which are left open, and can be gone on with."""
        numbers = (number for number in self.attempts if number < self._fewest and number not in self._denied)
        return [number for number in numbers if not self.attempts[number].spent]

    def _round(self, numbers: list[int], last: int) -> StopReason | None:
        """Let these attempts go on until one of them wins; return why everything must end, if so."""
        for allowed in numbers:
            self._budget.bound = self._pairs + self._least
            if allowed not in self.attempts:
                self.attempts[allowed] = _Attempt(self._deal, self._budget, allowed, verify=self._verify)
            found = self.attempts[allowed].go_on(last=allowed == last)
            self._collision_bound += found.collision_bound
            if found.moves is not None:
                self._moves = found.moves
                return None if self._least == self._fewest else self._budget.stop()
            if found.stop is None:
                self._denied.add(allowed)
            elif found.stop is StopReason.INTERRUPTED or (stop := self._budget.stop()) is not None:
                return StopReason.INTERRUPTED if found.stop is StopReason.INTERRUPTED else stop
        return None

    def _told(self, stop: StopReason | None) -> Found:
        if self._moves is None and self._least > self._left:
            return Found(Status.UNWINNABLE, collision_bound=self._collision_bound)
        if self._least < self._fewest and stop is None:
            spent = any(attempt.spent for attempt in self.attempts.values())
            stop = StopReason.MEMORY if spent else StopReason.INCOMPLETE
        if self._moves is None:
            return Found(Status.UNKNOWN, stop)
        bound = self._pairs + min(self._least, self._fewest)
        return Found(
            Status.WINNABLE, stop if bound < len(self._moves) else None, self._moves, bound, self._collision_bound
        )
