"""Why a card can't go to a pile, in words."""

from __future__ import annotations

from patience_solver.position import Position
from patience_solver.reference.moves import is_available, open_foundation
from patience_solver.rules import ANY_SUIT, Role, Suit, Vacancy
from patience_solver.rules.prose.words import built, plural

__all__ = ["refusal"]


def refusal(position: Position, source: int, target: int) -> str:
    """Say why the top card of one pile may not be laid on another."""
    giving, pile = position.rules.layout[source], position.rules.layout[target]
    card, cards = position.piles[source][-1], position.piles[target]
    if not is_available(position, source):
        if giving.role is Role.STOCK:
            return "a card of the stock must be turned first"
        return "the talon's card may be played only by the move right after its turn"
    if pile.foundations is not None:
        if pile.foundations.in_order and target != open_foundation(position):
            return f"{pile.name} is not open, foundations are filled one after the other"
        if not cards:
            if not pile.base:
                return f"{pile.name} starts with the card that is dealt there"
            base = pile.base.rstrip(ANY_SUIT)
            if ANY_SUIT not in pile.base and card.suit != pile.base[1]:
                return f"{card} is not of the foundation's suit, it starts with {base}"
            return f"the foundation starts with {base}, not {card}"
        if pile.foundations.building.suit is Suit.SAME and card.suit != cards[-1].suit:
            return f"{card} is not of the foundation's suit"
        if len(cards) == pile.height:
            return f"the foundation is full, it ends with {cards[-1]}"
        if not built(pile.foundations.building, position.rules):
            return f"nothing is laid on {cards[-1]} there"
        if pile.foundations.building.accepts(cards[-1], card, position.rules.ranks):
            return f"the suit of layer {len(cards) + 1} is settled, and {card} is not of it"
        return f"{card} does not follow {cards[-1]}"
    if pile.tableau is None:
        return f"no card is laid on the {pile.role.value}"
    if not pile.takes_from(giving.role):
        return f"{pile.name} takes no card from the {giving.role.value}"
    if len(cards) < pile.tableau.least:
        return f"{pile.name} has fewer than {pile.tableau.least} cards and takes none"
    if not cards:
        highest = position.rules.ranks[-1]
        kings = f"{plural(highest)} only"
        takes = kings if pile.tableau.vacancy is Vacancy.KINGS else pile.tableau.vacancy.value
        return f"the vacant {pile.name} takes {takes}, not {card}"
    going_on = built(pile.tableau.building, position.rules)
    if not going_on:
        return f"{pile.name} holds {cards[-1]}, and nothing is laid on a card there"
    return f"{card} can't be laid on {cards[-1]}: piles are {going_on}"
