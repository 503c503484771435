from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_solver import Card, MalformedText
from patience_solver.cards import RANKS, SUIT_NAMES, SUITS, cards_text, parse_cards

cards = st.builds(Card, st.sampled_from(RANKS), st.sampled_from(SUITS))


@given(cards)
def test_text_and_repr_read_back(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert eval(repr(card), {"Card": Card}) == card


@given(st.lists(cards))
def test_lists_read_back(some: list[Card]) -> None:
    assert parse_cards(cards_text(some)) == tuple(some)
    assert parse_cards(some) == parse_cards(map(str, some)) == tuple(some)


@pytest.mark.parametrize("text", ["TH", "th", "Th", " th ", "10H", "10h"])
def test_any_case_and_ten(text: str) -> None:
    assert Card.parse(text) == Card("T", "H")


@pytest.mark.parametrize("text", ["", "T", "H", "1H", "11H", "TX", "HT", "T H", "10", "♥T", "TH'", "100H"])
def test_what_is_no_card_is_named(text: str) -> None:
    with pytest.raises(MalformedText) as caught:
        Card.parse(text)
    assert repr(text) in str(caught.value)
    assert "A 2 3 4 5 6 7 8 9 T J Q K" in str(caught.value)


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_malformed(text: str) -> None:
    try:
        card = Card.parse(text)
    except MalformedText:
        return
    assert str(card) == text.strip().upper().replace("10", "T")


def test_unknown_card_in_a_list_is_named_with_its_place() -> None:
    with pytest.raises(MalformedText, match="card 3: unknown card '1C'"):
        parse_cards("AS 10h 1C KD")


def test_cards_built_by_hand_are_checked_too() -> None:
    with pytest.raises(MalformedText, match="card 1: unknown card '1C'"):
        parse_cards([Card("1", "C")])


def test_every_suit_has_a_name() -> None:
    assert list(SUIT_NAMES) == list(SUITS)
