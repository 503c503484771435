"""Where no choice is real, all moves legal at one time come to the same: followed to the end, not only argued.

The claim is proved in docs/soundness.md, *no real choice*.  Here every move is tried: the positions after any two are
the same but for suits and places in the reserve, and their games end alike, after equally many moves.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.mini import mini_deals, option_combinations

from patience_solver import GAMES, Deal, Position, Reshuffle, apply, legal_moves
from patience_solver.kernel import forced
from patience_solver.kernel.tables import tables
from patience_solver.kernel.translation import new_state, position_of
from patience_solver.reference import is_won
from patience_solver.rules import Play, Role

End = tuple[bool, int, object]
"""Whether the game is won, after how many moves, and the last position up to suits and places in the reserve."""


def without_suits(position: Position) -> object:
    """The position, with ranks only on foundations and in the reserve, and its places but the leading one as a heap."""
    reserve = position.rules.reserve
    lying, elsewhere = list[str](), list[object]()
    for pile, cards in zip(position.rules.layout, position.piles, strict=True):
        ranks = "".join(card.rank for card in cards)
        if pile.role is Role.RESERVE and reserve is not None and pile.name != reserve.leading:
            lying.append(ranks)
        else:
            elsewhere.append(cards if pile.role in (Role.TALON, Role.STOCK) else ranks)
    return sorted(lying), elsewhere, position.redeals_used, position.just_turned


def end_by_reference(position: Position) -> End:
    made = 0
    while moves := legal_moves(position):
        position, made = apply(position, moves[-1]), made + 1
    return is_won(position), made, without_suits(position)


def end_by_kernel(position: Position) -> End:
    rules = position.rules
    table = tables(rules)
    state = new_state(rules, table, position)
    line = np.zeros((table.cards + 1) * (rules.redeals + 2) + table.cards, np.int32)
    made = forced.follow(table, state, np.zeros(table.piles**2, np.int32), line)
    end = position_of(rules, state, position)
    return is_won(end), made, without_suits(end)


def compare(position: Position) -> int:
    """Compare all legal moves of a position; return how many there are."""
    after = [apply(position, move) for move in legal_moves(position)]
    assert len({repr(without_suits(each)) for each in after}) <= 1, str(position)
    ends = [end_by_kernel(each) for each in after]
    assert all(end == ends[0] for end in ends), str(position)
    return len(after)


def play(deal: Deal, random: Random) -> int:
    """Play to the end, comparing all moves at every choice; return the number of choices."""
    position, choices, made = deal.start, 0, 0
    won, length, last = end_by_kernel(position)
    assert end_by_reference(position) == (won, length, last)
    while moves := legal_moves(position):
        choices += len(moves) > 1 and compare(position) > 1
        position, made = apply(position, random.choice(moves)), made + 1
    assert (is_won(position), made, without_suits(position)) == (won, length, last)
    return choices


@pytest.mark.parametrize("options", option_combinations(GAMES["first-and-last"]), ids=str)
def test_full_deals(options: dict[str, bool | int]) -> None:
    random = Random(str(options))
    choices = sum(play(Deal.random("first-and-last", random.randint(1, 10**6), **options), random) for _ in range(4))
    assert choices >= 20


@given(mini_deals("first-and-last"), st.randoms(use_true_random=False))
def test_minis(deal: Deal, random: Random) -> None:
    play(deal, random)


def mixed(position: Position, random: Random) -> Position:
    """Deal the cards that are not on foundations anew to reserve, talon and stock."""
    rules = position.rules
    loose = [place for place, pile in enumerate(rules.layout) if not pile.is_foundation]
    cards = [card for place in loose for card in position.piles[place]]
    lists = tuple(Reshuffle.random(cards, seed=random.randrange(10**6), number=k + 1) for k in range(rules.reshuffles))
    random.shuffle(cards)
    piles = list(position.piles)
    for place in loose:
        piles[place] = ()
        if rules.layout[place].role is Role.RESERVE and position.piles[place]:
            piles[place] = (cards.pop(),)
    turned = random.randint(0, len(cards))
    piles[rules.places["talon"]], piles[rules.places["stock"]] = tuple(cards[:turned]), tuple(cards[turned:])
    just = rules.stock is not None and rules.stock.talon.name == "JUST_TURNED" and turned > 0
    return replace(position, piles=tuple(piles), reshuffles=lists, just_turned=just and random.random() < 0.5)


@pytest.mark.parametrize("waste_top", [True, False])
def test_positions_that_no_game_leads_to(waste_top: bool) -> None:
    """Cards of a fitting rank lie at several places at once, the leading one and the talon among them."""
    random = Random(waste_top)
    choices = led = 0
    for _ in range(20):
        position = Deal.random("first-and-last", random.randint(1, 10**6), waste_top=waste_top).start
        while moves := legal_moves(position):
            position = apply(position, random.choice(moves))
            if random.random() < 0.2:
                board = mixed(position, random)
                choices += compare(board) > 1
                led += str(legal_moves(board)[:1]).count("upper 8")
    assert choices >= 100
    assert led >= 20


def test_a_real_choice_is_seen() -> None:
    game = GAMES["first-and-last"]
    stock = game.declaration.stock
    assert stock is not None
    free = game.patch(name="free", stock=replace(stock, play=Play.FREE))
    with pytest.raises(AssertionError):
        play(Deal.random(free, 1), Random(1))


@given(mini_deals("betrothed"))
def test_there_is_never_more_than_the_redeal(deal: Deal) -> None:
    position = deal.start
    while moves := legal_moves(position):
        assert list(map(str, moves)) == ["redeal"]
        position = apply(position, moves[0])
    assert position.redeals_used <= deal.rules.redeals
    assert end_by_kernel(deal.start) == end_by_reference(deal.start)
