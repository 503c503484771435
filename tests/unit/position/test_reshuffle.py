from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_solver import Card, ImpossibleDeal, Reshuffle
from patience_solver.cards import RANKS, SUITS

ONE_PACK = [Card(rank, suit) for suit in SUITS for rank in RANKS]
# each card of two packs once or twice
holdings = st.lists(st.sampled_from(ONE_PACK * 2), max_size=30).map(
    lambda cards: [card for card, count in Counter(cards).items() for _ in range(min(count, 2))]
)


@given(holdings, st.integers(1, 10**6), st.integers(1, 3))
def test_random_lists_read_back_and_pass_their_own_check(cards: list[Card], seed: int, number: int) -> None:
    reshuffle = Reshuffle.random(cards, seed=seed, number=number)
    assert Reshuffle.parse(str(reshuffle)) == reshuffle
    reshuffle.check(cards, number)
    assert Counter(reshuffle.cards) == Counter(cards)
    assert reshuffle == Reshuffle.random(reversed(cards), seed=seed, number=number)  # whatever order they come in


def test_one_list_worked_out_by_hand() -> None:
    cards = [Card.parse(text) for text in ("2C", "2C", "5D", "KH")]
    rng = Random("patience-solver reshuffle 17 2")
    rng.shuffle(cards)
    twins = [place for place, card in enumerate(cards) if str(card) == "2C"]
    marked = twins[rng.randrange(2)]
    expected = " ".join(f"{card}'" if place == marked else str(card) for place, card in enumerate(cards))
    assert str(Reshuffle.random(cards, seed=17, number=2)) == expected


def test_lists_are_drawn_as_the_standard_generator_shuffles() -> None:
    two_packs = sorted(ONE_PACK * 2, key=ONE_PACK.index)
    for seed in range(1, 41):
        rng = Random(f"patience-solver reshuffle {seed} 1")
        shuffled = list(two_packs)
        rng.shuffle(shuffled)
        marked = [False] * len(shuffled)
        for twin in ONE_PACK:
            marked[[place for place, card in enumerate(shuffled) if card == twin][rng.randrange(2)]] = True
        assert Reshuffle.random(two_packs, seed=seed, number=1) == Reshuffle(tuple(shuffled), tuple(marked))


def test_lists_of_different_numbers_differ() -> None:
    lists = {str(Reshuffle.random(ONE_PACK, seed=seed, number=number)) for seed in (1, 2) for number in (1, 2)}
    assert len(lists) == 4


def test_what_is_left_comes_in_the_order_of_the_list() -> None:
    reshuffle = Reshuffle.parse("5C 2C KH 2C' AS")
    left = [Card.parse(text) for text in ("AS", "2C", "5C")]
    assert [str(card) for card in reshuffle.arrange(left)] == ["5C", "2C", "AS"]
    both = [*left, Card.parse("2C")]
    assert [str(card) for card in reshuffle.arrange(both)] == ["5C", "2C", "2C", "AS"]
    assert reshuffle.arrange([]) == ()


def test_a_marked_card_counts_only_when_both_are_left() -> None:
    reshuffle = Reshuffle.parse("2C' 5C 2C")
    assert [str(card) for card in reshuffle.arrange([Card.parse("2C"), Card.parse("5C")])] == ["5C", "2C"]


@given(st.data())
def test_arranging_loses_and_adds_no_card(data: st.DataObject) -> None:
    cards = data.draw(holdings)
    reshuffle = Reshuffle.random(cards, seed=1, number=1)
    left = data.draw(st.lists(st.sampled_from(cards), unique_by=id) if cards else st.just([]))
    left = list((Counter(left) & Counter(cards)).elements())
    assert Counter(reshuffle.arrange(left)) == Counter(left)


def test_used_list() -> None:
    assert Reshuffle.parse(" - ") == Reshuffle((), ())
    assert str(Reshuffle((), ())) == "-"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2C 5D 2C'", "reshuffle list 3: KH is missing (3 cards, not 4)"),
        ("2C 5D 2C' KH KH", "reshuffle list 3: KH stands there 2 times, 1 too many"),
        ("2C 5D 2C' KH 7S", "reshuffle list 3: 7S can never be dealt again in this game"),
        ("2C 5D 2C KH", "reshuffle list 3: 2C carries 0 marks: exactly one of its two copies must be marked '"),
        ("2C' 5D 2C' KH", "reshuffle list 3: 2C carries 2 marks: exactly one of its two copies must be marked '"),
        ("2C 5D' 2C' KH", "reshuffle list 3: 5D carries 1 marks: a single card has no mark"),
    ],
)
def test_bad_lists_name_list_and_card(text: str, message: str) -> None:
    expected = [Card.parse(card) for card in ("2C", "2C", "5D", "KH")]
    with pytest.raises(ImpossibleDeal) as caught:
        Reshuffle.parse(text).check(expected, 3)
    assert str(caught.value) == message
