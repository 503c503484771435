"""Gathering the tableau and dealing it again."""

from __future__ import annotations

from dataclasses import dataclass

from patience_solver.cards import MOST_CARDS
from patience_solver.rules.fields import check_fields, one_of, whole
from patience_solver.rules.named import Named

__all__ = ["MOST_REDEALS", "Order", "Redeal", "When"]

MOST_REDEALS = 200
"""More redeals, or passes, are of no use to anybody, and a search keeps their number in one byte."""


class When(Named):
    """When a redeal may be made."""

    STUCK = "only when no other move is left"
    ANY = "at any time"


class Order(Named):
    """In what order the gathered cards are dealt again."""

    KEEP = "as gathered"
    SHUFFLE = "shuffled"


@dataclass(frozen=True)
class Redeal:
    """The piles are gathered, pile 1 first, each bottom first, and dealt again in packets.

    Attributes
    ----------
    times : int
        How many redeals there are.
    when : When
        When one may be made.
    order : Order
        Whether the cards are shuffled in between; then each redeal follows a list that is part of the deal.
    packet : int
        Cards in a pile of the new deal; the last pile may be short.  0: one card to each pile in turn.
    """

    times: int
    when: When
    order: Order
    packet: int

    def __post_init__(self) -> None:
        check_fields(
            self, times=whole(0, MOST_REDEALS), when=one_of(When), order=one_of(Order), packet=whole(0, MOST_CARDS)
        )
