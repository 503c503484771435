"""Blocks that two piles make together: the kernel against a plain search over heights, and networkx for the pairing."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from support.kernel import Twin
from support.mini import mini_deals

from patience_solver import Card, Deal, apply, legal_moves
from patience_solver.kernel import bounds
from patience_solver.kernel.joint_blocks import joint_gain, room_for_pairs
from patience_solver.rules import Role

Piles = tuple[tuple[Card, ...], ...]


def needed(piles: Piles, ranks: str) -> int:
    """Count the cards that must be moved out of the way, trying every order in which the cards can be taken off."""

    @cache
    def least(heights: tuple[int, ...]) -> int:
        lying = {card for pile, height in zip(piles, heights, strict=True) for card in pile[:height]}
        options = []
        for number, height in enumerate(heights):
            if height:
                card = piles[number][height - 1]
                waits = any(
                    card.suit == other.suit and ranks.index(other.rank) < ranks.index(card.rank) for other in lying
                )
                options.append(waits + least((*heights[:number], height - 1, *heights[number + 1 :])))
        return min(options, default=0)

    return least(tuple(map(len, piles)))


def gain(piles: Piles, ranks: str) -> int:
    graph = nx.Graph()
    for one, other in combinations(range(len(piles)), 2):
        pair = (piles[one], piles[other])
        graph.add_edge(one, other, weight=needed(pair, ranks) - sum(needed((pile,), ranks) for pile in pair))
    return sum(graph.edges[edge]["weight"] for edge in nx.max_weight_matching(graph))


@given(mini_deals("fortress", "beleaguered-castle", "streets-and-alleys", "trefoil", "fan"))
def test_as_counted_plainly(deal: Deal) -> None:
    twin = Twin(deal)
    assert twin.tables.paired == 1
    layout = zip(deal.rules.layout, deal.start.piles, strict=True)
    piles = tuple(cards for pile, cards in layout if pile.role is Role.TABLEAU)
    assert joint_gain(twin.tables, twin.state, *room_for_pairs(twin.tables)) == gain(piles, deal.rules.ranks)


@pytest.mark.parametrize("name", ["fortress", "beleaguered-castle", "streets-and-alleys"])
def test_whole_packs_in_mid_game(name: str) -> None:
    random = Random(name)
    for seed in range(1, 4):
        deal = Deal.random(name, seed)
        position = deal.start
        for _ in range(random.randrange(30)):
            if not (moves := legal_moves(position)):
                break
            position = apply(position, random.choice(moves))
        board = Deal.from_board(deal.game, str(position))
        twin = Twin(board)
        layout = zip(deal.rules.layout, position.piles, strict=True)
        piles = tuple(cards for pile, cards in layout if pile.role is Role.TABLEAU)
        more = joint_gain(twin.tables, twin.state, *room_for_pairs(twin.tables))
        assert more == gain(piles, deal.rules.ranks)
        alone = sum(needed((pile,), deal.rules.ranks) for pile in piles)
        left = sum(map(len, piles))
        assert bounds.bound_here(twin.tables, twin.state, *room_for_pairs(twin.tables)) == left + alone + more


def test_two_piles_that_lock_each_other() -> None:
    """In each pile a three lies on the other suit's ace: neither blocks its own suit, but one must be moved away."""
    piles = ((Card("A", "C"), Card("3", "D")), (Card("A", "D"), Card("3", "C")))
    assert [needed((pile,), "A23") for pile in piles] == [0, 0]
    assert needed(piles, "A23") == gain(piles, "A23") == 1
