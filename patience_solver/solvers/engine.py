"""What all searches share: they run in slices and count for the budget; their kernels are loaded once."""

from __future__ import annotations

import logging
import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import Enum
from threading import Event, Lock, Thread
from time import perf_counter

from patience_solver.kernel.address_space import TO_LOAD, require_address_space
from patience_solver.kernel.cache import kernels_compiled, write_error
from patience_solver.solvers.budget import Budget

__all__ = ["SLICE", "Engine", "Outcome", "load_engine"]

SLICE = 20_000
"""Expansions of a slice, where a state has few moves: a few hundredths of a second."""

_LOGGER = logging.getLogger("patience_solver")
_LOCK = Lock()
_LOADERS: dict[str, _Loader] = {}
_TOLD: set[str] = set()  # what was said in this process


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


def load_engine(name: str, budget: Budget, load: Callable[[], object]) -> None:
    """Load or compile an engine's kernels when it is first used in this process; the time does not count.

    Parameters
    ----------
    name : str
        Name of the engine's kernels.
    budget : Budget
        What does not count the time.
    load : Callable
        Calls every kernel that the engine calls, with arguments that leave nothing to do.  Only one of the threads
        that need these kernels at once calls it.
    """
    loader = _LOADERS.get(name)
    if loader is not None and loader.loaded:
        return
    require_address_space(TO_LOAD)
    begin = perf_counter()
    while True:
        with _LOCK:
            loader = _LOADERS.get(name)
            first = loader is None
            if loader is None:
                loader = _Loader(load)
                loader.start()
                _LOADERS[name] = loader
        loader.wait()
        if loader.loaded:
            break
        with _LOCK:
            if _LOADERS.get(name) is loader:
                del _LOADERS[name]
        if first and loader.error is not None:
            raise loader.error
        # Another thread's loading failed, or a fork left it behind: this one tries for itself.
    budget.compile_seconds += perf_counter() - begin


class _Loader(Thread):
    """Loading in a thread of its own, so that a `KeyboardInterrupt` passes through whoever waits at once.

    Raised inside the compiler's callbacks it would be lost.
    """

    def __init__(self, load: Callable[[], object]) -> None:
        super().__init__(daemon=True, name="patience_solver kernels")
        self._loading: list[Callable[[], object]] = [load]
        self._compiled_before = kernels_compiled()
        self._process = os.getpid()
        self._ended = Event()  # `is_alive` is wrong once a `KeyboardInterrupt` has ended a `join`
        self.loaded = False
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self._loading.pop()()  # holds the arrays of the search that came first, so it is not kept
            self.loaded = True
        except BaseException as error:
            self.error = error
        finally:
            self._ended.set()

    def wait(self) -> None:
        """Wait for the end, and say if kernels are compiled."""
        waiting = True
        while waiting and self._process == os.getpid():  # a fork takes no thread along
            waiting = not self._ended.wait(0.05)
            _tell(compiling=kernels_compiled() > self._compiled_before)


def _tell(*, compiling: bool) -> None:
    """Say once that kernels are compiled, and once that they can't be kept."""
    error = write_error()
    with _LOCK:
        says_it = compiling and "compiling" not in _TOLD
        says_why = error is not None and "error" not in _TOLD
        _TOLD.update(["compiling"] * says_it + ["error"] * says_why)
    if says_it and says_why:
        _LOGGER.warning("compiling kernels; this can take half a minute or more in every run, as %s", _unkept(error))
    elif says_it:
        _LOGGER.warning(
            "compiling kernels for the first time; this can take half a minute or more and is kept for later runs"
        )
    elif says_why:
        _LOGGER.warning("kernels have to be compiled again in the next run, as %s", _unkept(error))


def _unkept(error: str | None) -> str:
    return f"they can't be kept ({error}); NUMBA_CACHE_DIR can name another folder"
