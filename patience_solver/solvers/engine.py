"""What all searches share: they run in slices and count for the budget; their kernels are loaded once."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import Enum
from threading import Thread
from time import perf_counter
from typing import Any

from patience_solver.kernel.compiled import is_cached, quick_compilation
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.limits import require_address_space

__all__ = ["SLICE", "Engine", "Outcome", "load_engine"]

SLICE = 20_000
"""Expansions of a slice, where a state has few moves: a few hundredths of a second."""

_TO_LOAD, _TO_COMPILE = 32 * 10**6, 400 * 10**6
"""Address space that loading kernels takes, and compiling them."""

_LOGGER = logging.getLogger("patience_solver")
_LOADED: set[str] = set()
_TOLD: list[bool] = []  # whether it was said in this process that kernels are compiled


class Outcome(Enum):
    """How a slice of an engine ended."""

    GOING_ON = "going on"
    """There is more to search."""
    WIN = "win"
    """A win was found, or a shorter one."""
    DONE = "done"
    """All was searched."""
    GIVEN_UP = "given up"
    """The engine can't go on within its memory, or has left out lines that were too long for it."""


class Engine(ABC):
    """A compiled search as a Python object.

    Parameters
    ----------
    budget : Budget
        What it counts for.
    slice_ : int
        Expansions of a slice.
    """

    def __init__(self, budget: Budget, slice_: int) -> None:
        self._budget, self._slice = budget, slice_
        self._grant = budget.account.grant()
        self._halted_with = 0  # memory that it was granted when it was halted

    @property
    @abstractmethod
    def stored(self) -> int:
        """States stored."""

    @property
    @abstractmethod
    def expanded(self) -> int:
        """States whose moves were tried."""

    @property
    @abstractmethod
    def bytes(self) -> int:
        """Memory in use."""

    @property
    @abstractmethod
    def collision_bound(self) -> float:
        """Bound on the chance that two states were taken for one."""

    @abstractmethod
    def _go_on(self, expansions: int) -> Outcome:
        """Search on for so many expansions."""

    @property
    def granted(self) -> int:
        """Memory that it may come to use."""
        return self._grant.size

    def halt(self) -> None:
        """Hold no more memory than is in use, until it goes on."""
        self._halted_with = self._halted_with or self._grant.size
        self._grant.resize(min(self.bytes, self._grant.size))

    def run(self, expansions: int = 0) -> Outcome:
        """Search on for one slice, of so many expansions if that is said."""
        stored, expanded = self.stored, self.expanded
        try:
            if self._halted_with:
                self._grant.resize(self._halted_with)
                self._halted_with = 0
            outcome = self._go_on(self._budget.slice(expansions or self._slice))
        except MemoryError:  # by the account, or by the system
            outcome = Outcome.GIVEN_UP
        self._count(stored, expanded)
        return outcome

    def _share(self, most_bytes: int) -> int:
        """Return how much memory it may take where `most_bytes` is its share: what others hold is not there."""
        return min(most_bytes, self._budget.account.left)

    def _count(self, stored: int = 0, expanded: int = 0) -> None:
        """Count for the budget what has come to what was stored and expanded before, and the memory in use."""
        self._grant.uses(self.bytes)
        self._budget.states += self.stored - stored
        self._budget.expanded += self.expanded - expanded


def load_engine(name: str, budget: Budget, kernel: Callable[..., Any], load: Callable[[], object]) -> None:
    """Load or compile an engine's kernels when it is first used in this process; the time does not count."""
    if name in _LOADED:
        return
    require_address_space(_TO_LOAD if is_cached(kernel) else _TO_COMPILE)
    begin = perf_counter()
    if not is_cached(kernel) and not _TOLD:
        _TOLD.append(True)
        _LOGGER.warning("compiling kernels for the first time; this takes some 30 seconds and is kept for later runs")
    with quick_compilation():
        _beside(load)
    _LOADED.add(name)
    budget.compile_seconds += perf_counter() - begin


def _beside(load: Callable[[], object]) -> None:
    """Load in a thread of its own and wait for it, so that a `KeyboardInterrupt` passes through at once.

    Raised inside the compiler's callbacks it would be lost.
    """
    raised: list[BaseException] = []

    def run() -> None:
        try:
            load()
        except BaseException as error:
            raised.append(error)

    thread = Thread(target=run, daemon=True, name="patience_solver kernels")
    thread.start()
    while thread.is_alive():
        thread.join(0.05)
    if raised:
        raise raised[0]
