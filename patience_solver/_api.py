"""The public entry points: they pick the solver and have the referee replay its answer."""

from __future__ import annotations

from patience_solver.position import Deal
from patience_solver.solvers.limits import Limits
from patience_solver.solvers.result import ProgressCallback, Result

__all__ = ["solve"]


def solve(
    deal: Deal,
    *,
    optimal: bool = False,
    verify: bool = False,
    limits: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> Result:
    raise NotImplementedError
