"""`solve` against answers from outside: the same verdict and the same shortest length, and never a contradiction."""

from __future__ import annotations

from typing import Any

import pytest
from support.golden import GoldenDeal, golden_deals

from patience_solver import Deal, Limits, Status, solve

DEALS = [deal for deal in golden_deals() if deal.verdict != "unknown"]
SETTLED = ("fortress", "trefoil", "la-belle-lucie", "quadrille", "german-clock", "boards-")
"""Beginnings of the names of files whose deals are all solved to the end here."""
STATES = 3_000
"""States for a deal of the other files: some are solved with so few, the others must not contradict."""

EASY = [golden for golden in DEALS if golden.file.startswith(SETTLED)]
OTHERS = [golden for golden in DEALS if not golden.file.startswith(SETTLED)]


@pytest.mark.parametrize("golden", EASY, ids=str)
def test_the_same_answer(golden: GoldenDeal) -> None:
    result = solve(golden.deal, optimal=golden.length is not None)
    assert result.status.value == golden.verdict
    assert result.stop is None
    if golden.length is not None:
        assert result.length == result.lower_bound == golden.length


@pytest.mark.parametrize("golden", OTHERS, ids=str)
def test_no_contradiction(golden: GoldenDeal) -> None:
    result = solve(golden.deal, optimal=True, limits=Limits(states=STATES))
    assert result.status in (Status.UNKNOWN, Status(golden.verdict))
    shortest, longest = golden.length or golden.shortest, golden.length or golden.longest
    if result.length is not None and shortest is not None:
        assert result.length >= shortest
    if result.lower_bound is not None and longest is not None:
        assert result.lower_bound <= longest


@pytest.mark.parametrize("golden", [golden for golden in DEALS if golden.greedy is not None], ids=str)
def test_the_same_answer_where_what_fits_must_be_played(golden: GoldenDeal) -> None:
    options: dict[str, Any] = {**golden.deal.options, "hold": False}
    result = solve(Deal.from_pack(golden.deal.game, str(golden.deal), **options), optimal=True)
    assert (result.status is Status.WINNABLE) == (golden.greedy == "winnable")
    assert result.length == golden.greedy_length
