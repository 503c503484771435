"""What a solver answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import NoReturn, Protocol, overload

from patience_solver.position import Deal, Move
from patience_solver.rules.named import Named

__all__ = ["Line", "Progress", "ProgressCallback", "Result", "Stats", "Status", "StopReason"]


class Status(Named):
    """What is known of a deal."""

    WINNABLE = "winnable"
    """There is a winning line; no move of it is given out that the referee has not replayed."""
    UNWINNABLE = "unwinnable"
    """Proved: no line of play wins."""
    UNKNOWN = "unknown"
    """Neither; `Result.stop` says why."""


class StopReason(Named):
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


class Details(Mapping[str, object]):
    """What is the game's own in a result: a mapping that can't be changed, and shows itself as a `dict`."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, object] | None = None) -> None:
        self._values = dict(values or {})

    def __getitem__(self, name: str) -> object:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(self._values)


class Line(Protocol):
    """A winning line that is written out when its moves are first read, and replayed by the referee then."""

    def __len__(self) -> int:
        """Return the number of moves."""

    def written(self) -> tuple[Move, ...]:
        """Return the moves, replayed by the referee."""


class _Moves:
    """The field `Result.moves`: holds the moves, or a `Line` until they are first read."""

    @overload
    def __get__(self, result: None, owner: type) -> None: ...
    @overload
    def __get__(self, result: Result, owner: type) -> tuple[Move, ...] | None: ...
    def __get__(self, result: Result | None, owner: type) -> tuple[Move, ...] | None:
        if result is None:
            return None  # the default of the field
        moves: tuple[Move, ...] | Line | None = result.__dict__["moves"]
        if moves is not None and not isinstance(moves, tuple):
            moves = result.__dict__["moves"] = moves.written()
        return moves

    def __set__(self, result: Result, moves: tuple[Move, ...] | Line | None) -> None:
        result.__dict__["moves"] = moves


@dataclass(frozen=True)
class Result:
    """The answer to `solve`.  It has no truth value: "not found" and "does not exist" are different answers.

    Results are equal if the same was found: deal, status, stop, moves, optimal, lower bound and details are equal.  The
    figures of the search, its time among them, and the name of the solver don't count.

    Attributes
    ----------
    deal : Deal
        The deal that was asked about.
    status : Status
        What is known of it.
    stop : StopReason or None
        Why the search ended early; `None` when the question asked was settled.
    moves : tuple of Move or None
        The best winning line found, replayed by the referee.  Where play has no choice that is done when the moves are
        first read: status and length don't wait for it.
    optimal : bool
        Whether that line is proved to be a shortest one.
    lower_bound : int or None
        Proved bound on the length of any win; equal to `length` when optimal.
    solver : str
        The solver that answered.
    stats : Stats
        Figures of the search.
    details : mapping
        What is the game's own (e.g. the exchanges of Fourteen).  It can't be changed.
    """

    deal: Deal
    status: Status
    stop: StopReason | None = None
    moves: _Moves = _Moves()
    optimal: bool = False
    lower_bound: int | None = None
    solver: str = field(default="", compare=False)
    stats: Stats = field(default=Stats(), compare=False)
    details: Mapping[str, object] = field(default_factory=Details)

    def __post_init__(self) -> None:
        object.__setattr__(self, "details", Details(self.details))

    def __hash__(self) -> int:
        return hash((self.deal, self.status, self.stop, self.length, self.optimal, self.lower_bound))

    def __getstate__(self) -> dict[str, object]:
        """Pickle the moves, not a line that is still to be written: the referee must have seen what travels."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def length(self) -> int | None:
        """Number of moves of the line found."""
        moves: tuple[Move, ...] | Line | None = self.__dict__["moves"]
        return None if moves is None else len(moves)

    @property
    def is_written(self) -> bool:
        """Whether the moves have been written out, if there are any."""
        return isinstance(self.__dict__["moves"], tuple | None)

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
