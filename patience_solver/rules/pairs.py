"""Grids of single cards, and the pairs that are removed from them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from patience_solver.cards import RANKS
from patience_solver.rules.fields import check_fields, maybe, one_of, whole
from patience_solver.rules.named import Named

__all__ = ["AfterStock", "Grid", "Lying", "Pairs"]


class AfterStock(Named):
    """What becomes of gaps in a grid when the stock is out."""

    STATIC = "they stay"
    COMPRESS = "the cards close up in reading order"


class Lying(Named):
    """How two cards must lie to each other to be removed."""

    IN_LINE = "in one row or one column, at any distance"
    TOUCHING = "in cells that touch, at a corner too"
    ANYWHERE = "anywhere"


@dataclass(frozen=True)
class Grid:
    """Cells for one card each, filled from the pack in reading order; gaps are filled from the stock at once.

    Attributes
    ----------
    rows, columns : int
        Number of rows and columns, at most 9 and 26.
    after_stock : AfterStock
        What becomes of gaps when the stock is out.
    """

    rows: int
    columns: int
    after_stock: AfterStock = AfterStock.STATIC

    def __post_init__(self) -> None:
        check_fields(self, rows=whole(1, 9), columns=whole(1, 26), after_stock=one_of(AfterStock))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the cells in reading order: the letter of the column, the number of the row."""
        cells = product(range(1, self.rows + 1), range(self.columns))
        return tuple(f"{chr(ord('a') + column)}{row}" for row, column in cells)


@dataclass(frozen=True)
class Pairs:
    """The game is to remove all cards in pairs.

    Attributes
    ----------
    total : int or None
        What the ranks of a pair add up to (ace 1, jack 11, queen 12, king 13); `None`: they are equal.
    lying : Lying
        How its two cards must lie to each other.
    exchanges : int
        How often two cards may change places with two others: only when no pair can be made.
    """

    total: int | None
    lying: Lying
    exchanges: int = 0

    def __post_init__(self) -> None:
        check_fields(self, total=maybe(whole()), lying=one_of(Lying), exchanges=whole(0, 200))

    def match(self, rank: str, other: str) -> bool:
        """Tell whether two cards of these ranks are a pair."""
        if self.total is None:
            return rank == other
        return RANKS.index(rank) + RANKS.index(other) + 2 == self.total
