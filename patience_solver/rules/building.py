"""Which card may be laid on which, and which card a vacant pile takes."""

from __future__ import annotations

from dataclasses import dataclass

from patience_solver.cards import RED, Card
from patience_solver.rules.fields import boolean, check_fields, one_of, tuple_of, whole
from patience_solver.rules.named import Named

__all__ = ["ANYTHING", "Building", "Suit", "Vacancy"]


class Suit(Named):
    """How the suits of two cards must compare for one to be laid on the other."""

    SAME = "in suit"
    ANY = "regardless of suit"
    OTHER_COLOUR = "in alternating colours"


class Vacancy(Named):
    """Which cards an emptied pile takes."""

    ANY_CARD = "any card"
    KINGS = "kings only"
    NOTHING = "no card"


@dataclass(frozen=True)
class Building:
    """What may be laid on the top card of a pile.

    Attributes
    ----------
    steps : tuple of int
        Allowed differences of rank, card laid minus card below: `(-1,)` builds down, `(1,)` up, `(1, -1)` both ways,
        `(0,)` lays equal ranks on each other, `()` lays nothing on anything (a cell).
    suit : Suit
        How the suits must compare.
    wrap : bool
        Whether the ranks close to a circle (A after K).
    """

    steps: tuple[int, ...]
    suit: Suit = Suit.SAME
    wrap: bool = False

    def __post_init__(self) -> None:
        check_fields(self, steps=tuple_of(whole()), suit=one_of(Suit), wrap=boolean)

    def accepts(self, below: Card, card: Card, ranks: str) -> bool:
        """Tell whether `card` may be laid on `below`, in a pack with these `ranks` in ascending order."""
        if self.suit is Suit.SAME and card.suit != below.suit:
            return False
        if self.suit is Suit.OTHER_COLOUR and (card.suit in RED) == (below.suit in RED):
            return False
        difference = ranks.index(card.rank) - ranks.index(below.rank)
        if self.wrap:
            return any((difference - step) % len(ranks) == 0 for step in self.steps)
        return difference in self.steps


ANYTHING = Building(steps=tuple(range(-12, 13)), suit=Suit.ANY)
"""Any card on any card."""
