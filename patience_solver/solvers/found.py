"""What a part of a search has found."""

from __future__ import annotations

from dataclasses import dataclass

from patience_solver.position import Move
from patience_solver.solvers.result import Status, StopReason

__all__ = ["Found"]


@dataclass(frozen=True)
class Found:
    """What a part of a search has found; the fields are those of `Result` and `Stats`."""

    status: Status
    stop: StopReason | None = None
    moves: tuple[Move, ...] | None = None
    lower_bound: int | None = None
    collision_bound: float = 0.0
