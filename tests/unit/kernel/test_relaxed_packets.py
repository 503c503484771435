"""The table of further holds: exact for the easier game, a consistent bound for the real one, empty elsewhere."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.brute import brute_force
from support.kernel import Twin
from support.mini import MINIS_OF, mini_deals, random_mini_deal

from patience_solver import GAMES, Deal, Position, apply, is_won, legal_moves
from patience_solver.kernel.relaxed_packets import CANNOT_BE, Relaxed, holds_here, relaxed_packets
from patience_solver.kernel.translation import new_state
from patience_solver.rules import Role


def table_of(deal: Deal) -> tuple[Twin, Relaxed]:
    twin = Twin(deal)
    return twin, relaxed_packets(deal.rules, twin.tables, twin.state)


def holds_in(twin: Twin, relaxed: Relaxed, position: Position) -> int:
    return int(holds_here(twin.tables, new_state(position.rules, twin.tables, position), relaxed))


def naive_holds(position: Position) -> int:
    """Solve the easier game plainly: any held card may be played."""
    piles = list(zip(position.rules.layout, position.piles, strict=True))
    ranks = position.rules.ranks
    orders, heights = [], []
    for pile, cards in piles:
        if pile.is_foundation:
            assert pile.foundations is not None
            first, step = ranks.index(pile.base[0]), pile.foundations.building.steps[0]
            orders.append([ranks[(first + step * k) % len(ranks)] for k in range(pile.height)])
            heights.append(len(cards))
    stock = [card.rank for card in position.pile("stock")]
    held = [card.rank for pile, cards in piles if pile.role is Role.TABLEAU for card in cards]

    @cache
    def least(stock: tuple[str, ...], held: tuple[str, ...], heights: tuple[int, ...]) -> int:
        if not stock:
            return 0
        found = 1 + least(stock[:-1], tuple(sorted((*held, stock[-1]))), heights)
        for number, order in enumerate(orders):
            if heights[number] == len(order):
                continue
            rank, higher = order[heights[number]], (*heights[:number], heights[number] + 1, *heights[number + 1 :])
            if stock[-1] == rank:
                found = min(found, least(stock[:-1], held, higher))
            if rank in held:
                left = list(held)
                left.remove(rank)
                found = min(found, least(stock, tuple(left), higher))
        return found

    return least(tuple(stock), tuple(sorted(held)), tuple(heights))


@given(mini_deals("calculation"), st.randoms(use_true_random=False))
def test_exact_for_the_easier_game_and_consistent(deal: Deal, random: Random) -> None:
    twin, relaxed = table_of(deal)
    position = deal.start
    holds = holds_in(twin, relaxed, position)
    assert holds == naive_holds(position)
    while moves := legal_moves(position):
        move = random.choice(moves)
        position = apply(position, move)
        after = holds_in(twin, relaxed, position)
        held = move.source == "stock" and "packet" in str(move.target)
        assert after != CANNOT_BE and holds <= after + held
        holds = after
    assert holds == naive_holds(position)
    assert holds == 0 or not is_won(position)


@given(mini_deals("calculation", large=False))
@settings(max_examples=30)
def test_never_more_than_a_shortest_win_needs(deal: Deal) -> None:
    truth = brute_force(deal, cap=1_000)
    assume(truth is not None and truth.length is not None)
    assert truth is not None and truth.length is not None
    twin, relaxed = table_of(deal)
    left = len(deal.rules.pack) - sum(
        len(cards) for pile, cards in zip(deal.rules.layout, deal.start.piles, strict=True) if pile.is_foundation
    )
    assert left + holds_in(twin, relaxed, deal.start) <= truth.length


@pytest.mark.parametrize("name", sorted(GAMES))
def test_only_for_games_of_packets(name: str) -> None:
    for game in MINIS_OF[name][:1]:
        _, relaxed = table_of(random_mini_deal(game, Random(1)))
        assert (len(relaxed.holds) > 1) == (name == "calculation")
