"""Pair games: a number of exchanges that was left open is gone on with until the limits are used up."""

from __future__ import annotations

import pytest

from patience_solver import Deal, Limits, Move, Result, Status, StopReason
from patience_solver.position import Deal as AnyDeal
from patience_solver.solvers import pairs
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.found import Found

PAIRS = 26
DEAL = Deal.random("fourteen", 1_000_001, exchanges=3)


def asked(monkeypatch: pytest.MonkeyPatch, needed: dict[int, int], winning: set[int], states: int) -> Result:
    """Answer `DEAL` by searches that need so many states for a number of exchanges, and win with some of them."""

    class Search:
        def __init__(self, deal: AnyDeal, budget: Budget) -> None:
            self._budget = budget
            self._allowed = deal.rules.exchanges
            self._left = needed[self._allowed]

        def run(self, most: int) -> Found | None:
            for _ in range(most):
                if self._left == 0:
                    if self._allowed in winning:
                        return Found(Status.WINNABLE, moves=(Move("a1", "b1"),) * (PAIRS + self._allowed))
                    return Found(Status.UNWINNABLE)
                self._left -= 1
                self._budget.states += 1
                if (stop := self._budget.stop()) is not None:
                    return Found(Status.UNKNOWN, stop)
            return None

        def halt(self) -> None:
            pass

    monkeypatch.setattr(pairs, "Decision", Search)
    monkeypatch.setattr(pairs, "ask_cpsat", lambda *_, **__: Found(Status.UNKNOWN, StopReason.INCOMPLETE))
    monkeypatch.setattr(pairs, "start_bound", lambda *_: PAIRS)
    monkeypatch.setattr(pairs, "STATES", 7)
    return pairs.solve_pairs(DEAL, Budget(Limits(states=states)), optimal=True, verify=False)


def test_an_open_number_is_settled_after_a_win(monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked(monkeypatch, {0: 600, 1: 10}, {1}, states=1000)
    assert (result.length, result.lower_bound, result.stop) == (PAIRS + 1, PAIRS + 1, None)
    assert result.optimal and result.stats.states == 610


def test_an_open_number_gives_a_shorter_win(monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked(monkeypatch, {0: 100, 1: 700, 2: 10}, {1, 2}, states=1500)
    assert (result.length, result.lower_bound, result.stop) == (PAIRS + 1, PAIRS + 1, None)
    assert result.stats.states == 810


def test_the_limit_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked(monkeypatch, {0: 5000, 1: 10}, {1}, states=1000)
    assert (result.length, result.lower_bound, result.stop) == (PAIRS + 1, PAIRS, StopReason.STATES)
    assert result.stats.states == 1000


def test_a_number_left_open_keeps_the_bound_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked(monkeypatch, {0: 5, 1: 5000, 2: 10, 3: 10}, {3}, states=1000)
    assert (result.length, result.lower_bound, result.stop) == (PAIRS + 3, PAIRS + 1, StopReason.STATES)
    assert result.stats.states == 1000


def test_all_open_numbers_denied_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked(monkeypatch, {0: 600, 1: 5, 2: 5, 3: 5}, set(), states=1000)
    assert (result.status, result.stop, result.stats.states) == (Status.UNWINNABLE, None, 615)


def test_open_numbers_and_no_win(monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked(monkeypatch, {0: 5000, 1: 5, 2: 5, 3: 5}, set(), states=1000)
    assert (result.status, result.stop, result.stats.states) == (Status.UNKNOWN, StopReason.STATES, 1000)
