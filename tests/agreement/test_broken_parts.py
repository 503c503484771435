"""The comparisons with brute force are worth something: parts broken on purpose are caught by them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import numpy as np
import pytest
from support.brute import brute_force
from support.engines import best_first, exhaust
from support.kernel import changed
from support.mini import MINIS_OF

from patience_solver import Deal
from patience_solver.kernel.dominance import LOSES_SHORTEST, NONE, SAFE_PLAYS, SETTLING
from patience_solver.kernel.tables import EMPTY, Tables, tables
from patience_solver.rules import Rules
from patience_solver.solvers import best_first as best_first_engine
from patience_solver.solvers import exhaustion

Break = Callable[[Tables], Tables]

MANY = 30
"""Won deals, and lost ones, that each part is tried on."""


@cache
def small_deals(parent: str) -> list[tuple[Deal, bool, int | None]]:
    """Return deals that brute force decides, as many won as lost, with the truth."""
    random = Random(parent)
    won: list[tuple[Deal, bool, int | None]] = []
    lost: list[tuple[Deal, bool, int | None]] = []
    while min(len(won), len(lost)) < MANY:
        game = random.choice(MINIS_OF[parent])
        rules = game.rules(game.read_options({}))
        deal = Deal.from_pack(game, random.sample(rules.dealt, len(rules.dealt)))
        truth = brute_force(deal, cap=1000)
        if truth is not None:
            (won if truth.winnable else lost).append((deal, truth.winnable, truth.length))
    return won[:MANY] + lost[:MANY]


def safe_plays_for_all(table: Tables) -> Tables:
    """Call every play to a foundation safe."""
    return changed(table, laid_on=np.zeros_like(table.laid_on))


def settling_for_all(table: Tables) -> Tables:
    """Call every move onto a card settling."""
    return changed(table, settles=table.laid_on, fixed_on=np.full_like(table.fixed_on, EMPTY))


def bound_too_high(table: Tables) -> Tables:
    """Count every card that does not lie at the bottom as blocking."""
    return changed(table, lower=~np.zeros_like(table.lower))


def no_hash(table: Tables) -> Tables:
    """Give all cards the same hash."""
    return changed(table, card_a=np.zeros_like(table.card_a), card_b=np.zeros_like(table.card_b))


def break_tables(monkeypatch: pytest.MonkeyPatch, broken: Break) -> None:
    def tables_broken(rules: Rules, hash_seed: int = 0) -> Tables:
        return broken(tables(rules, hash_seed))

    for engine in (best_first_engine, exhaustion):
        monkeypatch.setattr(engine, "tables", tables_broken)


def mismatches(parent: str, answer: Callable[[Deal], object], *, length: bool) -> int:
    return sum(answer(deal) != (shortest if length else winnable) for deal, winnable, shortest in small_deals(parent))


def test_false_safe_play(monkeypatch: pytest.MonkeyPatch) -> None:
    parent = "streets-and-alleys"

    def shortest(deal: Deal) -> int | None:
        return best_first(deal, SAFE_PLAYS, 256, 257).length

    assert mismatches(parent, shortest, length=True) == 0
    break_tables(monkeypatch, safe_plays_for_all)
    assert mismatches(parent, shortest, length=True) > 0


def test_false_settling(monkeypatch: pytest.MonkeyPatch) -> None:
    parent = "beleaguered-castle"

    def winnable(deal: Deal) -> bool:
        return exhaust(deal, SETTLING).winnable

    assert mismatches(parent, winnable, length=False) == 0
    break_tables(monkeypatch, settling_for_all)
    assert mismatches(parent, winnable, length=False) > 0


def test_settling_is_not_taken_for_keeping_shortest_wins() -> None:
    assert LOSES_SHORTEST & SETTLING
    assert mismatches("fan", lambda deal: best_first(deal, SETTLING, 256, 257).length, length=True) > 0


def test_false_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    def shortest(deal: Deal) -> int | None:
        return best_first(deal, NONE, 256, 257).length

    assert mismatches("streets-and-alleys", shortest, length=True) == 0
    break_tables(monkeypatch, bound_too_high)
    assert mismatches("streets-and-alleys", shortest, length=True) > 0


def test_without_hashes_best_first_search_is_still_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small searches compare states card by card; the exhaustion, which trusts its hashes, is caught."""
    break_tables(monkeypatch, no_hash)
    assert mismatches("fan", lambda deal: best_first(deal, NONE, 256, 257).length, length=True) == 0
    assert mismatches("fan", lambda deal: exhaust(deal, NONE).winnable, length=False) > 0
