"""Kinds of piles, and how the pack is laid out over them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from patience_solver.rules.building import Building, Vacancy

__all__ = ["Dealing", "Foundations", "Tableau"]


class Dealing(Enum):
    """In which order the cards of the pack come to the piles."""

    PILE_BY_PILE = "pile by pile"
    ROW_BY_ROW = "row by row across all blocks of piles"
    ROUND_BY_ROUND = "round by round, one card to each pile in turn"


@dataclass(frozen=True)
class Foundations:
    """One foundation for each suit (and pack), built in suit from `base` to the last rank of the pack.

    Attributes
    ----------
    building : Building
        What is laid on a foundation's top card.
    bases_set_out : bool
        Whether the bases are taken out of the pack and laid down before the deal.
    """

    building: Building = Building(steps=(1,))
    bases_set_out: bool = False


@dataclass(frozen=True)
class Tableau:
    """A block of piles that cards are dealt to and that take part in the play; their last card is available.

    Attributes
    ----------
    label : str
        Name of a pile, with `{n}` for its number from 1 on.
    sizes : tuple of int
        Cards dealt to each pile, in layout order.
    building : Building
        What may be laid on a pile's top card.
    vacancy : Vacancy
        What an emptied pile takes.
    first_dealt_on_top : bool
        Whether the card dealt first is the available one (else the last).
    """

    label: str
    sizes: tuple[int, ...]
    building: Building
    vacancy: Vacancy
    first_dealt_on_top: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the piles, in layout order."""
        return tuple(self.label.format(n=n) for n in range(1, len(self.sizes) + 1))
