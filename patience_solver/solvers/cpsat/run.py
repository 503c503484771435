"""Asking CP-SAT whether a deal can be won with exactly so many exchanges, within a budget."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress
from threading import Thread
from typing import Any

import psutil

from patience_solver.kernel.address_space import require_address_space
from patience_solver.position import Deal
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.cpsat.line import line_of
from patience_solver.solvers.cpsat.model import PairModel
from patience_solver.solvers.found import Found
from patience_solver.solvers.grid import read_grid
from patience_solver.solvers.result import Status, StopReason

__all__ = ["ask_cpsat"]

_BETWEEN_LOOKS = 0.02  # seconds
_LATE = 16 * 10**6
"""Memory that CP-SAT still takes when it is asked to stop: it looks up now and then.  Two packs take 12 to 16 MB."""
_TO_LOAD = 500 * 10**6
"""Address space that ortools takes, with what it loads."""
_SEED = 14


def ask_cpsat(deal: Deal, exchanges: int, budget: Budget, *, effort: float | None = None) -> Found:
    """Tell whether a position of a pair game can be won with exactly so many more exchanges.

    One worker and a fixed seed: the same question is always answered in the same way.

    Parameters
    ----------
    deal : Deal
        Its rules remove cards from a grid in pairs.
    exchanges : int
        Exchanges from here on.
    budget : Budget
        Limits and progress; the time to load ortools does not count.
    effort : float, optional
        CP-SAT's own measure of work, about seconds but the same in every run, after which it gives up.

    Returns
    -------
    Found
        `UNKNOWN` and `INCOMPLETE` if the effort was not enough.
    """
    if "ortools.sat.python.cp_model" not in sys.modules:
        try:
            require_address_space(_TO_LOAD)
        except MemoryError:
            return Found(Status.UNKNOWN, StopReason.MEMORY)
    with budget.loading():
        from ortools.sat.python import cp_model

    memory = _Memory(budget)
    try:
        model = PairModel(read_grid(deal.start), exchanges, look=lambda: _look(budget, memory))
    except _Stopped as stopped:
        memory.ended()
        return Found(Status.UNKNOWN, stopped.reason)
    try:
        return _ask(cp_model, model, deal, budget, memory, effort)
    finally:
        del model
        memory.ended()


def _ask(cp_model: Any, model: PairModel, deal: Deal, budget: Budget, memory: _Memory, effort: float | None) -> Found:
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers, parameters.random_seed = 1, _SEED
    parameters.catch_sigint_signal = False  # the caller's handler is not to be replaced
    if effort is not None:
        parameters.max_deterministic_time = effort
    code, stop = _run(solver, model.cp, budget, memory)
    match code:
        case cp_model.OPTIMAL | cp_model.FEASIBLE:
            return Found(Status.WINNABLE, moves=line_of(deal.rules, model, lambda literal: bool(solver.value(literal))))
        case cp_model.INFEASIBLE:
            return Found(Status.UNWINNABLE)
        case cp_model.UNKNOWN:
            spent = effort is not None and solver.response_proto.deterministic_time >= effort
            return Found(Status.UNKNOWN, stop or (StopReason.INCOMPLETE if spent else StopReason.MEMORY))
        case cp_model.MODEL_INVALID:
            raise RuntimeError(f"CP-SAT rejects the model of {deal!r}: {model.cp.validate()}")
    raise RuntimeError(f"CP-SAT ends with the unknown status {code} for {deal!r}")


class _Stopped(Exception):
    """A limit is reached while the model is built."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason = reason


class _Memory:
    """Watches what CP-SAT takes: ortools asks nobody, and its own limit is on the memory of the whole process.

    What earlier calls have left behind in the C library counts too: the growth since the first one.
    """

    def __init__(self, budget: Budget) -> None:
        self._account, self._process = budget.account, psutil.Process()
        _give_back()
        if self._account.without is None:
            self._account.without = self._process.memory_info().rss - self._account.used
        self._before = self._account.without

    def stop(self) -> StopReason | None:
        """Tell whether it has taken all that is there."""
        account = self._account
        account.take_beside(self._process.memory_info().rss - self._before - account.used)
        return StopReason.MEMORY if account.unused < _LATE else None

    def ended(self) -> None:
        """Keep account of what is left behind."""
        _give_back()
        self.stop()


def _give_back() -> None:
    """Have the C library give back what was freed, where it can be asked to."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def _look(budget: Budget, memory: _Memory) -> None:
    """Look after limits and progress."""
    if (stop := budget.stop() or memory.stop()) is not None:
        raise _Stopped(stop)


def _run(solver: Any, model: Any, budget: Budget, memory: _Memory) -> tuple[Any, StopReason | None]:
    """Solve beside this thread, which looks after limits, progress and Ctrl-C meanwhile."""
    codes: list[Any] = []
    raised: list[BaseException] = []

    def solve() -> None:
        try:
            codes.append(solver.solve(model))
        except BaseException as error:
            raised.append(error)

    thread = Thread(target=solve, daemon=True, name="patience_solver CP-SAT")
    stop: StopReason | None = None
    try:
        thread.start()
        while thread.is_alive():
            thread.join(_BETWEEN_LOOKS)
            stop = stop or budget.stop() or memory.stop()
            if stop is not None:
                solver.stop_search()
    except BaseException:
        solver.stop_search()
        thread.join(_BETWEEN_LOOKS)
        raise
    if raised:
        raise raised[0]
    return codes[0], stop
