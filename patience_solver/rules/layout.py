"""The piles of a game in layout order, and the order in which the pack comes to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from patience_solver.cards import SUIT_NAMES, SUITS
from patience_solver.rules.piles import Dealing, Foundations, Tableau

__all__ = ["Pile", "dealing_order", "layout"]


@dataclass(frozen=True)
class Pile:
    """One pile of the layout.

    Attributes
    ----------
    name : str
        Name in moves and board text.
    tableau : Tableau or None
        Its block, or `None` for a foundation.
    suit : str or None
        A foundation's suit.
    """

    name: str
    tableau: Tableau | None = None
    suit: str | None = None

    @property
    def is_foundation(self) -> bool:
        """Whether cards come here to stay."""
        return self.tableau is None


def layout(foundations: Foundations, tableau: tuple[Tableau, ...], packs: int) -> tuple[Pile, ...]:
    """All piles: the blocks of the tableau as declared, then the foundations by suit."""
    piles = [Pile(name, tableau=block) for block in tableau for name in block.names]
    piles += [Pile(SUIT_NAMES[suit], suit=suit) for suit in SUITS for _ in range(packs)]
    return tuple(piles)


def dealing_order(tableau: tuple[Tableau, ...], dealing: Dealing) -> Iterator[int]:
    """Yield, for each card of the pack in order, the index of the pile that it comes to."""
    sizes = [size for block in tableau for size in block.sizes]
    if dealing is Dealing.PILE_BY_PILE:
        for pile, size in enumerate(sizes):
            yield from [pile] * size
    elif dealing is Dealing.ROUND_BY_ROUND:
        for round_ in range(max(sizes)):
            yield from (pile for pile, size in enumerate(sizes) if size > round_)
    else:
        first = [sum(len(block.sizes) for block in tableau[:k]) for k in range(len(tableau))]
        for row in range(max(len(block.sizes) for block in tableau)):
            for start, block in zip(first, tableau, strict=True):
                if row < len(block.sizes):
                    yield from [start + row] * block.sizes[row]
