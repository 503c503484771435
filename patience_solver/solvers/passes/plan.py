"""Which games are decided by passes, and their deals as passes and states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from patience_solver.cards import SUITS, Card
from patience_solver.kernel.passes.state import (
    HEIGHTS,
    HOME1,
    HOME2,
    KEPT1,
    KEPT2,
    LEFT0,
    LEFT1,
    MOST_CARDS,
    STATE_WORDS,
    TURNED,
    Pass,
)
from patience_solver.position import Deal, Position
from patience_solver.rules import Order, Refill, Role, Rules
from patience_solver.rules.traits import Trait, has

__all__ = ["NEEDS", "Kinds", "Passes", "kinds_of", "passes_of"]

NEEDS = (
    Trait.TURNED_STOCK,
    Trait.TALON_TOP,
    Trait.FREE_PLAY,
    Trait.RESERVE,
    Trait.NO_LEADING,
    Trait.NO_TABLEAU,
    Trait.BASES_SET_OUT,
    Trait.IN_SUIT,
    Trait.ONE_ORDER,
    Trait.ANY_TIME,
    Trait.NO_LAYERS,
)
"""What passes need of the rules, beside at most two foundations of a suit that end alike (docs/soundness.md)."""

_MOST_LEVELS, _MOST_PLACES = 15, 8


@dataclass(frozen=True)
class Kinds:
    """The kinds of cards that are played, by suits.

    Attributes
    ----------
    bit : dict
        The bit of each kind of card in a set of kinds (`kernel/passes/state.py`).
    levels : tuple of int
        For each suit the cards that are laid on the lowest base of its foundations.
    """

    bit: dict[Card, int]
    levels: tuple[int, ...]


@lru_cache(maxsize=256)
def kinds_of(rules: Rules) -> Kinds | None:
    """Return the kinds of cards of a game; `None` if the rules lack a trait that the passes need.

    They need a stock turned card by card onto a talon whose top card may always be played, a reserve filled from
    there, and else nothing but foundations: in suit, from bases set out, at most two of a suit that take cards, both to
    the same last card.
    """
    if not has(rules, *NEEDS) or sum(pile.role is Role.RESERVE for pile in rules.layout) > _MOST_PLACES:
        return None
    if rules.redeals < 0:
        return None
    bit: dict[Card, int] = {}
    levels = []
    for number, suit in enumerate(SUITS):
        piles = [pile for pile in rules.layout if pile.is_foundation and pile.base[1:] == suit and pile.height > 1]
        chains = sorted((tuple(Card(*card) for card in pile.order) for pile in piles), key=len, reverse=True)
        if len(chains) > 2 or any(chain != chains[0][len(chains[0]) - len(chain) :] for chain in chains):
            return None
        chain = chains[0][1:] if chains else ()
        if len(chain) > _MOST_LEVELS:
            return None
        bit.update({card: 1 << (16 * number + level) for level, card in enumerate(chain)})
        levels.append(len(chain))
    return Kinds(bit, tuple(levels))


@dataclass(frozen=True)
class Passes:
    """A deal as passes.

    Attributes
    ----------
    orders : list of Pass
        The passes, the current one first.
    cards : list of tuple of Card
        The cards of each pass in the order in which they come, those that may be gone by then included.
    start : uint64[1, state words]
        The state that play starts from.
    """

    orders: list[Pass]
    cards: list[tuple[Card, ...]]
    start: NDArray[np.uint64]


def passes_of(deal: Deal) -> Passes | None:
    """Return a deal as passes; `None` if its rules or its cards don't fit."""
    kinds, start = kinds_of(deal.rules), deal.start
    if kinds is None or len(start.pile("talon") + start.pile("stock")) > MOST_CARDS:
        return None
    state = _state(start, kinds)
    if state is None or not (start.pile("talon") or start.pile("stock") or state[0, HEIGHTS]):
        return None  # the key of such a start would be that of no state
    optional = deal.rules.reserve is not None and deal.rules.reserve.refill is Refill.OPTIONAL
    places = sum(pile.role is Role.RESERVE for pile in deal.rules.layout)
    redeals = deal.rules.redeals - start.redeals_used
    cards = [(*start.pile("talon"), *start.pile("stock")[::-1])]
    marks: list[tuple[bool, ...]] = [()]
    for number in range(start.redeals_used, start.redeals_used + max(redeals, 0)):
        if deal.rules.redeal_order is Order.KEEP:
            cards.append(cards[0])
            marks.append(())
        else:
            cards.append(start.reshuffles[number].cards)
            marks.append(start.reshuffles[number].marked)
    if any(len(order) > MOST_CARDS for order in cards):
        return None
    orders = []
    for number, order in enumerate(cards):
        later = sum(1 << place for place, twin in enumerate(_twins(order)) if 0 <= twin < place)
        alone, paired = _taken_up(
            order, *((cards[number + 1], marks[number + 1]) if number + 1 < len(cards) else ((), ()))
        )
        orders.append(
            Pass(
                bit=np.array([*(kinds.bit[card] for card in order), 0], np.uint64),
                twin=np.array([*_twins(order), -1], np.int64),
                alone=np.array([*alone, -1], np.int64),
                paired=np.array([*paired, -1], np.int64),
                marked=np.array([*(marks[number] or (False,) * len(order)), False], np.int64),
                later0=np.uint64(later & (2**64 - 1)),
                later1=np.uint64(later >> 64),
                kept=int(deal.rules.redeal_order is Order.KEEP),
                reserve=places,
                optional=int(optional),
            )
        )
    return Passes(orders, cards, state)


