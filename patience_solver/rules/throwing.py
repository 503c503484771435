"""Throwing out: cards leave the piles by themselves, and what is left is laid in rows at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from patience_solver.cards import Card
from patience_solver.rules.fields import check_fields, one_of, text, tuple_of, whole
from patience_solver.rules.named import Named

__all__ = ["Neighbours", "Throwing"]


class Neighbours(Named):
    """Which cards of the rows count as neighbours."""

    ROW = "side by side in a row"
    BOTH = "side by side in a row, or one above the other"


@dataclass(frozen=True)
class Throwing:
    """After each deal the top cards of every pile are thrown out until a card of a kept rank is on top.

    Attributes
    ----------
    kept : str
        The ranks at which this stops.
    rows : tuple of int
        Once only kept cards are left, they are laid in rows, as gathered: number of rows, cards in a row.
    neighbours : Neighbours
        Which of them must be two of one suit for the game to be won.
    """

    kept: str
    rows: tuple[int, int]
    neighbours: Neighbours

    def __post_init__(self) -> None:
        check_fields(self, kept=text, rows=tuple_of(whole(1)), neighbours=one_of(Neighbours))

    def left(self, pile: Sequence[Card]) -> int:
        """Return how many cards of a pile are left after throwing out."""
        return max((depth for depth, card in enumerate(pile, start=1) if card.rank in self.kept), default=0)

    def matches(self, gathered: Sequence[Card]) -> bool:
        """Tell whether two neighbours are of one suit when these cards are laid in rows."""
        rows, width = self.rows
        for place, card in enumerate(gathered[: rows * width]):
            if (place + 1) % width and gathered[place + 1].suit == card.suit:
                return True
            below = place + width
            if self.neighbours is Neighbours.BOTH and below < rows * width and gathered[below].suit == card.suit:
                return True
        return False
