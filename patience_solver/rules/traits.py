"""Traits: what a proof may presuppose of the rules, each computed here and nowhere else.

A prune, a bound, a canonical form or a method names the traits that its proof in docs/soundness.md rests on, and is
left out where one of them fails.  A trait speaks of settled rules only, never of a game's name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import Enum
from functools import lru_cache

from patience_solver.cards import Card
from patience_solver.rules.building import ANYTHING, Suit, Vacancy
from patience_solver.rules.game import Rules
from patience_solver.rules.layout import Pile
from patience_solver.rules.pairs import AfterStock
from patience_solver.rules.piles import ANY_SUIT, Refill, Role
from patience_solver.rules.redeal import Order, When
from patience_solver.rules.stock import Play, Talon

__all__ = ["Trait", "has", "traits_of"]


class Trait(Enum):
    """What may hold of the rules of a game; the value is its name in docs/soundness.md."""

    ONE_PACK = "one pack"
    """Every card is there once."""
    TWO_PACKS = "two packs"
    """Every card is there twice."""
    OPEN_TABLEAU = "open tableau"
    """All cards lie in the tableau or on foundations: no stock, no reserve, no grid, nothing thrown out."""
    NO_TABLEAU = "no tableau"
    """There are no piles that cards are moved between."""
    NO_RESERVE = "no reserve"
    """There are no places of a reserve."""
    NO_WAITING_REDEAL = "no redeal when stuck"
    """No redeal waits until no other move is left."""
    ANY_SIZE = "piles take cards at any size"
    """No pile of the tableau that holds a card takes none for want of cards (`least` is at most 1)."""
    ONE_PART = "one kind of pile"
    """All piles of the tableau play the same part, and take cards from each other."""
    FILLED_ALIKE = "piles filled alike"
    """Either no deal fills piles, or it fills all piles of the tableau, and they play the same part."""
    IN_SUIT = "foundations in suit"
    """On every foundation lie cards of the suit of its base."""
    ONE_ORDER = "one order"
    """The base of every foundation tells which cards follow, in one order, none of them twice; suits may not matter."""
    ONE_HOME = "a place for each card"
    """In suit and in one order, and the cards of full foundations are the pack: as many places as there are copies."""
    ANY_TIME = "foundations open at any time"
    """No foundation waits until another is full."""
    NO_LAYERS = "no layers"
    """The suit of a card laid on a foundation never depends on other foundations."""
    ALL_FULL = "all foundations full"
    """The foundations hold as many cards as are in play: in a win all of them are full."""
    UNEVEN = "uneven foundations"
    """Two foundations of one building may show the same card and have different numbers of cards to go."""
    BASES_SET_OUT = "bases set out"
    """All bases are laid on their foundations before the deal."""
    FREE_PLAY = "free play"
    """No card must be played when it fits."""
    TURNED_STOCK = "stock turned onto a talon"
    """The stock's cards are turned one at a time onto a talon."""
    STOCK_PLAYED = "stock played from"
    """The stock's next card is itself available, and there is no talon."""
    TALON_TOP = "talon's top at any time"
    """The talon's top card may be played at any time."""
    TALON_ONLY_HOME = "talon only to foundations"
    """Cards of the talon are laid on foundations only."""
    KEPT_ORDER = "talon turned over"
    """The talon is dealt again as it lies."""
    ONE_PASS = "one pass"
    """The stock is gone through once."""
    FILLING = "deals fill all piles"
    """A deal fills every pile of the tableau up to the same number of cards."""
    SINGLE_PARKING = "parking piles"
    """The tableau takes any card at any time, from the stock only, and gives cards to foundations only."""
    NOTHING_TAKEN = "tableau gives to foundations only"
    """No pile but foundations takes cards of the tableau."""
    ANY_SUIT_ORDER = "suits never matter"
    """Foundations ask for one rank at a time, of any suit."""
    ALL_IN_TURN = "foundations one after the other"
    """Every foundation but the first waits until the one before is full."""
    MUST_PLAY = "cards that fit must be played"
    """What fits must be played before anything is turned or dealt again."""
    FORCED_REFILL = "gaps filled at once"
    """Gaps of a reserve, if there is one, are filled at once."""
    NO_LEADING = "no leading place"
    """No place of the reserve comes before the others."""
    RESERVE = "a reserve"
    """There are places for single cards that are filled from the talon."""
    ONLY_THROWN_OUT = "cards leave by being thrown out"
    """Cards leave the tableau by being thrown out only; none is ever moved."""
    PAIRS = "pairs"
    """Cards are removed from a grid in pairs."""
    STATIC_GRID = "cards keep their cells"
    """When the stock is out, the cards of a grid do not close up."""


def has(rules: Rules, *wanted: Trait) -> bool:
    """Tell whether rules have all of these traits."""
    return traits_of(rules).issuperset(wanted)


@lru_cache(maxsize=256)
def traits_of(rules: Rules) -> frozenset[Trait]:
    """Return the traits of settled rules."""
    return frozenset(trait for trait, holds in _HOLDS.items() if holds(rules))


def _places_for_each_card(rules: Rules) -> bool:
    """Tell whether full foundations, in suit and in one order each, hold the pack."""
    if not (_in_suit(rules) and _one_order(rules)):
        return False
    return Counter(Card(*card) for pile in _foundations(rules) for card in pile.order) == Counter(rules.pack)


