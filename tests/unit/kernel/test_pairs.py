"""Grids that can't be cleared: the kernel's matchings against networkx, exchanges that are passed over."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import networkx as nx
import numpy as np
import pytest
from support.kernel import Twin, changed

from patience_solver import Deal, Limits, Position, Status, StopReason, apply, legal_moves, solve
from patience_solver.kernel.pairs import EXCHANGE_BIT, PAIR_BIT, is_unmatched
from patience_solver.kernel.tables import Tables, tables
from patience_solver.kernel.translation import new_state
from patience_solver.rules import Rules
from patience_solver.solvers import best_first, exhaustion


def lacking(position: Position) -> int:
    """Count the pairs that must be found on the grid but are not, with a general matching algorithm."""
    cells = {place: cards[0] for place, cards in enumerate(position.piles[:25]) if cards}
    stock = Counter(card.rank for card in position.pile("stock"))
    total = 0
    for low, high in zip("A234567", "KQJT987", strict=True):
        nodes = [cell for cell, card in cells.items() if card.rank in (low, high)]
        lines = [
            (one, other)
            for one, other in combinations(nodes, 2)
            if (one % 5 == other % 5 or one // 5 == other // 5)
            and (low == high or cells[one].rank != cells[other].rank)
        ]
        count = Counter(cells[cell].rank for cell in nodes)
        needed = max(count[low] - stock[high], count[high] - stock[low])
        needed = -(-needed // 2) if low == high else needed
        graph = nx.Graph(lines)
        total += max(0, needed - len(nx.max_weight_matching(graph, maxcardinality=True)))
    return total


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("exchanges", [0, 1, 2])
def test_grids_that_can_not_be_cleared(decks: int, exchanges: int) -> None:
    random, seen = Random(f"{decks} {exchanges}"), Counter[bool]()
    for seed in range(1, 40):
        deal = Deal.random("fourteen", seed, decks=decks, exchanges=exchanges)
        table, position = tables(deal.rules), deal.start
        while True:
            said = is_unmatched(table, new_state(deal.rules, table, position))
            assert said == (lacking(position) > 4 * (exchanges - position.exchanges_used)), str(position)
            seen[said] += 1
            moves = legal_moves(position)
            if not moves:
                break
            position = apply(position, random.choice(moves))
    assert min(seen[True], seen[False]) > 20


def test_codes_are_apart_from_those_of_other_moves() -> None:
    twin = Twin(Deal.random("fourteen", 1))
    assert all(PAIR_BIT <= code < 2 * PAIR_BIT for code in twin.moves().values())
    stuck = Deal.from_board("fourteen", {"a1": "7C", "b2": "7D", "c3": "7H", "d4": "7S"})
    codes = Twin(stuck).moves().values()
    assert len(codes) == 3 and all(EXCHANGE_BIT <= code < PAIR_BIT for code in codes)


def test_one_exchange_is_needed_and_found() -> None:
    board = {"a1": "7C", "b1": "AC", "a2": "KC", "b2": "7D", "c1": "QD", "a3": "2D"}
    deal = Deal.from_board("fourteen", board)
    result = solve(deal)
    assert (result.status, result.details["exchanges"], result.length, result.optimal) == (Status.WINNABLE, 1, 4, True)
    none = solve(Deal.from_board("fourteen", board, exchanges=0))
    assert (none.status, none.details["exchanges"]) == (Status.UNWINNABLE, None)
    used = solve(Deal.from_board("fourteen", board, exchanges_used=1))
    assert used.status is Status.UNWINNABLE


def test_a_limit_is_told() -> None:
    result = solve(Deal.random("fourteen", 3, decks=2), limits=Limits(states=5))
    assert (result.status, result.stop) == (Status.UNKNOWN, StopReason.STATES)
    assert result.details == {"exchanges": None}


def no_ranks_apart(table: Tables) -> Tables:
    """Let no two cells lie in line: all that must be paired on the grid is said to be lost."""
    return changed(table, beside=np.zeros_like(table.beside))


def test_a_false_matching_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    won = [deal for seed in range(1, 20) if solve(deal := Deal.random("fourteen", seed)).status is Status.WINNABLE]
    assert len(won) > 10

    def broken(rules: Rules, hash_seed: int = 0) -> Tables:
        return no_ranks_apart(tables(rules, hash_seed))

    for engine in (best_first, exhaustion):
        monkeypatch.setattr(engine, "tables", broken)
    assert any(solve(deal).status is not Status.WINNABLE for deal in won)
