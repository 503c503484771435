"""Deciding a deal by plans of ever more holds.

A search for a plan of at most `most` holds that ends without one is a proof that every win holds more.  Searches for
the fewest holds that may do and a few more take turns, with one for any number: the smallest numbers promise most, but
not always, and of a lost deal only the last can tell.
"""

from __future__ import annotations

from itertools import count

from patience_solver.position import Deal, Move
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import Outcome
from patience_solver.solvers.found import Found
from patience_solver.solvers.packets.engine import SLICE, PlanSearch, load_plans
from patience_solver.solvers.packets.lines import moves_of_plan
from patience_solver.solvers.packets.problem import Problem
from patience_solver.solvers.result import Result, Status, StopReason

__all__ = ["solve_by_plans"]

EXPANSIONS, MORE = 2_000, 2
"""Expansions of a search up to the end of its first turn, and how many times as many up to that of each further one."""

TRIES, CHANCE = 5, 6
"""After each turn come so many searches as long as a first turn, in which bits of chance say what is tried first: what
one search does not find for an unlucky choice at the beginning another one finds at once."""

FIRST_TRY = 2
"""Hash seeds from here on are those of searches led by chance."""

AHEAD, ALL_FROM = 3, 4
"""Numbers of holds beyond the fewest that may do that are searched for too, one more each turn; and the turn from which
on there is a search for any number."""

FOR_EVER = 1 << 60


def solve_by_plans(deal: Deal, problem: Problem, budget: Budget, *, optimal: bool, verify: bool) -> Result:
    """Decide a deal of a game of packets; with `optimal`, find a win of fewest holds, which is a shortest one.

    Parameters
    ----------
    deal : Deal
    problem : Problem
        The deal as numbers.
    budget : Budget
        Limits and progress.
    optimal : bool
        Whether a shortest win is asked for.
    verify : bool
        Whether a proof that rests on hashes is repeated with independent ones.

    Returns
    -------
    Result
        Not yet replayed by the referee.
    """
    load_plans(problem, budget)
    return budget.result(deal, _Decision(deal, problem, budget, verify=verify).found(optimal=optimal), "plans")


class _Decision:
    """What is known of a deal, and the searches that go on."""

    def __init__(self, deal: Deal, problem: Problem, budget: Budget, *, verify: bool) -> None:
        self._deal, self._problem, self._budget, self._verify = deal, problem, budget, verify
        self._least = problem.least  # holds of any win, as far as proved
        self._searches: dict[int, PlanSearch] = {}
        self._out_of_memory = set[int]()
        self._moves: tuple[Move, ...] | None = None
        self._fewest = problem.most + 1  # holds of the best win, or more than there can be
        self._collision_bound = 0.0
        self._tried = 0  # searches led by chance

    def found(self, *, optimal: bool) -> Found:
        """Search until the question is settled or a limit is hit."""
        stop = None
        self._budget.bound = self._problem.plays + self._least
        for turn in count():
            for most in self._open(turn):
                if stop is None and self._least <= most < self._fewest:
                    stop = self._turn(most, EXPANSIONS * MORE**turn)
                    if self._moves is not None and not optimal:
                        return self._told(None)
            if self._least >= self._fewest:
                return self._told(None)
            if stop is None and not self._open(ALL_FROM):
                stop = StopReason.MEMORY
            if stop is not None:
                return self._told(stop)
        raise AssertionError

    def _open(self, turn: int) -> list[int]:
        """Numbers of holds whose searches go on in a turn, in their order."""
        most = self._problem.most
        last = [most] if turn >= ALL_FROM else []
        numbers = dict.fromkeys([*range(self._least, min(self._least + min(turn, AHEAD), most) + 1), *last])
        return [number for number in numbers if number < self._fewest and number not in self._out_of_memory]

    def _told(self, stop: StopReason | None) -> Found:
        if self._moves is None and stop is None:
            return Found(Status.UNWINNABLE, collision_bound=self._collision_bound)
        status = Status.UNKNOWN if self._moves is None else Status.WINNABLE
        bound = None if self._moves is None else self._problem.plays + self._least
        proved = self._collision_bound if self._least > self._problem.least else 0.0
        return Found(status, stop, self._moves, bound, proved)

    def _turn(self, most: int, expansions: int) -> StopReason | None:
        """Let one search go on for so many expansions in all, and try luck; return why everything must end, if so."""
        search = self._searches.get(most) or self._search(most)
        if search is None:
            self._out_of_memory.add(most)
            return None
        self._searches[most] = search
        outcome, stop = self._run(search, expansions)
        for _ in range(TRIES):
            if outcome is not Outcome.GOING_ON or stop is not None:
                break
            self._tried += 1
            lucky = self._search(most, hash_seed=FIRST_TRY + self._tried, chance=CHANCE, like=search)
            if lucky is None:
                break
            outcome, stop = self._run(lucky, EXPANSIONS)
            if outcome is Outcome.GIVEN_UP:
                outcome = Outcome.GOING_ON
            elif outcome is not Outcome.GOING_ON:
                search = lucky
        if outcome is Outcome.WIN:
            return self._won(search)
        if outcome is Outcome.DONE:
            return self._denied(search)
        if outcome is Outcome.GIVEN_UP:
            self._out_of_memory.add(most)
            del self._searches[most]
        return stop

    def _run(self, search: PlanSearch, expansions: int) -> tuple[Outcome, StopReason | None]:
        """Let a search go on for so many expansions in all."""
        while search.expanded < expansions:
            outcome = search.run(min(SLICE, expansions - search.expanded))
            if outcome is not Outcome.GOING_ON:
                return outcome, None
            if (stop := self._budget.stop()) is not None:
                return outcome, stop
        return Outcome.GOING_ON, None

    def _search(
        self, most: int, *, hash_seed: int = 0, chance: int = 0, like: PlanSearch | None = None
    ) -> PlanSearch | None:
        """Return a search, `None` where there is no memory for one."""
        try:
            return PlanSearch(
                self._problem,
                self._budget,
                most=most,
                most_bytes=self._budget.bytes // (AHEAD + 3),
                hash_seed=hash_seed,
                chance=chance,
                like=like,
            )
        except MemoryError:
            return None

    def _won(self, search: PlanSearch) -> StopReason | None:
        moves = moves_of_plan(self._deal, self._problem, search.plan(), search.packet_of)
        self._moves, self._fewest = moves, len(moves) - self._problem.plays
        self._budget.status, self._budget.incumbent = Status.WINNABLE, len(moves)
        for most in [most for most in self._searches if most >= self._fewest]:
            del self._searches[most]
        return self._budget.report() if self._least < self._fewest else None

    def _denied(self, search: PlanSearch) -> StopReason | None:
        """No win holds so few: repeat that if asked to, and forget the searches for no more."""
        chance = search.collision_bound
        if self._verify:
            again = self._search(search.most, hash_seed=1)
            if again is None:
                return StopReason.MEMORY
            outcome, stop = self._run(again, FOR_EVER)
            if stop is not None:
                return stop
            if outcome is Outcome.WIN:  # two states had been taken for one
                return self._won(again)
            if outcome is Outcome.GIVEN_UP:
                return StopReason.MEMORY
            chance *= again.collision_bound
        self._collision_bound += chance
        self._least = search.most + 1
        self._budget.bound = self._problem.plays + self._least
        for most in [most for most in self._searches if most < self._least]:
            del self._searches[most]
        return None
