"""What a solver answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NoReturn

from patience_solver.position import Deal, Move

__all__ = ["Progress", "ProgressCallback", "Result", "Stats", "Status", "StopReason"]


class Status(Enum):
    """What is known of a deal."""

    WINNABLE = "winnable"
    """A winning line was found; the referee has replayed it."""
    UNWINNABLE = "unwinnable"
    """Proved: no line of play wins."""
    UNKNOWN = "unknown"
    """Neither; `Result.stop` says why."""


class StopReason(Enum):
    """Why a search ended before the question asked was settled."""

    SECONDS = "seconds"
    """The time limit was reached."""
    STATES = "states"
    """The limit on new states was reached."""
    MEMORY = "memory"
    """The memory limit was reached."""
    INTERRUPTED = "interrupted"
    """The progress callback returned `False`."""
    INCOMPLETE = "incomplete"
    """The method used can't settle the question for this deal."""


@dataclass(frozen=True)
class Stats:
    """Figures of a search.

    Attributes
    ----------
    states : int
        New states stored, over all parts of the search.
    expanded : int
        States whose moves were tried.
    seconds : float
        Wall time without compilation.
    compile_seconds : float
        Time to load or compile kernels.
    table_bytes : int
        Largest memory held by the search's tables.
    collision_bound : float
        Bound on the chance that a proof rests on two states having been taken for one; 0 where states were compared
        exactly.
    """

    states: int = 0
    expanded: int = 0
    seconds: float = 0.0
    compile_seconds: float = 0.0
    table_bytes: int = 0
    collision_bound: float = 0.0


@dataclass(frozen=True)
class Result:
    """The answer to `solve`.  It has no truth value: "not found" and "does not exist" are different answers.

    Attributes
    ----------
    deal : Deal
        The deal that was asked about.
    status : Status
        What is known of it.
    stop : StopReason or None
        Why the search ended early; `None` when the question asked was settled.
    moves : tuple of Move or None
        The best winning line found.
    optimal : bool
        Whether that line is proved to be a shortest one.
    lower_bound : int or None
        Proved bound on the length of any win; equal to `length` when optimal.
    solver : str
        The solver that answered.
    stats : Stats
        Figures of the search.
    details : mapping
        What is the game's own (e.g. the exchanges of Fourteen).
    """

    deal: Deal
    status: Status
    stop: StopReason | None = None
    moves: tuple[Move, ...] | None = None
    optimal: bool = False
    lower_bound: int | None = None
    solver: str = ""
    stats: Stats = Stats()
    details: Mapping[str, object] = field(default_factory=dict, hash=False)

    @property
    def length(self) -> int | None:
        """Number of moves of the line found."""
        return None if self.moves is None else len(self.moves)

    def __bool__(self) -> NoReturn:
        raise TypeError("a Result has no truth value: compare result.status with Status.WINNABLE, UNWINNABLE, UNKNOWN")


@dataclass(frozen=True)
class Progress:
    """What a progress callback is told.

    Attributes
    ----------
    status : Status
        What is known so far.
    incumbent : int or None
        Length of the best win found so far.
    bound : int or None
        Proved lower bound on the length of any win.
    states : int
        New states stored so far.
    seconds : float
        Time so far.
    """

    status: Status
    incumbent: int | None
    bound: int | None
    states: int
    seconds: float


ProgressCallback = Callable[[Progress], object]
"""Called between slices of the search; returning `False` (not merely something false) ends it."""
