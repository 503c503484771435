"""Random play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from patience_solver import Deal, Move, Position, apply, legal_moves

__all__ = ["goes_home", "random_play"]


def random_play(deal: Deal, seed: int, moves: int = 70) -> Iterator[tuple[Position, Move | None]]:
    """Yield the positions of a random game and the move that is made in each (mostly homeward, to get far)."""
    rng, position = Random(seed), deal.start
    for _ in range(moves):
        legal = legal_moves(position)
        if not legal:
            break
        homeward = [move for move in legal if goes_home(position, move)]
        move = rng.choice(homeward if homeward and rng.random() < 0.8 else legal)
        yield position, move
        position = apply(position, move)
    yield position, None


def goes_home(position: Position, move: Move) -> bool:
    """Tell whether a move takes a card to a foundation."""
    return any(pile.name == move.target and pile.is_foundation for pile in position.rules.layout)
