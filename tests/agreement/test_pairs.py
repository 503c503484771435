"""Pair games: CP-SAT, the search and brute force name the same fewest exchanges, whatever the options.

`HYPOTHESIS_PROFILE=thorough` tries thousands of deals in place of some hundred.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.brute import brute_force
from support.mini import mini_deals, random_mini_deal
from support.pairs import ELEVENS, MONTE_CARLO, board_from, fewest_by_cpsat, small

from patience_solver import Deal, Game, Limits, Position, Status, apply, legal_moves, solve
from patience_solver.rules import AfterStock
from patience_solver.solvers import best_first, pairs
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.cpsat.exchanges import Exchanges
from patience_solver.solvers.cpsat.run import ask_cpsat
from patience_solver.solvers.grid import read_grid

few = settings(
    max_examples=max(10, settings().max_examples * 3 // 10),
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large],
)
OTHERS = [
    small(MONTE_CARLO, 2, 2, "A234"),
    small(MONTE_CARLO, 1, 5, "A234", exchanges=2),
    small(ELEVENS, 2, 2, "A234"),
    small(ELEVENS, 3, 2, "A23456"),
]


def fewest_by_brute_force(deal: Deal, cap: int) -> tuple[bool, int | None]:
    """Return whether brute force came to an end, and the fewest exchanges it found."""
    truth = brute_force(deal.start, cap=cap)
    if truth is None:
        return False, None
    return True, None if truth.length is None else truth.length - len(read_grid(deal.start).ranks) // 2


def walk(deal: Deal, random: Random, most: int) -> Position:
    position = deal.start
    for _ in range(random.randrange(most)):
        moves = legal_moves(position)
        if not moves:
            break
        position = apply(position, random.choice(moves))
    return position


def agree(deal: Deal) -> int | None:
    """Compare all three, and return the fewest exchanges."""
    result = solve(deal)
    assert result.stop is None
    fewest = result.details["exchanges"]
    assert fewest is None or isinstance(fewest, int)
    assert (result.status is Status.WINNABLE) == (fewest is not None) == result.optimal
    assert fewest_by_cpsat(deal) == fewest
    done, truth = fewest_by_brute_force(deal, cap=300)
    assert not done or truth == fewest
    return fewest


@few
@given(mini_deals("fourteen", "quatorze", large=False), st.randoms(use_true_random=False))
def test_the_same_fewest_exchanges(deal: Deal, random: Random) -> None:
    agree(board_from(deal, walk(deal, random, 5)))


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
def test_the_same_answers_in_other_games(game: Game) -> None:
    random, seen = Random(game.name), set[int | None]()
    for _ in range(8):
        seen.add(agree(random_mini_deal(game, random)))
    assert len(seen) > 1


HARD_BOARDS = (
    {"a1": "7C", "b1": "AC", "a2": "KC", "b2": "7D", "c1": "QD", "a3": "2D"},
    {"b1": "2S", "a2": "JD", "d2": "8C", "d3": "6H", "a4": "3S", "e4": "QS", "b5": "6D", "d5": "8D"},
    {"a2": "7C", "c1": "7D", "b3": "AC", "b2": "AD", "c3": "KC", "a1": "KD"},
)
"""Boards without a stock that can't be won without exchange."""


@pytest.mark.parametrize("board", HARD_BOARDS)
@pytest.mark.parametrize("after_stock", ["static", "compress"])
def test_boards_that_need_exchanges(board: dict[str, str], after_stock: str) -> None:
    if after_stock == "compress":
        board = {f"{'abcde'[k % 5]}{k // 5 + 1}": card for k, card in enumerate(board.values())}
    agree(Deal.from_board("fourteen", board, exchanges=2, after_stock=after_stock))


def test_that_an_exchange_waits_until_there_is_no_pair_is_modelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a pair must be removed first, after which too few cards are left to be exchanged."""
    deal = Deal.from_board("fourteen", HARD_BOARDS[2], exchanges=1)
    assert agree(deal) is None
    monkeypatch.setattr(Exchanges, "_demand_no_pair", lambda *_: None)
    assert ask_cpsat(deal, 1, Budget(Limits())).moves is not None


@few
@given(mini_deals("fourteen", "quatorze", large=False))
def test_no_deal_that_runs_dry_is_won(deal: Deal) -> None:
    assume(read_grid(deal.start).runs_dry())
    truth = brute_force(deal, cap=300)
    assert truth is None or not truth.winnable


@pytest.mark.parametrize("seed", range(1, 30))
def test_no_position_of_a_won_line_runs_dry(seed: int) -> None:
    options: dict[str, Any] = {"decks": 1 + seed % 2, "exchanges": 2}
    result = solve(Deal.random("fourteen", seed, **options), limits=Limits(seconds=5))
    position = result.deal.start
    for move in result.moves or ():
        assert not read_grid(position).runs_dry()
        position = apply(position, move)


def test_where_pairs_may_lie_anywhere_only_deals_that_run_dry_are_lost() -> None:
    seen = set()
    for seed in range(1, 60):
        result = solve(Deal.random(ELEVENS, seed))
        assert result.solver == ("pairs, supply" if result.status is Status.UNWINNABLE else "pairs")
        seen.add(result.status)
    assert seen == {Status.WINNABLE, Status.UNWINNABLE}


def test_a_two_pack_deal_that_runs_dry() -> None:
    result = solve(Deal.random("fourteen", 1000100, decks=2, exchanges=200))
    assert (result.status, result.solver, result.stats.states) == (Status.UNWINNABLE, "pairs, supply", 0)


def test_pairs_of_equal_rank_that_touch() -> None:
    rules = MONTE_CARLO.rules(MONTE_CARLO.read_options({}))
    assert rules.grid is not None and rules.grid.after_stock is AfterStock.COMPRESS
    result = solve(Deal.random(MONTE_CARLO, 1), limits=Limits(seconds=20))
    assert result.status is Status.WINNABLE and result.length == 26


@pytest.mark.parametrize(("seed", "status"), [(1000003, Status.UNWINNABLE), (1000012, Status.WINNABLE)])
def test_cpsat_takes_its_turn(seed: int, status: Status, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a first turn of one expansion the search has no answer, and CP-SAT gives it."""
    monkeypatch.setattr(pairs, "STATES", 1)
    monkeypatch.setattr(best_first, "SLICE", 1)
    result = solve(Deal.random("fourteen", seed, exchanges=0), limits=Limits(seconds=60))
    assert (result.status, result.solver, result.stop) == (status, "pairs, CP-SAT", None)
