"""Tell whether a patience deal can be won, prove it, and give the shortest way.

>>> from patience_solver import Deal, Status, solve
>>> result = solve(Deal.random("fortress", seed=5))
"""

from patience_solver._api import solve
from patience_solver.cards import Card
from patience_solver.errors import (
    BadDeclaration,
    IllegalMove,
    ImpossibleDeal,
    MalformedText,
    PatienceError,
    UnknownGame,
    UnsupportedOption,
    WrongType,
)
from patience_solver.games import GAMES, find_game, load_game
from patience_solver.position import Deal, Move, Position, Reshuffle, parse_move
from patience_solver.reference import apply, is_won, legal_moves, replay
from patience_solver.rules import Game
from patience_solver.solvers.limits import Limits
from patience_solver.solvers.result import Progress, Result, Stats, Status, StopReason

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "BadDeclaration",
    "Card",
    "Deal",
    "Game",
    "IllegalMove",
    "ImpossibleDeal",
    "Limits",
    "MalformedText",
    "Move",
    "PatienceError",
    "Position",
    "Progress",
    "Reshuffle",
    "Result",
    "Stats",
    "Status",
    "StopReason",
    "UnknownGame",
    "UnsupportedOption",
    "WrongType",
    "apply",
    "find_game",
    "is_won",
    "legal_moves",
    "load_game",
    "parse_move",
    "replay",
    "solve",
]
