"""Deals, positions and moves, and their text."""

from patience_solver.position.deal import Deal
from patience_solver.position.move import REDEAL, Move, parse_move
from patience_solver.position.position import Position
from patience_solver.position.reshuffle import Reshuffle

__all__ = ["REDEAL", "Deal", "Move", "Position", "Reshuffle", "parse_move"]
