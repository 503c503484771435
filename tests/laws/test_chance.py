"""What is left comes in a uniformly random order at a reshuffle, whatever is left and however the player got there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import permutations

import pytest
from scipy.stats import chisquare

from patience_solver import Card, Reshuffle
from patience_solver.cards import parse_cards

PACK = parse_cards("AC 2C 3C AD 2D 3D AC 2C 3C AD 2D 3D")
"""Two small packs."""
LISTS = 12_000
CHANCE = 1e-3
"""Below this chance a uniform order is not believed; the lists are the same in every run."""


@cache
def lists() -> tuple[Reshuffle, ...]:
    return tuple(Reshuffle.random(PACK, seed=seed, number=1) for seed in range(1, LISTS + 1))


def chance(left: tuple[Card, ...], arrange: Callable[[Reshuffle], tuple[Card, ...]]) -> float:
    """Return the chance of orders as uneven as these if all orders of equal and unequal cards were equally likely."""
    orders = set(permutations(left))
    seen = Counter(map(arrange, lists()))
    assert seen.keys() <= orders
    return float(chisquare([seen[order] for order in orders]).pvalue)


@pytest.mark.parametrize(
    "text",
    [
        "AC 2C 3C",
        "AC 2C",
        "AC AC 2C",
        "AC AC 2C 2C",
        "AC AC 2C 3D",
        "AC 2C 3C AD 2D",
        "AC AC 2D 2D 3D",
        "AC AC 2C 2C 3D 3D",
        "AC 2C 3C AD 2D 3D",
        "AC AC AD AD 2C 3C",
    ],
)
def test_every_order_of_what_is_left_is_equally_likely(text: str) -> None:
    left = parse_cards(text)
    assert chance(left, lambda reshuffle: reshuffle.arrange(left)) > CHANCE


def test_every_order_of_all_cards_is_equally_likely() -> None:
    small = parse_cards("AC 2C AC 2C AD")
    drawn = Counter(Reshuffle.random(small, seed=seed, number=2).cards for seed in range(1, LISTS + 1))
    orders = set(permutations(small))
    assert drawn.keys() == orders
    assert chisquare([drawn[order] for order in orders]).pvalue > CHANCE


def first_copies(reshuffle: Reshuffle, left: tuple[Card, ...]) -> tuple[Card, ...]:
    """Arrange what is left wrongly: of a card of which one copy is left the first in the list counts."""
    count = Counter(left)
    order = []
    for card in reshuffle.cards:
        if count[card] > 0:
            order.append(card)
            count[card] -= 1
    return tuple(order)


def test_a_biased_order_is_seen() -> None:
    left = parse_cards("AC 2C 2C")
    assert chance(left, lambda reshuffle: first_copies(reshuffle, left)) < 1e-9


def test_a_card_played_more_or_less_changes_no_order_of_the_others() -> None:
    """Nobody can draw again by playing one card more: the others keep their order, but for the twin of that card."""
    left = parse_cards("AC 2C 2C 3D AD AD")
    for reshuffle in lists()[:500]:
        whole = reshuffle.arrange(left)
        for card in set(left):
            fewer = list(left)
            fewer.remove(card)
            others = [other for other in reshuffle.arrange(fewer) if other != card]
            assert others == [other for other in whole if other != card]
