"""The moves that the rules allow in a position, read straight off the declaration."""

from __future__ import annotations

from collections.abc import Iterator

from patience_solver.cards import Card
from patience_solver.position import REDEAL, Move, Position
from patience_solver.rules import Pile, Rules, Vacancy, When

__all__ = ["accepts", "is_won", "legal_moves"]


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Return every legal move, without repetition; none if the game is won."""
    moves = list(dict.fromkeys(_card_moves(position)))
    redeal = position.rules.redeal
    if redeal is not None and position.redeals_used < redeal.times and not is_won(position):
        if redeal.when is When.ANY or not moves:
            moves.append(REDEAL)
    return tuple(moves)


def is_won(position: Position) -> bool:
    """Tell whether all cards are on the foundations."""
    return all(
        pile.is_foundation or not cards for pile, cards in zip(position.rules.layout, position.piles, strict=True)
    )


def accepts(rules: Rules, pile: Pile, cards: tuple[Card, ...], card: Card) -> bool:
    """Tell whether a pile that holds `cards` takes `card`."""
    if pile.is_foundation:
        if card.suit != pile.suit:
            return False
        if not cards:
            return card.rank == rules.ranks[0]
        return rules.foundations.building.accepts(cards[-1], card, rules.ranks)
    assert pile.tableau is not None
    if cards:
        return pile.tableau.building.accepts(cards[-1], card, rules.ranks)
    if pile.tableau.vacancy is Vacancy.KINGS:
        return card.rank == rules.ranks[-1]
    return pile.tableau.vacancy is Vacancy.ANY_CARD


def _card_moves(position: Position) -> Iterator[Move]:
    rules = position.rules
    for source, cards in zip(rules.layout, position.piles, strict=True):
        if source.is_foundation or not cards:
            continue
        for target, below in zip(rules.layout, position.piles, strict=True):
            if target is not source and accepts(rules, target, below, cards[-1]):
                yield Move(source.name, target.name)
