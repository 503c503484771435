"""Deals with answers from outside: they read as written, and brute force on the reference agrees where it can."""

from __future__ import annotations

import pytest
from support.brute import brute_force
from support.golden import GoldenDeal, golden_deals

DEALS = golden_deals()
SMALL = 100
"""States (as the outside program counts them) up to which a deal is small enough for the reference."""
CAP = 6_000


def test_there_are_as_many_as_written() -> None:
    assert len(DEALS) == 100 + 40 + 40 + 4 * 30 + 10


@pytest.mark.parametrize("golden", DEALS, ids=str)
def test_fields(golden: GoldenDeal) -> None:
    assert golden.verdict in ("winnable", "unwinnable", "unknown")
    if golden.length is not None:
        assert golden.verdict == "winnable"
        left = sum(
            len(cards)
            for pile, cards in zip(golden.deal.rules.layout, golden.deal.start.piles, strict=True)
            if not pile.is_foundation
        )
        assert golden.length >= left  # every card goes home by one move


@pytest.mark.parametrize(
    "golden", [deal for deal in DEALS if deal.states is not None and deal.states <= SMALL], ids=str
)
def test_the_reference_agrees_on_easy_deals(golden: GoldenDeal) -> None:
    truth = brute_force(golden.deal, cap=CAP)
    if truth is None:
        pytest.skip(f"more than {CAP} positions")
    assert truth.winnable == (golden.verdict == "winnable")
    if golden.length is not None:
        assert truth.length == golden.length


def test_boards_counted_by_brute_force_are_counted_again() -> None:
    boards = [deal for deal in DEALS if deal.file == "la-belle-lucie.jsonl" and (deal.states or 0) < CAP]
    assert len(boards) >= 5
    for golden in boards:
        truth = brute_force(golden.deal, cap=CAP)
        assert truth is not None
        assert (truth.winnable, truth.length, truth.positions) == (
            golden.verdict == "winnable",
            golden.length,
            golden.states,
        )
