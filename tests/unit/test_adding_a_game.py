"""The page that tells how a game is added, followed: its code is run, and its game checked against brute force."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.brute import brute_force

from patience_solver import Card, Deal, Game, IllegalMove, Position, Status, apply, legal_moves, parse_move, solve
from patience_solver.cards import RANKS

PAGE = Path(__file__).parent.parent.parent / "docs" / "adding_a_game.md"


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """What the page's Python blocks define."""
    defined: dict[str, Any] = {"__name__": "page"}
    blocks = PAGE.read_text("utf-8").split("```python\n")[1:]
    assert len(blocks) == 5
    for block in blocks:
        exec(compile(block.split("```")[0], PAGE.name, "exec"), defined)
    return defined


def deals(game: Game, count: int) -> list[Deal]:
    """Random packs, and packs that are nearly in order: among the first few can be won."""
    rng = Random(0)
    made = []
    for number in range(count):
        pack = list(game.rules({}).pack)[::-1]
        if number % 2:
            rng.shuffle(pack)
        else:
            for _ in range(5):
                one, other = rng.randrange(len(pack)), rng.randrange(len(pack))
                pack[one], pack[other] = pack[other], pack[one]
        made.append(Deal.from_pack(game, pack))
    return made


def test_the_mini_agrees_with_brute_force(names: dict[str, Any]) -> None:
    seen = set()
    for deal in deals(names["MINI"], 60):
        truth = brute_force(deal, cap=20_000)
        if truth is None:
            continue
        result = solve(deal, optimal=True)
        assert (result.status is Status.WINNABLE, result.length) == (truth.winnable, truth.length), deal
        assert result.optimal == truth.winnable
        seen.add(truth.winnable)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("FREE_CELLS", {"ranks": "A234", "sizes": (6, 6, 4), "cells": 1}),
        ("FREE_CELLS", {"ranks": "A23", "sizes": (6, 6), "cells": 2}),
        ("FROM_FIVE_TO_FOUR", {"ranks": "56A4", "sizes": (4,) * 4}),
        ("KINGS_FIRST", {"ranks": "JQK", "sizes": (3,) * 4}),
    ],
)
def test_cells_base_ranks_and_kings_first_agree_with_brute_force(
    names: dict[str, Any], name: str, changes: dict[str, Any]
) -> None:
    game: Game = names[name]
    piles, *cells = game.declaration.tableau
    blocks = (
        replace(piles, sizes=changes["sizes"]),
        *(replace(block, sizes=(0,) * changes["cells"]) for block in cells),
    )
    mini = game.patch(name="mini", ranks=changes["ranks"], tableau=blocks)
    seen = set()
    for deal in deals(mini, 12):
        truth = brute_force(deal, cap=2_000)
        if truth is None:
            continue
        result = solve(deal, optimal=True)
        assert (result.status is Status.WINNABLE, result.length) == (truth.winnable, truth.length), deal
        seen.add(truth.winnable)
    assert True in seen


def test_foundations_go_from_the_base_that_is_declared(names: dict[str, Any]) -> None:
    def homes(name: str, piles: dict[str, str]) -> list[str]:
        rules = names[name].rules()
        named = {pile.name for pile in rules.layout if pile.is_foundation}
        start = Deal.from_board(names[name], piles).start
        return sorted(str(move) for move in legal_moves(start) if move.target in named)

    assert homes("KINGS_FIRST", {"pile 1": "AC 2C 3C", "pile 2": "AD"}) == ["pile 1 > clubs", "pile 2 > diamonds"]
    assert homes("KINGS_FIRST", {"pile 1": "2C AC", "pile 2": "AD"}) == ["pile 2 > diamonds"]
    assert homes("FROM_FIVE_TO_FOUR", {"pile 1": "4C 3C AC KC", "pile 2": "2C"}) == ["pile 1 > clubs"]


def test_a_cell_takes_one_card(names: dict[str, Any]) -> None:
    start = Deal.from_board(names["FREE_CELLS"], {"pile 1": "KC QC", "pile 2": "KD", "cell 1": "KH"}).start
    moves = set(map(str, legal_moves(start)))
    assert "pile 1 > cell 2" in moves and "cell 1 > cell 2" in moves and "pile 1 > cell 1" not in moves
    with pytest.raises(IllegalMove, match="cell 1 holds KH, and nothing is laid on a card there"):
        apply(start, parse_move(start.rules, "pile 1 > cell 1"))


def test_a_real_deal_agrees_with_brute_force(names: dict[str, Any]) -> None:
    deal = Deal.random(names["LUCKY_PILES"], seed=8)
    truth = brute_force(deal, cap=20_000)
    assert truth is not None
    assert solve(deal).status is Status.UNWINNABLE
    assert not truth.winnable


def board(game: Game, *piles: str) -> Position:
    """These piles, and in the last one what must lie somewhere too, kings at the bottom."""
    listed = [Card.parse(word) for pile in piles for word in pile.split()]
    rest = [
        Card(rank, suit)
        for place, rank in reversed(list(enumerate(RANKS)))
        for suit in {card.suit for card in listed}
        if Card(rank, suit) not in listed
        and place > min(RANKS.index(card.rank) for card in listed if card.suit == suit)
    ]
    vacant = len(game.declaration.tableau[0].sizes) - len(piles) - 1
    return Deal.from_board(game, [*piles, *[""] * vacant, rest]).start


def test_the_rules_are_those_of_the_text(names: dict[str, Any]) -> None:
    start = board(names["LUCKY_PILES"], "KS 7H", "6H", "8H", "7D", "JC QC KC")
    moves = set(map(str, legal_moves(start)))
    assert {"pile 1 > pile 2", "pile 1 > pile 3", "pile 2 > pile 1", "pile 3 > pile 1"} <= moves  # in suit, both ways
    assert not moves & {"pile 4 > pile 2", "pile 2 > pile 4", "pile 3 > pile 4"}  # not across suits
    assert {move for move in moves if move.endswith("> pile 6")} == {"pile 5 > pile 6"}  # only a king
    with pytest.raises(IllegalMove, match="kings only"):
        apply(start, parse_move(start.rules, "pile 4 > pile 7"))


def test_the_deal_is_that_of_the_text(names: dict[str, Any]) -> None:
    start = Deal.random(names["LUCKY_PILES"], seed=1).start
    assert [len(cards) for cards in start.piles] == [4] * 13 + [0] * 4


def test_the_patch_builds_down_regardless_of_suit(names: dict[str, Any]) -> None:
    moves = set(map(str, legal_moves(board(names["LUCKY_THIRTEEN"], "KS 7H", "6D", "8H"))))
    assert {"pile 2 > pile 1", "pile 1 > pile 3"} <= moves
    assert not moves & {"pile 3 > pile 1", "pile 1 > pile 2"}
    assert not any(move.endswith("> pile 4") for move in moves)
