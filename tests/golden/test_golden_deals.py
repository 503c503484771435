"""Deals with answers from outside: they read as written, and brute force on the reference agrees where it can."""

from __future__ import annotations

from collections import Counter

import pytest
from support.brute import brute_force
from support.golden import GoldenDeal, golden_deals
from support.oracle_moves import translate

from patience_solver.reference import wins

DEALS = golden_deals()
SMALL = 100
"""States (as the outside program counts them) up to which a deal is small enough for the reference."""
CAP = 6_000
BRUTE_FORCE = ("boards-", "la-belle-lucie")
"""Beginnings of the names of files that brute force on the reference model made."""


def test_there_are_as_many_as_written() -> None:
    of_files = Counter(deal.file.removesuffix(".jsonl") for deal in DEALS)
    from_outside = {name: count for name, count in of_files.items() if not name.startswith(BRUTE_FORCE)}
    assert from_outside == {
        "fortress": 100,
        "trefoil": 40,
        "trefoil-r0": 40,
        "solvitaire-trefoil": 30,
        "solvitaire-fan": 30,
        "solvitaire-beleaguered-castle": 30,
        "solvitaire-streets-and-alleys": 30,
        "quadrille": 60,
        "quadrille-in_play": 40,
        "german-clock": 60,
        "calculation": 15,
        "sultan": 15,
        "sultan2": 15,
        "sultan-keep": 15,
        "fourteen1": 15,
        "fourteen1-x0": 15,
        "fourteen2": 10,
        "big-ben": 15,
        "first-and-last": 40,
        "betrothed": 60,
    }
    assert all(count >= 8 for count in of_files.values())


@pytest.mark.parametrize("golden", DEALS, ids=str)
def test_fields(golden: GoldenDeal) -> None:
    assert golden.verdict in ("winnable", "unwinnable", "unknown")
    for length in (golden.length, golden.shortest, golden.longest):
        if length is None:
            continue
        assert golden.verdict == "winnable"
        if golden.deal.rules.throwing is not None:
            continue
        left = sum(
            len(cards)
            for pile, cards in zip(golden.deal.rules.layout, golden.deal.start.piles, strict=True)
            if not pile.is_foundation
        )
        at_once = 1 if golden.deal.rules.pairs is None else 2
        assert length >= left / at_once - 1  # a card goes home by one move, alone or with its partner, or as a base


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


BOARDS = [deal for deal in DEALS if deal.file.startswith(BRUTE_FORCE) and (deal.states or 0) < CAP]


def test_there_are_boards_of_brute_force() -> None:
    assert all(count >= 5 for count in Counter(deal.file for deal in BOARDS).values())
    assert len(BOARDS) >= 50


@pytest.mark.parametrize("golden", BOARDS, ids=str)
def test_boards_counted_by_brute_force_are_counted_again(golden: GoldenDeal) -> None:
    truth = brute_force(golden.deal, cap=CAP)
    assert truth is not None
    assert (truth.winnable, truth.length, truth.positions) == (
        golden.verdict == "winnable",
        golden.length,
        golden.states,
    )


WON = [deal for deal in DEALS if deal.line_found]


def test_there_are_wins_of_the_outside_programs() -> None:
    assert Counter(deal.file.removesuffix(".jsonl") for deal in WON) == {
        "calculation": 15,
        "sultan": 12,
        "sultan2": 15,
        "sultan-keep": 13,
        "fourteen1": 15,
        "fourteen1-x0": 7,
        "fourteen2": 10,
        "big-ben": 15,
    }


@pytest.mark.parametrize("golden", WON, ids=str)
def test_wins_of_the_outside_programs_pass_the_referee(golden: GoldenDeal) -> None:
    moves = translate(golden.deal, golden.line_found)
    assert golden.verdict == "winnable"
    assert len(moves) == golden.longest if golden.length is None else golden.length
    assert wins(golden.deal, moves)
    assert not wins(golden.deal, moves[:-1])
    if golden.shortest is not None:
        assert golden.shortest <= len(moves)
