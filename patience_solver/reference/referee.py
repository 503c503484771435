"""The referee: replays moves by the reference rules and tells whether they win."""

from __future__ import annotations

from collections.abc import Iterable

from patience_solver.errors import IllegalMove, MalformedText, WrongType
from patience_solver.position import Deal, Move, Position, parse_move
from patience_solver.reference.apply import apply
from patience_solver.reference.moves import is_won

__all__ = ["replay", "wins"]


def replay(deal: Deal | Position, moves: Iterable[Move | str]) -> Position:
    """Make the moves one after the other and return the position that they lead to.

    Parameters
    ----------
    deal : Deal or Position
        Where play starts.
    moves : iterable of Move or str
        The moves, or their text.

    Raises
    ------
    IllegalMove
        At the first move that the rules forbid; the message gives its number and the reason.
    MalformedText
        At the first text that is no move of this game.
    WrongType
        If these are no deal or no moves.
    """
    position = deal.start if isinstance(deal, Deal) else deal
    if not isinstance(position, Position):
        raise WrongType.of("replay", deal, "a Deal, or a Position")
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise WrongType.of("replay: moves", moves, "a sequence of moves, or of their texts")
    for number, move in enumerate(moves, start=1):
        try:
            position = apply(position, parse_move(position.rules, move) if isinstance(move, str) else move)
        except (IllegalMove, MalformedText, WrongType) as error:
            raise type(error)(f"move {number}: {error}") from None
    return position


def wins(deal: Deal, moves: Iterable[Move | str]) -> bool:
    """Tell whether the moves are all legal and win the deal; raises as `replay` does."""
    return is_won(replay(deal, moves))
