"""On the way to a win every position can be won, and in no more moves than are still to be made."""

from __future__ import annotations

from typing import Any

import pytest
from support.engines import board_of
from support.mini import every_game_and_option

from patience_solver import Deal, Limits, Status, apply, solve

SEEDS = range(1, 201)
WINS = 2
"""Wins that are looked at, of each game and set of options; it is skipped where wins are so rare that there is none."""


@every_game_and_option
def test_positions_of_a_win_are_won(game: str, options: dict[str, Any]) -> None:
    wins = 0
    for seed in SEEDS:
        deal = Deal.random(game, seed, **options)
        result = solve(deal, limits=Limits(states=20_000))
        if result.moves is None:
            continue
        position, left = deal.start, len(result.moves)
        step = left // 6 + 1
        for number, move in enumerate(result.moves):
            if number % step == step - 1:
                found = solve(board_of(deal, position), optimal=number % 2 == 0, limits=Limits(states=4_000))
                assert found.status is not Status.UNWINNABLE
                assert found.lower_bound is None or found.lower_bound <= left
                assert not found.optimal or not result.optimal or found.length == left
            position, left = apply(position, move), left - 1
        wins += 1
        if wins == WINS:
            break
    if wins == 0:
        pytest.skip("no win among the deals")
