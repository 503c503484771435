"""Keeping a search within its limits, and telling its progress."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter

from patience_solver.kernel.address_space import address_space_left
from patience_solver.position import Deal
from patience_solver.solvers.account import Account
from patience_solver.solvers.found import Found
from patience_solver.solvers.limits import Limits
from patience_solver.solvers.result import Progress, ProgressCallback, Result, Stats, Status, StopReason

__all__ = ["Budget"]

_BETWEEN_REPORTS = 0.1  # seconds


@dataclass
class Budget:
    """What a search may still spend, and what it has found so far.

    Attributes
    ----------
    limits : Limits
        The limits asked for.
    progress : callable or None
        Called now and then between slices.
    states : int
        New states stored so far, over all engines.
    compile_seconds : float
        Time spent loading kernels and packages; it does not count.
    status, incumbent, bound
        What is known so far.
    """

    limits: Limits
    progress: ProgressCallback | None = None
    states: int = 0
    expanded: int = 0
    compile_seconds: float = 0.0
    status: Status = Status.UNKNOWN
    incumbent: int | None = None
    bound: int | None = None
    _start: float = field(default_factory=perf_counter)
    _reported: float = 0.0

    @cached_property
    def bytes(self) -> int:
        """Memory for tables; where no limit is given, that of the moment when it is first asked for.

        Where the system limits the address space, half of what is left of it: kernels have still to be loaded.
        """
        return min(self.limits.bytes, address_space_left() // 2)

    @cached_property
    def account(self) -> Account:
        """The account of that memory: engines ask it before they take any."""
        return Account(self.bytes)

    @property
    def seconds(self) -> float:
        """Time since the call, without compilation."""
        return perf_counter() - self._start - self.compile_seconds

    @contextmanager
    def loading(self) -> Iterator[None]:
        """Not count the time that is spent here: kernels or packages are loaded."""
        begin = perf_counter()
        yield
        self.compile_seconds += perf_counter() - begin

    def result(self, deal: Deal, found: Found, solver: str, **details: object) -> Result:
        """Return what was found, with the figures of the search; not yet replayed by the referee.

        Raises
        ------
        RuntimeError
            If the bound is higher than the length of the win: an error in this package.
        """
        if found.moves is not None and found.lower_bound is not None and found.lower_bound > len(found.moves):
            raise RuntimeError(
                f"solver {solver!r} claims {found.lower_bound} moves, and wins in {len(found.moves)}: {deal!r}"
            )
        return Result(
            deal=deal,
            status=found.status,
            stop=found.stop,
            moves=found.moves,
            optimal=found.moves is not None and found.lower_bound == len(found.moves),
            lower_bound=found.lower_bound,
            solver=solver,
            stats=Stats(
                states=self.states,
                expanded=self.expanded,
                seconds=self.seconds,
                compile_seconds=self.compile_seconds,
                table_bytes=self.account.peak,
                collision_bound=found.collision_bound,
            ),
            details=details,
        )

    def slice(self, expansions: int) -> int:
        """Return how many expansions the next slice may make: fewer where the limit on states is near."""
        if self.limits.states is None:
            return expansions
        return min(expansions, 1 + max(0, self.limits.states - self.states) // 16)  # one may store several states

    def stop(self) -> StopReason | None:
        """Tell whether the search must end now; reports progress when that is due."""
        seconds = self.seconds
        if self.limits.seconds is not None and seconds >= self.limits.seconds:
            return StopReason.SECONDS
        if self.limits.states is not None and self.states >= self.limits.states:
            return StopReason.STATES
        if self.progress is not None and seconds - self._reported >= _BETWEEN_REPORTS:
            return self.report()
        return None

    def report(self) -> StopReason | None:
        """Report progress at once; returns `INTERRUPTED` if the callback asks for the end."""
        if self.progress is None:
            return None
        self._reported = self.seconds
        told = Progress(self.status, self.incumbent, self.bound, self.states, self._reported)
        return StopReason.INTERRUPTED if self.progress(told) is False else None
