"""Numbered deals are those of PySolFC and, up to 32,000, of Microsoft."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pysol_cards.cards import createCards
from pysol_cards.random import shuffle
from pysol_cards.random_base import RandomBase

from patience_solver.cards import RANKS, Card
from patience_solver.games import find_game
from patience_solver.position.random_pack import random_pack


@pytest.mark.parametrize("game", ["trefoil", "calculation", "first-and-last"])
@given(seed=st.integers(1, 10**20))
@example(seed=1)
@example(seed=32_000)
@example(seed=32_001)
@example(seed=10**20)
def test_a_pack_is_shuffled_as_the_library_shuffles_it(game: str, seed: int) -> None:
    declaration = find_game(game)
    rules = declaration.rules(declaration.read_options({}))
    cards = shuffle(createCards(rules.packs), seed, which_deals=RandomBase.DEALS_PYSOLFC)
    assert rules.random_dealing is None
    assert random_pack(rules, seed) == tuple(Card(RANKS[card.rank - 1], card.suit_s()) for card in reversed(cards))