def _foundations(rules: Rules) -> list[Pile]:
    return [pile for pile in rules.layout if pile.foundations is not None]


def _in_suit(rules: Rules) -> bool:
    return all(
        block.building.suit is Suit.SAME and all(base and base[1] != ANY_SUIT for base in block.bases)
        for block in rules.foundations
    )


def _one_order(rules: Rules) -> bool:
    return all(pile.order for pile in _foundations(rules))


def _uneven(rules: Rules) -> bool:
    to_go: dict[object, set[int]] = {}
    for pile in _foundations(rules):
        if pile.told_by_top:
            for depth, card in enumerate(pile.order):
                shown = card[0] if pile.building is not None and pile.building.suit is Suit.ANY else card
                to_go.setdefault((pile.building, shown), set()).add(pile.height - depth)
    return any(len(ways) > 1 for ways in to_go.values())


def _any_suit_order(rules: Rules) -> bool:
    """Tell whether foundations ask for one rank at a time and never for a suit, but for bases that lie there."""
    return all(
        len(block.building.steps) == 1
        and block.building.suit is Suit.ANY
        and (block.bases_set_out or all(not base or base[1] == ANY_SUIT for base in block.bases))
        for block in rules.foundations
    )


def _one_part(rules: Rules) -> bool:
    piles = [pile for pile in rules.layout if pile.role is Role.TABLEAU]
    return len({pile.part for pile in piles}) == 1 and piles[0].takes_from(Role.TABLEAU)


def _fills_all(rules: Rules) -> bool:
    return bool(rules.tableau) and all(block.filled_up_to for block in rules.tableau)


def _parking(rules: Rules) -> bool:
    return bool(rules.tableau) and all(
        block.building == ANYTHING
        and block.vacancy is Vacancy.ANY_CARD
        and block.takes_from == (Role.STOCK,)
        and block.least == 0
        and block.filled_up_to == 0
        for block in rules.tableau
    )


def _is_open(rules: Rules) -> bool:
    return rules.stock is None and rules.reserve is None and rules.grid is None and rules.throwing is None


_HOLDS: dict[Trait, Callable[[Rules], bool]] = {
    Trait.ONE_PACK: lambda rules: rules.packs == 1,
    Trait.TWO_PACKS: lambda rules: rules.packs == 2,
    Trait.OPEN_TABLEAU: _is_open,
    Trait.NO_TABLEAU: lambda rules: not rules.tableau,
    Trait.NO_RESERVE: lambda rules: rules.reserve is None,
    Trait.NO_WAITING_REDEAL: lambda rules: rules.redeal is None or rules.redeal.when is not When.STUCK,
    Trait.ANY_SIZE: lambda rules: all(block.least <= 1 for block in rules.tableau),
    Trait.ONE_PART: _one_part,
    Trait.FILLED_ALIKE: lambda rules: not rules.fills_piles or (_fills_all(rules) and _one_part(rules)),
    Trait.IN_SUIT: _in_suit,
    Trait.ONE_ORDER: _one_order,
    Trait.ONE_HOME: _places_for_each_card,
    Trait.ANY_TIME: lambda rules: not rules.in_order,
    Trait.NO_LAYERS: lambda rules: not any(block.layers_in_suit for block in rules.foundations),
    Trait.ALL_FULL: lambda rules: sum(pile.height for pile in _foundations(rules)) == len(rules.pack),
    Trait.UNEVEN: _uneven,
    Trait.BASES_SET_OUT: lambda rules: all(block.bases_set_out for block in rules.foundations),
    Trait.FREE_PLAY: lambda rules: rules.stock is None or rules.stock.play is Play.FREE,
    Trait.TURNED_STOCK: lambda rules: rules.stock is not None and rules.stock.turned,
    Trait.STOCK_PLAYED: lambda rules: rules.stock is not None and not rules.stock.turned,
    Trait.TALON_TOP: lambda rules: rules.stock is not None and rules.stock.talon is Talon.TOP,
    Trait.TALON_ONLY_HOME: lambda rules: all(Role.TALON not in block.takes_from for block in rules.tableau),
    Trait.KEPT_ORDER: lambda rules: rules.redeal_order is Order.KEEP,
    Trait.ONE_PASS: lambda rules: rules.redeal is None and rules.redeals == 0,
    Trait.FILLING: _fills_all,
    Trait.SINGLE_PARKING: _parking,
    Trait.NOTHING_TAKEN: lambda rules: all(Role.TABLEAU not in block.takes_from for block in rules.tableau),
    Trait.ANY_SUIT_ORDER: _any_suit_order,
    Trait.ALL_IN_TURN: lambda rules: bool(rules.foundations) and all(block.in_order for block in rules.foundations),
    Trait.MUST_PLAY: lambda rules: rules.stock is not None and rules.stock.play is Play.AT_ONCE,
    Trait.FORCED_REFILL: lambda rules: rules.reserve is None or rules.reserve.refill is Refill.FORCED,
    Trait.NO_LEADING: lambda rules: rules.reserve is None or not rules.reserve.leading,
    Trait.RESERVE: lambda rules: rules.reserve is not None,
    Trait.ONLY_THROWN_OUT: lambda rules: rules.throwing is not None and rules.stock is None,
    Trait.PAIRS: lambda rules: rules.pairs is not None,
    Trait.STATIC_GRID: lambda rules: rules.grid is not None and rules.grid.after_stock is AfterStock.STATIC,
}
