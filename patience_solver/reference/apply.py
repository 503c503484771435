"""Making a move: the position after it."""

from __future__ import annotations

from dataclasses import replace

from patience_solver.cards import Card
from patience_solver.errors import IllegalMove
from patience_solver.position import REDEAL, Move, Position
from patience_solver.reference.moves import accepts, is_won, legal_moves
from patience_solver.rules import Order, Pile, When

__all__ = ["apply"]


def apply(position: Position, move: Move) -> Position:
    """Return the position after `move`.

    Raises
    ------
    IllegalMove
        If the rules forbid the move here; the message says why.
    """
    if move == REDEAL:
        return _redeal(position)
    piles = list(position.piles)
    source, target = _find(position, move.source, move), _find(position, str(move.target), move)
    giving, taking = position.rules.layout[source], position.rules.layout[target]
    if giving.is_foundation:
        raise IllegalMove(f"{move}: a card never leaves a foundation")
    if not piles[source]:
        raise IllegalMove(f"{move}: {giving.name} is empty")
    if source == target:
        raise IllegalMove(f"{move}: a card can't be laid on its own pile")
    card = piles[source][-1]
    target = _place(position, taking, target, card)
    if not accepts(position.rules, taking, piles[target], card):
        raise IllegalMove(f"{move}: {_refusal(position, taking, piles[target], card)}")
    piles[source] = piles[source][:-1]
    piles[target] = (*piles[target], card)
    return replace(position, piles=tuple(piles))


def _find(position: Position, name: str, move: Move) -> int:
    for place, pile in enumerate(position.rules.layout):
        if pile.name == name:
            return place
    raise IllegalMove(f"{move}: the game has no pile {name!r}")


def _place(position: Position, taking: Pile, target: int, card: Card) -> int:
    """Of several foundations of one name choose one that takes the card (it does not matter which)."""
    if taking.is_foundation:
        for place, pile in enumerate(position.rules.layout):
            if pile == taking and accepts(position.rules, pile, position.piles[place], card):
                return place
    return target


def _refusal(position: Position, pile: Pile, cards: tuple[Card, ...], card: Card) -> str:
    if pile.is_foundation:
        if card.suit != pile.suit:
            return f"{card} is not of the foundation's suit"
        if not cards:
            return f"the foundation starts with {position.rules.ranks[0]}{pile.suit}, not {card}"
        return f"{card} does not follow {cards[-1]}"
    assert pile.tableau is not None
    if not cards:
        return f"the vacant {pile.name} takes {pile.tableau.vacancy.value}, not {card}"
    building = pile.tableau.building
    ways = " or ".join("up" if step > 0 else "down" for step in building.steps)
    return f"{card} can't be laid on {cards[-1]}: piles are built {ways} {building.suit.value}"


def _redeal(position: Position) -> Position:
    rules = position.rules
    redeal = rules.redeal
    if redeal is None:
        raise IllegalMove("redeal: the game has none")
    if position.redeals_used >= redeal.times:
        raise IllegalMove(f"redeal: all redeals are used ({redeal.times})")
    if is_won(position):
        raise IllegalMove("redeal: the game is won, nothing is left to deal")
    if redeal.when is When.STUCK and REDEAL not in legal_moves(position):
        raise IllegalMove(f"redeal: other moves are left, {legal_moves(position)[0]} for one")
    tableau = [place for place, pile in enumerate(rules.layout) if not pile.is_foundation]
    gathered = tuple(card for place in tableau for card in position.piles[place])
    if redeal.order is Order.SHUFFLE:
        gathered = position.reshuffles[position.redeals_used].arrange(gathered)
    piles = list(position.piles)
    for number, place in enumerate(tableau):
        piles[place] = gathered[redeal.packet * number : redeal.packet * (number + 1)]
    return replace(position, piles=tuple(piles), redeals_used=position.redeals_used + 1)
