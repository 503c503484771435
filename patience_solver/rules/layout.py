"""The piles of a game in layout order, and the order in which the pack comes to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from patience_solver.cards import Card
from patience_solver.rules.building import Building, Suit
from patience_solver.rules.pairs import Grid
from patience_solver.rules.piles import ANY_SUIT, Dealing, Foundations, Refill, Reserve, Role, Tableau
from patience_solver.rules.stock import Stock

__all__ = ["Pile", "dealing_order", "layout"]


@dataclass(frozen=True)
class Pile:
    """One pile of the layout.

    Attributes
    ----------
    name : str
        Name in moves and board text.
    role : Role
        The part it plays.
    tableau : Tableau or None
        Its block, if it is of the tableau.
    foundations : Foundations or None
        Its block, if it is a foundation.
    base : str
        A foundation's base, as text.
    height : int
        Cards on it when it is full (foundations only).
    order : tuple of str
        The cards of a full foundation, base first, as text (`4*`: of any suit); empty where they can follow in several
        orders, or where one of them comes twice, so that the top card does not tell how high it is.
    block : int
        Number of its block among those of the tableau, or among the foundations; -1 for other piles.
    refill : Refill or None
        What happens to a gap (reserve only).
    leads : bool
        Whether it is the leading place of the reserve.
    """

    name: str
    role: Role
    tableau: Tableau | None = None
    foundations: Foundations | None = None
    base: str = ""
    height: int = 0
    order: tuple[str, ...] = ()
    block: int = -1
    refill: Refill | None = None
    leads: bool = False

    @cached_property
    def is_foundation(self) -> bool:
        """Whether cards come here to stay."""
        return self.role in (Role.FOUNDATION, Role.REMOVED)

    @property
    def last(self) -> str:
        """The card that a full foundation ends with, as text; empty where `order` is."""
        return self.order[-1] if self.order else ""

    @property
    def told_by_top(self) -> bool:
        """Whether a foundation's top card alone tells what it takes from there on."""
        return bool(self.order) and self.foundations is not None and not self.foundations.layers_in_suit

    @property
    def building(self) -> Building | None:
        """What may be laid on its top card, if anything ever."""
        block = self.tableau or self.foundations
        return block.building if block is not None else None

    def starts_with(self, card: Card) -> bool:
        """Tell whether a card is this foundation's base."""
        return bool(self.base) and card.rank == self.base[0] and self.base[1] in (card.suit, ANY_SUIT)

    def takes_from(self, role: Role) -> bool:
        """Tell whether cards are laid here by moves from piles of this role."""
        if self.role is Role.FOUNDATION:
            return True
        return self.tableau is not None and role in self.tableau.takes_from

    @property
    def part(self) -> object:
        """What its part in the play depends on: piles of equal parts are interchangeable."""
        if self.tableau is not None:
            block = self.tableau
            return block.building, block.vacancy, block.takes_from, block.least, block.filled_up_to
        if self.foundations is not None:
            piles = self.foundations
            if self.told_by_top:  # also where of two foundations of one suit one has a card more below
                base = "" if piles.bases_set_out else self.base
                return self.role, self.name, piles.building, self.last, base
            layers = self.block if piles.layers_in_suit else -1
            return self.role, self.name, piles.building, self.base, self.height, layers
        return self.role, self.refill, self.leads


def layout(
    foundations: tuple[Foundations, ...],
    tableau: tuple[Tableau, ...],
    reserve: Reserve | None,
    stock: Stock | None,
    ranks: str,
    grid: Grid | None = None,
) -> tuple[Pile, ...]:
    """All piles: the tableau as declared, the reserve or grid, talon and stock, then the foundations."""
    piles = [
        Pile(name, Role.TABLEAU, tableau=block, block=number)
        for number, block in enumerate(tableau)
        for name in block.names
    ]
    if reserve is not None:
        piles += [
            Pile(name, Role.RESERVE, refill=reserve.refill, leads=name == reserve.leading) for name in reserve.names
        ]
    if grid is not None:
        piles += [Pile(name, Role.CELL) for name in grid.names]
    if stock is not None and stock.turned:
        piles.append(Pile("talon", Role.TALON))
    if stock is not None or grid is not None:
        piles.append(Pile("stock", Role.STOCK))
    if grid is not None:
        piles.append(Pile("removed", Role.REMOVED))
    for number, block in enumerate(foundations):
        height = len(ranks) if block.height is None else block.height
        piles += [
            Pile(
                name,
                Role.FOUNDATION,
                foundations=block,
                base=base,
                height=height,
                order=_order(base, block.building, height, ranks),
                block=number,
            )
            for name, base in zip(block.all_names, block.bases, strict=True)
        ]
    return tuple(piles)


def _order(base: str, building: Building, height: int, ranks: str) -> tuple[str, ...]:
    """Return the cards of a full foundation, if its base tells them and none of them comes twice."""
    if base and height == 1:
        return (base,)
    if not base or len(set(building.steps)) != 1 or building.suit is Suit.OTHER_COLOUR:
        return ()
    first, step = ranks.index(base[0]), building.steps[0]
    places = [first + step * depth for depth in range(height)]
    if building.wrap:
        places = [place % len(ranks) for place in places]
    if min(places) < 0 or max(places) >= len(ranks) or len(set(places)) < height:
        return ()
    suit = ANY_SUIT if building.suit is Suit.ANY else base[1]
    return (base, *(ranks[place] + suit for place in places[1:]))


def dealing_order(tableau: tuple[Tableau, ...], dealing: Dealing) -> Iterator[int]:
    """Yield, for each card dealt to the tableau in order, the index of the pile that it comes to."""
    sizes = [size for block in tableau for size in block.sizes]
    if dealing is Dealing.PILE_BY_PILE:
        for pile, size in enumerate(sizes):
            yield from [pile] * size
    elif dealing is Dealing.ROUND_BY_ROUND:
        for round_ in range(max(sizes, default=0)):
            yield from (pile for pile, size in enumerate(sizes) if size > round_)
    else:
        first = [sum(len(block.sizes) for block in tableau[:k]) for k in range(len(tableau))]
        for row in range(max((len(block.sizes) for block in tableau), default=0)):
            for start, block in zip(first, tableau, strict=True):
                if row < len(block.sizes):
                    yield from [start + row] * block.sizes[row]
