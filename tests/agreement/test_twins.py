"""Equal cards of two packs, and places that play the same part, are never told apart."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from support.kernel import Twin, snapshot
from support.mini import MINIS_OF, random_mini_deal

from patience_solver import GAMES, Card, Deal, Move, Position, apply, legal_moves, solve
from patience_solver.rules import Role

TWO_PACKS = [name for name, game in GAMES.items() if game.declaration.packs == 2]
WITH_RESERVE = [name for name in TWO_PACKS if GAMES[name].declaration.reserve is not None]


def played(deal: Deal, random: Random, moves: int) -> Position:
    position = deal.start
    for _ in range(moves):
        legal = legal_moves(position)
        if not legal:
            break
        position = apply(position, random.choice(legal))
    return position


@pytest.mark.parametrize("name", TWO_PACKS)
def test_a_pack_with_two_equal_cards_exchanged_is_the_same_deal(name: str) -> None:
    deal = Deal.random(name, seed=31)
    assert deal.pack is not None
    for card in set(deal.pack):
        pack = list(deal.pack)
        one, other = (place for place, there in enumerate(pack) if there == card)
        pack[one], pack[other] = Card.parse(str(pack[other])), Card.parse(str(pack[one]))
        again = Deal.from_pack(name, pack, reshuffles=deal.start.reshuffles)
        assert again.start == deal.start
        assert hash(again.start.piles) == hash(deal.start.piles)
    twin = Twin(deal)
    codes = {int(code) for pile, size in enumerate(twin.state.size) for code in twin.state.cards[pile, :size]}
    assert len(codes) == len(set(deal.pack)) == len(deal.pack) // 2


@pytest.mark.parametrize("name", TWO_PACKS)
def test_no_move_is_listed_twice(name: str) -> None:
    random = Random(name)
    deal = Deal.random(name, seed=32)
    for moves in range(0, 120, 15):
        legal = legal_moves(played(deal, random, moves))
        assert len(set(legal)) == len(legal)


def exchanged(deal: Deal, position: Position, random: Random) -> Deal:
    """Return the position with the cards of its reserve in other places, and its foundations of one name exchanged."""
    piles = list(position.piles)
    layout = position.rules.layout
    leading = position.rules.reserve.leading if position.rules.reserve is not None else ""
    for alike in (
        [k for k, pile in enumerate(layout) if pile.role is Role.RESERVE and pile.name != leading],
        *(
            [k for k, pile in enumerate(layout) if pile.is_foundation and (pile.name, pile.base) == kind]
            for kind in dict.fromkeys((pile.name, pile.base) for pile in layout if pile.is_foundation)
        ),
    ):
        cards = [piles[k] for k in alike]
        random.shuffle(cards)
        for k, there in zip(alike, cards, strict=True):
            piles[k] = there
    other = Position(position.rules, tuple(piles), position.redeals_used, position.reshuffles, position.just_turned)
    options: dict[str, Any] = dict(deal.options)
    return Deal.from_board(deal.game, str(other), **options)


@pytest.mark.parametrize("name", WITH_RESERVE)
def test_places_exchanged_are_the_same_state(name: str) -> None:
    random, moved = Random(name), 0
    for seed in range(40, 52):
        deal = Deal.random(name, seed)
        position = played(deal, random, random.randrange(150))
        other = exchanged(deal, position, random)
        here = Twin(exchanged(deal, position, Random(0)))
        moved += other.start.piles != here.deal.start.piles
        assert np.array_equal(snapshot(here.state)["sum"], snapshot(Twin(other).state)["sum"])
        targets = [{move.target for move in legal_moves(deal.start)} for deal in (here.deal, other)]
        assert targets[0] == targets[1]
    assert moved > 6


@pytest.mark.parametrize("name", WITH_RESERVE)
def test_places_exchanged_have_the_same_shortest_win(name: str) -> None:
    random, game = Random(name), MINIS_OF[name][0]
    for _ in range(10):
        deal = random_mini_deal(game, random)
        position = played(deal, random, random.randrange(8))
        one, other = (solve(exchanged(deal, position, random), optimal=True) for _ in range(2))
        assert (one.status, one.length) == (other.status, other.length)


def test_of_two_equal_cards_either_may_be_played() -> None:
    start = Deal.random("sultan", 1).start
    piles = [cards for pile, cards in zip(start.rules.layout, start.piles, strict=True) if not pile.is_foundation]
    order = sorted((card for cards in piles for card in cards), key=lambda card: (card.rank != "A", card))
    deal = Deal.from_pack("sultan", order, reshuffle="keep")
    assert deal.start.pile("divan 1") == deal.start.pile("divan 2") == (Card("A", "C"),)
    one, other = (apply(deal.start, Move(f"divan {place}", "clubs")) for place in (1, 2))
    options: dict[str, Any] = dict(deal.options)
    states = [Twin(Deal.from_board("sultan", str(after), **options)).state for after in (one, other)]
    assert np.array_equal(states[0].sum, states[1].sum)
