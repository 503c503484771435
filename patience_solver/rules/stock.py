"""The stock, the talon, and passes through them."""

from __future__ import annotations

from dataclasses import dataclass

from patience_solver.rules.fields import boolean, check_fields, maybe, one_of, whole
from patience_solver.rules.named import Named
from patience_solver.rules.redeal import MOST_REDEALS, Order

__all__ = ["Play", "Stock", "Talon"]


class Talon(Named):
    """When the talon's top card may be played."""

    TOP = "at any time"
    JUST_TURNED = "only by the move right after its turn"


class Play(Named):
    """Whether cards must be played when they fit."""

    FREE = "as the player likes"
    AT_ONCE = "before the next card is turned and before a redeal"


@dataclass(frozen=True)
class Stock:
    """What is left of the pack after the deal.

    Attributes
    ----------
    turned : bool
        Whether its cards are turned one at a time onto a talon; else the next card is itself available.
    passes : int or None
        How often it may be gone through in all; or
    redeals : int
        how often the talon may be dealt again, where `passes` is `None`.
    setting_up_counts : bool
        Whether taking the bases out of the pack, where they are set out, uses one pass.
    order : Order
        Whether the talon is turned over as it lies or shuffled; it is dealt again only when the stock is out.
    talon : Talon
        When the talon's top card may be played.
    play : Play
        Whether cards that fit on a foundation must be played.
    """

    turned: bool = True
    passes: int | None = None
    redeals: int = 0
    setting_up_counts: bool = False
    order: Order = Order.KEEP
    talon: Talon = Talon.TOP
    play: Play = Play.FREE

    def __post_init__(self) -> None:
        check_fields(
            self,
            turned=boolean,
            passes=maybe(whole(1, MOST_REDEALS)),
            redeals=whole(0, MOST_REDEALS),
            setting_up_counts=boolean,
            order=one_of(Order),
            talon=one_of(Talon),
            play=one_of(Play),
        )
