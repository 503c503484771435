"""The rules executed plainly: the definition of truth, and the referee."""

from patience_solver.reference.apply import apply
from patience_solver.reference.moves import is_won, legal_moves
from patience_solver.reference.referee import replay, wins

__all__ = ["apply", "is_won", "legal_moves", "replay", "wins"]
