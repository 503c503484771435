"""Deals, positions and moves, and their text."""

from patience_solver.position.deal import Deal
from patience_solver.position.move import (
    DEAL,
    REDEAL,
    TURN,
    Move,
    actions,
    cells_of,
    exchange_move,
    pair_move,
    parse_move,
)
from patience_solver.position.position import Position
from patience_solver.position.reshuffle import Reshuffle

__all__ = [
    "DEAL",
    "REDEAL",
    "TURN",
    "Deal",
    "Move",
    "Position",
    "Reshuffle",
    "actions",
    "cells_of",
    "exchange_move",
    "pair_move",
    "parse_move",
]
