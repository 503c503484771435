"""The search for a plan of at most so many holds, as a Python object that runs in slices."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.packets import plans
from patience_solver.kernel.packets.courses import courses_bytes, courses_of, further_holds_covered
from patience_solver.kernel.packets.crossings import can_be_coloured
from patience_solver.kernel.passes import seen
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import Engine, Outcome, load_engine
from patience_solver.solvers.packets.problem import Problem

__all__ = ["SLICE", "PlanSearch", "load_plans"]

SLICE = 4_000
"""Expansions of a slice: a few hundredths of a second."""
_SPREAD = 1 << 20
MOST_PAIRS = 1 << 23
"""Most entries of the table of covered cards; larger ones are not made."""


class PlanSearch(Engine):
    """Depth-first search for a plan of at most so many holds that can be carried out.

    Parameters
    ----------
    problem : Problem
    budget : Budget
    most : int
        Most holds.
    most_bytes : int
        Memory it may come to take.
    hash_seed : int
        Another seed gives independent hashes.
    foresight : bool
        Whether crossings that every course short enough will make count from the beginning.
    ordered : bool
        Whether orders of moves are left out that can't do better than others.
    chance : int
        Bits of chance, which differs with the seed, in what is tried first.
    like : PlanSearch, optional
        A search for as many holds, whose tables are used again.
    """

    def __init__(
        self,
        problem: Problem,
        budget: Budget,
        *,
        most: int,
        most_bytes: int,
        hash_seed: int = 0,
        foresight: bool = True,
        ordered: bool = True,
        chance: int = 0,
        like: PlanSearch | None = None,
    ) -> None:
        super().__init__(budget, SLICE)
        self._problem, self._most_bytes = problem, most_bytes
        self.most = most
        self._tables_bytes = 0  # of tables that are its own
        if like is None:
            ask = self._grant.resize
            self._courses = courses_of(problem.relaxed, problem.coming, problem.start, problem.in_play, most, ask)
            self._tables_bytes = courses_bytes(self._courses)
            entries = len(self._courses.hold) * len(problem.in_play) ** 2
            room = self._share(most_bytes) - self._tables_bytes
            with_foresight = foresight and entries <= min(MOST_PAIRS, room // 2)
            beyond = most - problem.least
            self._covered = np.zeros((1, 0), np.uint8)
            if with_foresight:
                self._grant.resize(self._tables_bytes + entries)
                self._covered = further_holds_covered(self._courses, beyond)
                self._tables_bytes += entries
        else:
            self._courses, self._covered = like._courses, like._covered
        self._plans = plans.new_plans(
            self._courses, problem.rank, problem.packets, most, seed=hash_seed, ordered=ordered, chance=chance
        )
        plans.begin_plans(self._plans, self._courses, problem.crosses, problem.held, problem.marks)
        self._seen = seen.new_seen()
        self._grant.resize(self.bytes, in_use=True)

    @property
    def stored(self) -> int:
        """States stored."""
        return int(self._seen.stored[0])

    @property
    def expanded(self) -> int:
        """States expanded."""
        return int(self._plans.marks[plans.EXPANDED])

    @property
    def bytes(self) -> int:
        """Memory in use, without tables of another search that are used again."""
        return self._tables_bytes + plans.plans_bytes(self._plans) + seen.seen_bytes(self._seen)

    @property
    def collision_bound(self) -> float:
        """Bound on the chance that two states were taken for one: one of the 128 bits of the hashes is always set."""
        return float(self.stored) ** 2 / 2.0**128

    def _go_on(self, expansions: int) -> Outcome:
        code = plans.plans_slice(self._courses, self._covered, self._plans, self._seen, expansions)
        if code == plans.FULL:
            if self.bytes + 2 * seen.seen_bytes(self._seen) > self._most_bytes:
                return Outcome.GIVEN_UP
            self._grant.resize(self.bytes + 2 * seen.seen_bytes(self._seen), in_use=True)
            self._seen = _larger(self._seen)
            self._grant.resize(self.bytes, in_use=True)
            code = plans.SEARCHING
        return {
            plans.SEARCHING: Outcome.GOING_ON,
            plans.WON: Outcome.WIN,
            plans.ENDED: Outcome.DONE,
        }[code]

    def plan(self) -> list[int]:
        """Return the steps of the plan found."""
        return [int(step) for step in self._plans.path[: self._plans.marks[plans.DEPTH]]]

    def packet_of(self, crosses: NDArray[np.uint64], cards: int) -> list[int]:
        """Return the packet of each card, if those that cross are to lie in different ones."""
        room = self._plans.colours
        if not can_be_coloured(crosses, np.uint64(cards), self._problem.packets, room):
            raise RuntimeError("a plan that was found can't be carried out")
        return [int(colour) for colour in room.colour]


def _larger(old: seen.Seen) -> seen.Seen:
    places = len(old.keys) // 2
    new = seen.new_seen(2 * places)
    place = 0
    while place < places:
        place = int(seen.spread_slice(old, new, place, _SPREAD))
    return new


def load_plans(problem: Problem, budget: Budget) -> None:
    """Load or compile the kernels."""
    load_engine("plans", budget, partial(_call, problem))


def _call(problem: Problem) -> None:
    courses = courses_of(problem.relaxed, problem.coming, problem.start, problem.in_play, 0)
    covered = further_holds_covered(courses, 0)
    search = plans.new_plans(courses, problem.rank, problem.packets, 0)
    small = seen.new_seen(16)
    plans.plans_slice(courses, covered, search, small, 0)
    seen.spread_slice(small, small, 0, 0)
    can_be_coloured(search.work, np.uint64(0), 1, search.colours)
