"""A pair game in numbers: cards in the order in which they come, cells, and which two cards are a pair."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from patience_solver.position import Position
from patience_solver.rules import AfterStock, Grid, Lying, Pairs, Role, Rules

__all__ = ["GridGame", "read_grid"]


@dataclass(frozen=True)
class GridGame:
    """A position of a pair game, in numbers.

    Attributes
    ----------
    ranks : tuple of str
        The rank of each card left: first those on the grid in reading order, then the stock, the next card first.
    cells : tuple of int
        The cells of those on the grid.
    beside : tuple of frozenset of int
        For each cell of the grid the cells in which the other card of a pair may lie.
    partners : dict of str to str
        The rank of the other card of a pair; a rank that none in the pack matches is left out.
    closes_up : bool
        Whether the cards close up when the stock is out.
    """

    ranks: tuple[str, ...]
    cells: tuple[int, ...]
    beside: tuple[frozenset[int], ...]
    partners: dict[str, str]
    closes_up: bool

    @property
    def on_grid(self) -> int:
        """How many cards lie on the grid."""
        return len(self.cells)

    @property
    def fills(self) -> int:
        """How many removals draw from the stock: two cards each, the last one perhaps only one."""
        return (len(self.ranks) - self.on_grid + 1) // 2

    @property
    def late(self) -> int:
        """How many cards are left when the stock is out."""
        return len(self.ranks) - 2 * self.fills

    def entry(self, card: int) -> int:
        """Return the removal that brings this card onto the grid; 0 if it lies there."""
        return max(0, (card - self.on_grid) // 2 + 1)

    def matches(self, card: int, other: int) -> bool:
        """Tell whether two cards are a pair by their ranks."""
        return self.partners.get(self.ranks[card]) == self.ranks[other]

    def pairs(self) -> list[tuple[int, int]]:
        """Return every two cards that are a pair by their ranks, each before its partner."""
        return [(i, j) for i, j in combinations(range(len(self.ranks)), 2) if self.matches(i, j)]

    def runs_dry(self) -> bool:
        """Tell whether some removal comes before the cards of which it could be (*supply*, docs/soundness.md)."""
        come, left = Counter(self.ranks[: self.on_grid]), self.ranks[self.on_grid :]
        for removed in range(0, len(self.ranks), 2):
            if self._pairs_of(come) <= removed // 2:
                return True
            come.update(left[removed : removed + 2])
        return False

    def _pairs_of(self, come: Counter[str]) -> int:
        """Count the pairs that cards form, wherever they lie."""
        classes = {frozenset((rank, other)) for rank, other in self.partners.items()}
        return sum(min(come[rank] for rank in kind) // (1 if len(kind) == 2 else 2) for kind in classes)


def read_grid(position: Position) -> GridGame:
    """Read a position of a pair game."""
    rules = position.rules
    grid, pairs = rules.grid, rules.pairs
    assert grid is not None and pairs is not None
    piles = [cards for pile, cards in zip(rules.layout, position.piles, strict=True) if pile.role is Role.CELL]
    cells = [cell for cell, cards in enumerate(piles) if cards]
    stock = position.pile("stock")[::-1]
    return GridGame(
        ranks=tuple(card.rank for card in (*(piles[cell][0] for cell in cells), *stock)),
        cells=tuple(cells),
        beside=tuple(_beside(grid, pairs, cell) for cell in range(len(piles))),
        partners=_partners(rules, pairs),
        closes_up=grid.after_stock is AfterStock.COMPRESS,
    )


def _beside(grid: Grid, pairs: Pairs, cell: int) -> frozenset[int]:
    row, column = divmod(cell, grid.columns)
    found = set()
    for other in range(grid.rows * grid.columns):
        down, across = abs(other // grid.columns - row), abs(other % grid.columns - column)
        lies_right = {
            Lying.IN_LINE: down == 0 or across == 0,
            Lying.TOUCHING: max(down, across) == 1,
            Lying.ANYWHERE: True,
        }
        if other != cell and lies_right[pairs.lying]:
            found.add(other)
    return frozenset(found)


def _partners(rules: Rules, pairs: Pairs) -> dict[str, str]:
    return {rank: other for rank in rules.ranks for other in rules.ranks if pairs.match(rank, other)}
