"""Kernels are loaded once, by one of the threads that need them."""

from __future__ import annotations

import _thread
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from patience_solver.solvers import engine
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import load_engine
from patience_solver.solvers.limits import Limits


@pytest.fixture(autouse=True)
def nothing_loaded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(engine, "_LOADERS", {})
    yield


def test_threads_load_once() -> None:
    loads: list[str] = []

    def load() -> None:
        time.sleep(0.2)
        loads.append("loaded")

    budgets = [Budget(Limits()) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda budget: load_engine("kernels", budget, load), budgets))
    assert loads == ["loaded"]
    assert all(budget.compile_seconds >= 0.1 for budget in budgets)  # all have waited
    load_engine("kernels", budgets[0], load)
    assert loads == ["loaded"]


def test_different_kernels_load_at_once() -> None:
    together = threading.Barrier(2, timeout=10)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda name: load_engine(name, Budget(Limits()), lambda: together.wait() and None), "ab"))


def test_where_one_thread_fails_the_others_load_themselves() -> None:
    begun: list[str] = []
    waiting = threading.Event()

    def load() -> None:
        begun.append("begun")
        if len(begun) == 1:
            waiting.wait(10)
            raise MemoryError

    def run(first: bool) -> str:
        try:
            load_engine("kernels", Budget(Limits()), load)
        except MemoryError:
            return "failed"
        return "loaded"

    with ThreadPoolExecutor(3) as pool:
        running = [pool.submit(run, True)]
        while not begun:
            time.sleep(0.01)
        running += [pool.submit(run, False) for _ in range(2)]
        time.sleep(0.1)
        waiting.set()
        assert [future.result(timeout=10) for future in running] == ["failed", "loaded", "loaded"]
    assert len(begun) == 2


def test_a_loader_that_a_fork_left_behind_is_replaced() -> None:
    left = engine._Loader(lambda: None)
    left._process += 1
    engine._LOADERS["kernels"] = left
    loads: list[str] = []
    load_engine("kernels", Budget(Limits()), lambda: loads.append("loaded"))
    assert loads == ["loaded"]


def test_an_interrupt_while_kernels_load_passes_through_at_once() -> None:
    loads: list[str] = []
    interrupted: list[float] = []

    def load() -> None:
        time.sleep(1.5)
        loads.append("loaded")

    def interrupt() -> None:
        time.sleep(0.3)
        interrupted.append(time.perf_counter())
        _thread.interrupt_main()

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    try:
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            load_engine("kernels", Budget(Limits()), load)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.perf_counter() - interrupted[0] < 0.5
    load_engine("kernels", Budget(Limits()), load)  # waits for what was begun
    assert loads == ["loaded"]
