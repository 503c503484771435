"""Laws of play that hold in every registered game, whatever its options."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.mini import every_game_and_option, mini_deals
from support.play import random_play

from patience_solver import (
    Card,
    Deal,
    IllegalMove,
    ImpossibleDeal,
    Move,
    PatienceError,
    Position,
    apply,
    is_won,
    legal_moves,
    parse_move,
    replay,
)
from patience_solver.position import DEAL, REDEAL, TURN, cells_of, exchange_move, pair_move
from patience_solver.rules import Role, Rules, remove_bases, value_text

Options = dict[str, Any]


def _lying(position: Position) -> Counter[Card]:
    return Counter(card for pile in position.piles for card in pile)


@every_game_and_option
def test_play_conserves_cards_and_changes_what_the_move_says(game: str, options: Options) -> None:
    deal = Deal.random(game, seed=21, **options)
    for position, move in random_play(deal, seed=1):
        assert _lying(position) == Counter(deal.rules.pack)
        assert 0 <= position.redeals_used <= max(deal.rules.redeals, 0)
        if move is None or move in (REDEAL, DEAL):
            continue
        after = apply(position, move)
        if deal.rules.pairs is not None:
            assert_grid_changes(position, move, after)
            continue
        source, target = (move.source, move.target) if move.target is not None else ("stock", "talon")
        changed = {
            pile.name: (before, now)
            for pile, before, now in zip(deal.rules.layout, position.piles, after.piles, strict=True)
            if before != now
        }
        before, now = changed.pop(target)
        assert now == (*before, position.pile(source)[-1])
        before, now = changed.pop(source)
        if changed:  # a gap was filled at once
            ((_, (left, rest)),) = changed.items()
            assert rest == left[:-1]
            assert now == (*before[:-1], left[-1])
        else:
            assert now == before[:-1]


def assert_grid_changes(position: Position, move: Move, after: Position) -> None:
    cells = cells_of(position.rules, move)
    assert cells is not None
    cards = [position.piles[cell][-1] for cell in cells]
    if len(cells) == 4:
        a, c, b, d = cards
        assert [after.piles[cell][-1] for cell in cells] == [c, a, d, b]
        assert after.exchanges_used == position.exchanges_used + 1
        assert after.pile("stock") == position.pile("stock")
        return
    assert Counter(after.pile("removed")) == Counter((*position.pile("removed"), *cards))
    came = position.pile("stock")[:-3:-1]
    assert after.pile("stock") == position.pile("stock")[: len(position.pile("stock")) - len(came)]
    lay = [pile[-1] for cell, pile in enumerate(position.piles[:25]) if pile and cell not in cells]
    lie = [pile[-1] for pile in after.piles[:25] if pile]
    assert Counter(lie) == Counter((*lay, *came))
    if len(came) == 2:
        assert [after.piles[cell][-1] for cell in sorted(cells)] == list(came)


def thinkable_pairs(rules: Rules) -> list[Move]:
    """Every pair of cells, and some exchanges."""
    rng, cells = Random(1), range(25)
    some = [rng.sample(cells, 4) for _ in range(40)]
    return [*(pair_move(rules, two) for two in combinations(cells, 2)), *(exchange_move(rules, four) for four in some)]


@every_game_and_option
def test_moves_listed_apply_and_all_others_are_refused(game: str, options: Options) -> None:
    deal = Deal.random(game, seed=22, **options)
    names = [pile.name for pile in deal.rules.layout]
    thinkable = [*(Move(source, target) for source in names for target in names), REDEAL, TURN, DEAL, Move(names[0])]
    thinkable += thinkable_pairs(deal.rules) if deal.rules.pairs is not None else []
    for number, (position, _) in enumerate(random_play(deal, seed=2)):
        legal = legal_moves(position)
        assert len(set(legal)) == len(legal)
        assert not (is_won(position) and legal)
        for move in legal[:: 1 + len(legal) // 500]:
            assert apply(position, move) != position
        if number % 12 == 0:
            for move in thinkable:
                if move not in legal:
                    with pytest.raises(IllegalMove, match=r"\w"):
                        apply(position, move)
            assert set(legal) <= set(thinkable) or str(legal[0]).startswith("exchange")


@every_game_and_option
def test_move_text_reads_back(game: str, options: Options) -> None:
    deal = Deal.random(game, seed=23, **options)
    for position, _ in random_play(deal, seed=3):
        for move in legal_moves(position)[:500]:
            for text in (str(move), str(move).upper(), str(move).lower().replace(" ", ""), f"  {move}  "):
                assert parse_move(deal.rules, text) == move


@every_game_and_option
def test_replay_makes_the_same_moves(game: str, options: Options) -> None:
    deal = Deal.random(game, seed=24, **options)
    played = list(random_play(deal, seed=4))
    moves = [move for _, move in played if move is not None]
    assert replay(deal, moves) == replay(deal, map(str, moves)) == played[-1][0]
    # in mid-game, a replay from the board goes on in the same way
    half = len(moves) // 2
    middle = Deal.from_board(game, str(played[half][0]), **options)
    assert replay(middle, moves[half:]) == played[-1][0]


@every_game_and_option
def test_board_text_reads_back_at_every_position(game: str, options: Options) -> None:
    deal = Deal.random(game, seed=25, **options)
    for position, _ in random_play(deal, seed=5):
        board = Deal.from_board(game, str(position), **options)
        assert board.start == position
        assert str(board) == str(position)
        if not position.just_turned:  # which only text can tell
            assert sorted_homes(by_piles(deal, position, options)) == sorted_homes(position)


def by_piles(deal: Deal, position: Position, options: Options) -> Position:
    """Read the position from its piles; foundations hold what lies nowhere else, or are named if that does not tell."""
    piles = list(zip(deal.rules.layout, position.piles, strict=True))
    foundations = {pile.name: cards for pile, cards in piles if pile.is_foundation}
    given: Options = {pile.role.value: cards for pile, cards in piles if pile.role in (Role.STOCK, Role.TALON)}
    given |= {"redeals_used": position.redeals_used, "exchanges_used": position.exchanges_used}
    given |= {"reshuffles": position.reshuffles, **options}
    tableau = [cards for pile, cards in piles if pile.role in (Role.TABLEAU, Role.RESERVE, Role.CELL)]
    try:
        return Deal.from_board(deal.game, tableau, **given).start
    except ImpossibleDeal as error:
        assert "say what lies on the foundations" in str(error)
        return Deal.from_board(deal.game, tableau, foundations=foundations, **given).start


def sorted_homes(position: Position) -> object:
    """The position up to the exchange of foundations of one name."""
    named = [(pile.name, cards) for pile, cards in zip(position.rules.layout, position.piles, strict=True)]
    homes = [
        (pile.name, cards[-1:] if pile.foundations is not None else tuple(sorted(cards)))
        for pile, cards in zip(position.rules.layout, position.piles, strict=True)
        if pile.is_foundation
    ]
    return (
        [entry for entry in named if entry[0] not in dict(homes)],
        sorted(homes),
        position.redeals_used,
        position.exchanges_used,
    )


@every_game_and_option
def test_deal_text_and_repr_read_back(game: str, options: Options) -> None:
    deal = Deal.random(game, seed=26, **options)
    written = Deal.from_pack(game, str(deal), **options)
    assert (written.pack, written.start, written.options) == (deal.pack, deal.start, deal.options)
    assert str(written) == str(deal)
    position = [position for position, _ in random_play(deal, seed=6)][-1]
    board = Deal.from_board(game, str(position), **options)
    for each in (deal, written, board):
        assert eval(repr(each), {"Deal": Deal}) == each
    assert repr(deal).startswith("Deal.random(")


@every_game_and_option
def test_set_up_cards_left_in_or_out_give_the_same_start(game: str, options: Options) -> None:
    deal = Deal.random(game, seed=27, **options)
    assert deal.pack is not None
    _, cards = remove_bases(deal.pack, deal.rules.bases)
    short = Deal.from_pack(game, cards, reshuffles=deal.start.reshuffles, **options)
    assert short.start == deal.start


@every_game_and_option
def test_options_read_back_from_text_and_are_all_there(game: str, options: Options) -> None:
    deal = Deal.random(game, seed=28, **options)
    assert deal.options == options
    as_text = Deal.random(game, seed=28, **{name: value_text(value).upper() for name, value in options.items()})
    assert as_text == deal


@settings(max_examples=60, deadline=None)
@given(mini_deals(), st.integers(0, 1_000))
def test_laws_hold_in_mini_games(deal: Deal, seed: int) -> None:
    for position, _ in random_play(deal, seed, moves=40):
        assert _lying(position) == Counter(deal.rules.pack)
        assert Deal.from_board(deal.game, str(position), **dict[str, Any](deal.options)).start == position
        if deal.rules.throwing is None:  # where cards are thrown out, some of those that are left must match
            assert is_won(position) == all(
                pile.is_foundation or not cards for pile, cards in zip(deal.rules.layout, position.piles, strict=True)
            )
    assert deal.pack is not None
    again = Deal.from_pack(deal.game, str(deal), **dict[str, Any](deal.options))
    assert again == deal


@settings(max_examples=60, deadline=None)
@given(mini_deals(redeals=2, redeal_when="any"), st.integers(0, 1_000))
def test_whatever_is_refused_is_refused_as_an_error_of_this_package(deal: Deal, seed: int) -> None:
    """Whatever is refused is refused as this package's error, and the position is left as it was."""
    rng, position = Random(seed), deal.start
    names = [pile.name for pile in deal.rules.layout]
    before = str(position)
    for _ in range(20):
        move = Move(rng.choice([*names, "redeal", "nowhere"]), rng.choice([*names, None, "nowhere"]))
        try:
            position = apply(position, move)
        except PatienceError as error:
            assert str(error)
            assert str(position) == before
        before = str(position)
