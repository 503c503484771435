from __future__ import annotations

import pytest

from patience_solver import Card
from patience_solver.cards import RANKS
from patience_solver.rules import Building, Suit

DOWN = Building(steps=(-1,))
BOTH = Building(steps=(1, -1))


@pytest.mark.parametrize(
    ("building", "below", "card", "ranks", "accepted"),
    [
        (DOWN, "8H", "7H", RANKS, True),
        (DOWN, "8H", "9H", RANKS, False),
        (DOWN, "8H", "7D", RANKS, False),
        (DOWN, "8H", "6H", RANKS, False),
        (DOWN, "8H", "8H", RANKS, False),
        (DOWN, "AH", "KH", RANKS, False),
        (BOTH, "8H", "9H", RANKS, True),
        (BOTH, "8H", "7H", RANKS, True),
        (BOTH, "KH", "AH", RANKS, False),
        (BOTH, "AH", "KH", RANKS, False),
        (Building(steps=(1, -1), wrap=True), "KH", "AH", RANKS, True),
        (Building(steps=(1, -1), wrap=True), "AH", "KH", RANKS, True),
        (Building(steps=(1, -1), wrap=True), "AH", "KD", RANKS, False),
        (Building(steps=(-1,), wrap=True), "AH", "KH", RANKS, True),
        (Building(steps=(-1,), wrap=True), "KH", "AH", RANKS, False),
        (Building(steps=(-1,), wrap=True), "AH", "5H", "A2345", True),
        (Building(steps=(-1,), suit=Suit.ANY), "8H", "7C", RANKS, True),
        (Building(steps=(-1,), suit=Suit.ANY), "8H", "9C", RANKS, False),
        (Building(steps=(2,)), "2H", "4H", RANKS, True),
        (DOWN, "TH", "7H", "A7TK", True),  # ranks left out of a short pack are skipped
    ],
)
def test_what_a_card_is_laid_on(building: Building, below: str, card: str, ranks: str, accepted: bool) -> None:
    assert building.accepts(Card.parse(below), Card.parse(card), ranks) is accepted
