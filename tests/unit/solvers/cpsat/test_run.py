"""CP-SAT keeps to limits, can be interrupted, repeats itself, and each of its statuses is told as what it is."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from ortools.sat.python import cp_model

from patience_solver import Deal, Limits, Progress, Status, StopReason
from patience_solver.reference import wins
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.cpsat.run import ask_cpsat

LONG = Deal.random("fourteen", 1000001, decks=2)
"""Takes CP-SAT minutes."""
WON = Deal.random("fourteen", 1000012, exchanges=0)
LOST = Deal.random("fourteen", 1000008, exchanges=0)


def test_a_win_and_a_loss() -> None:
    found = ask_cpsat(WON, 0, Budget(Limits()))
    assert found.status is Status.WINNABLE and found.moves is not None
    assert wins(WON, found.moves)
    assert ask_cpsat(WON, 0, Budget(Limits())).moves == found.moves  # it repeats itself
    assert ask_cpsat(LOST, 0, Budget(Limits())).status is Status.UNWINNABLE


@pytest.mark.parametrize("seconds", [0.01, 2.0])
def test_seconds(seconds: float) -> None:
    """While the model is built, and when it is solved."""
    budget = Budget(Limits(seconds=seconds))
    found = ask_cpsat(LONG, 0, budget)
    assert (found.status, found.stop, found.moves) == (Status.UNKNOWN, StopReason.SECONDS, None)
    assert budget.seconds < seconds + 0.7


def test_progress_and_its_end() -> None:
    told: list[Progress] = []

    def callback(progress: Progress) -> bool:
        told.append(progress)
        return len(told) < 10

    found = ask_cpsat(LONG, 0, Budget(Limits(), callback, bound=52))
    assert (found.status, found.stop) == (Status.UNKNOWN, StopReason.INTERRUPTED)
    assert len(told) >= 10 and {progress.bound for progress in told} == {52}


def test_effort() -> None:
    found = ask_cpsat(WON, 0, Budget(Limits()), effort=0.01)
    assert (found.status, found.stop) == (Status.UNKNOWN, StopReason.INCOMPLETE)


@pytest.mark.usefixtures("control_c")
@pytest.mark.parametrize("wait", [0.3, 2.5])
def test_keyboard_interrupt_passes_through_at_once(wait: float) -> None:
    import _thread

    began: list[float] = []

    def interrupt() -> None:
        time.sleep(wait)
        began.append(time.perf_counter())
        _thread.interrupt_main()

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        ask_cpsat(LONG, 0, Budget(Limits()))
    assert time.perf_counter() - began[0] < 0.5
    assert ask_cpsat(LOST, 0, Budget(Limits())).status is Status.UNWINNABLE  # nothing is broken behind it


@pytest.mark.parametrize(("code", "error"), [(cp_model.MODEL_INVALID, "rejects the model"), (99, "unknown status")])
def test_what_should_not_be_is_an_error(code: Any, error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp_model.CpSolver, "solve", lambda *_: code)
    with pytest.raises(RuntimeError, match=error):
        ask_cpsat(LOST, 0, Budget(Limits()))


def test_an_end_for_no_reason_given_is_told_as_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp_model.CpSolver, "solve", lambda *_: cp_model.UNKNOWN)
    assert ask_cpsat(LOST, 0, Budget(Limits())).stop is StopReason.MEMORY


def test_an_error_beside_passes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(cp_model.CpSolver, "solve", fail)
    with pytest.raises(ZeroDivisionError):
        ask_cpsat(LOST, 0, Budget(Limits()))


def test_easy_deals_load_no_ortools() -> None:
    code = (
        "import sys; from patience_solver import Deal, solve; solve(Deal.random('fourteen', 1000012)); "
        "print('ortools' in sys.modules)"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed == "False\n"