def _twins(order: Sequence[Card]) -> list[int]:
    places: dict[Card, list[int]] = {}
    for place, card in enumerate(order):
        places.setdefault(card, []).append(place)
    return [next((other for other in places[card] if other != place), -1) for place, card in enumerate(order)]


def _taken_up(order: Sequence[Card], after: Sequence[Card], marked: Sequence[bool]) -> tuple[list[int], list[int]]:
    """Return for each place its place in the next pass: without the other card of the kind, and with it."""
    if not after:
        return [-1] * len(order), [-1] * len(order)
    if not marked:  # the order is kept
        return list(range(len(order))), list(range(len(order)))
    twins = _twins(order)
    free: dict[Card, list[int]] = {}
    for place in sorted(range(len(after)), key=lambda place: marked[place]):
        free.setdefault(after[place], []).append(place)  # the one without a mark first
    alone = [free.get(card, [-1])[0] for card in order]
    second = [0 <= twin < place for place, twin in enumerate(twins)]
    paired = [free.get(card, [-1])[-1 if late else 0] for card, late in zip(order, second, strict=True)]
    return alone, paired


def _state(position: Position, kinds: Kinds) -> NDArray[np.uint64] | None:
    """Return a position as a state; `None` if the cards in play are not those that the foundations need."""
    rules = position.rules
    home = Counter[Card]()
    heights = 0
    for number, suit in enumerate(SUITS):
        left = []
        for pile, cards in zip(rules.layout, position.piles, strict=True):
            if pile.is_foundation and pile.base[1:] == suit and pile.height > 1:
                left.append(pile.height - len(cards))
        levels = sorted((kinds.levels[number] - rest for rest in [*left, 0, 0][:2]), reverse=True)
        heights |= levels[0] << (8 * number + 4) | levels[1] << (8 * number)
        for card, bit in kinds.bit.items():
            if card.suit == suit:
                level = bit.bit_length() - 16 * number
                home[card] = sum(level <= reached for reached in levels)
    kept = Counter(
        card
        for pile, cards in zip(rules.layout, position.piles, strict=True)
        if pile.role is Role.RESERVE
        for card in cards
    )
    waiting = (*position.pile("talon"), *position.pile("stock"))
    if any(card not in kinds.bit for card in (*kept, *waiting)):
        return None
    if any(home[card] + kept[card] + waiting.count(card) != 2 for card in kinds.bit):
        return None
    left_places = (1 << len(waiting)) - 1
    state = np.zeros((1, STATE_WORDS), np.uint64)
    for word, value in {
        HOME1: sum(bit for card, bit in kinds.bit.items() if home[card] >= 1),
        HOME2: sum(bit for card, bit in kinds.bit.items() if home[card] == 2),
        KEPT1: sum(bit for card, bit in kinds.bit.items() if kept[card] >= 1),
        KEPT2: sum(bit for card, bit in kinds.bit.items() if kept[card] == 2),
        LEFT0: left_places & (2**64 - 1),
        LEFT1: left_places >> 64,
        HEIGHTS: heights,
        TURNED: len(position.pile("talon")),
    }.items():
        state[0, word] = value
    return state
