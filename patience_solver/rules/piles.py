"""Kinds of piles, and how the pack is laid out over them."""

from __future__ import annotations

from dataclasses import dataclass

from patience_solver.cards import MOST_CARDS, SUIT_NAMES, SUITS
from patience_solver.rules.building import Building, Vacancy
from patience_solver.rules.fields import an_instance, boolean, check_fields, maybe, one_of, text, tuple_of, whole
from patience_solver.rules.named import Named

__all__ = ["ANY_SUIT", "Dealing", "Fill", "Foundations", "Refill", "Reserve", "Role", "Tableau"]

ANY_SUIT = "*"
"""In the base of a foundation: a card of the rank, of any suit."""


class Role(Named):
    """The part that a pile plays."""

    TABLEAU = "tableau"
    RESERVE = "reserve"
    TALON = "talon"
    STOCK = "stock"
    FOUNDATION = "foundation"
    CELL = "cell"
    REMOVED = "removed"


class Dealing(Named):
    """In which order the cards of the pack come to the piles."""

    PILE_BY_PILE = "pile by pile"
    ROW_BY_ROW = "row by row across all blocks of piles"
    ROUND_BY_ROUND = "round by round, one card to each pile in turn"


class Refill(Named):
    """What happens to a gap in a reserve."""

    FORCED = "filled at once"
    OPTIONAL = "filled when the player likes"


class Fill(Named):
    """In which order a deal fills short piles up."""

    PILE_BY_PILE = "one pile after the other"
    ROUND_BY_ROUND = "one card to each short pile in turn"


@dataclass(frozen=True)
class Foundations:
    """Piles that are built up from a base and that no card ever leaves.

    Attributes
    ----------
    building : Building
        What is laid on a foundation's top card.
    bases : tuple of str
        The card that each foundation starts with, as text; `A*` is an ace of any suit; an empty text where the deal
        gives each its base.
    names : tuple of str
        Their names; by suit where they are left out.
    bases_set_out : bool
        Whether the bases are taken out of the pack (the first of its kind found) and laid down before the deal.
    height : int or None
        Cards on a full foundation; `None`: as many as there are ranks.
    layers_in_suit : bool
        Whether all cards laid second are of one suit, likewise those laid third, and so on (the bases apart).
    in_order : bool
        Whether only the first one that is not full takes cards.
    """

    building: Building = Building(steps=(1,))
    bases: tuple[str, ...] = tuple(f"A{suit}" for suit in SUITS)
    names: tuple[str, ...] = ()
    bases_set_out: bool = False
    height: int | None = None
    layers_in_suit: bool = False
    in_order: bool = False

    def __post_init__(self) -> None:
        check_fields(
            self,
            building=an_instance(Building),
            bases=tuple_of(text),
            names=tuple_of(text),
            bases_set_out=boolean,
            height=maybe(whole(1)),
            layers_in_suit=boolean,
            in_order=boolean,
        )

    @property
    def all_names(self) -> tuple[str, ...]:
        """Names of the foundations, in layout order."""
        return self.names or tuple(SUIT_NAMES[base[1]] for base in self.bases)


@dataclass(frozen=True)
class Tableau:
    """A block of piles that cards are dealt to and that take part in the play; their last card is available.

    Attributes
    ----------
    label : str
        Name of a pile, with `{n}` for its number from 1 on, or `{roman}` for a Roman one.
    sizes : tuple of int
        Cards dealt to each pile, in layout order.
    building : Building
        What may be laid on a pile's top card.
    vacancy : Vacancy
        What an emptied pile takes.
    first_dealt_on_top : bool
        Whether the card dealt first is the available one (else the last).
    takes_from : tuple of Role
        Where the cards come from that are laid on a pile.
    least : int
        A pile with fewer cards takes none.
    filled_up_to : int
        Cards up to which a deal from the stock fills the piles; 0 if it does not.
    fill : Fill
        In which order it does so.
    """

    label: str
    sizes: tuple[int, ...]
    building: Building
    vacancy: Vacancy
    first_dealt_on_top: bool = False
    takes_from: tuple[Role, ...] = (Role.TABLEAU,)
    least: int = 0
    filled_up_to: int = 0
    fill: Fill = Fill.PILE_BY_PILE

    def __post_init__(self) -> None:
        check_fields(
            self,
            label=text,
            sizes=tuple_of(whole(0)),
            building=an_instance(Building),
            vacancy=one_of(Vacancy),
            first_dealt_on_top=boolean,
            takes_from=tuple_of(one_of(Role)),
            least=whole(0, MOST_CARDS),
            filled_up_to=whole(0),
            fill=one_of(Fill),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the piles, in layout order."""
        return tuple(self.label.format(n=n, roman=_roman(n)) for n in range(1, len(self.sizes) + 1))


@dataclass(frozen=True)
class Reserve:
    """Places for one card each, which may go to a foundation; a gap is filled from the talon, or the stock.

    Attributes
    ----------
    label : str
        Name of a place, with `{n}` for its number from 1 on.
    places : int
        Number of places; each gets one card in the deal.
    refill : Refill
        What happens to a gap: the talon's top comes there, or the stock's next card if the talon is empty; if both
        are empty it stays.
    leading : str
        Name of one more place, the first to be dealt to, whose card must be played before all others that fit; when
        the last foundation opens, the card that lies there becomes its base, and the place is given up.
    """

    label: str
    places: int
    refill: Refill
    leading: str = ""

    def __post_init__(self) -> None:
        check_fields(self, label=text, places=whole(1), refill=one_of(Refill), leading=text)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the places, in layout order."""
        leading = (self.leading,) if self.leading else ()
        return leading + tuple(self.label.format(n=n) for n in range(1, self.places + 1))


def _roman(number: int) -> str:
    """Write a number from 1 to 39 in Roman numerals."""
    tens, ones = divmod(number, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]
