"""The reference model, which reads declarations, against a naive reading of each game by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support.mini import option_combinations
from support.naive import naive_moves
from support.naive_play import play_betrothed, play_first_and_last

from patience_solver import GAMES, Deal, apply, is_won, legal_moves, solve
from patience_solver.position import REDEAL, actions


@pytest.mark.parametrize("game", GAMES)
def test_the_same_moves_are_legal(game: str) -> None:
    combinations = option_combinations(GAMES[game])
    seen = set()
    for number, options in enumerate(combinations, start=1):
        for seed in range(40 * number, 40 * number + max(40 // len(combinations), 4)):
            deal = Deal.random(game, seed, **options)
            rng, position, last = Random(seed), deal.start, ""
            just = options.get("waste_top") is False
            foundations = {pile.name for pile in deal.rules.layout if pile.is_foundation}
            for _ in range(130):
                assert position.just_turned == (just and last == "turn")
                legal = legal_moves(position)
                assert set(map(str, legal)) == naive_moves(game, deal.options, position), f"{deal!r}\n{position}"
                if not legal:
                    break
                home = [move for move in legal if move.target in foundations]
                move = rng.choice(home if home and rng.random() < 0.7 else legal)
                seen.add(move.source if move.target is None and move in actions(deal.rules) else "card")
                position, last = apply(position, move), str(move)
    assert ("card" in seen) == (game != "betrothed")
    assert ("redeal" in seen) == bool(GAMES[game].options.keys() & {"redeals", "passes"})


@pytest.mark.parametrize("game", ["trefoil", "la-belle-lucie"])
def test_the_same_cards_come_in_a_redeal(game: str) -> None:
    rng, start = Random(1), Deal.random(game, 12, reshuffle="keep", redeal_when="any").start
    for _ in range(12):
        moves = [move for move in legal_moves(start) if move != REDEAL]
        start = apply(start, rng.choice(moves)) if moves else start
    fans = [name for name in (pile.name for pile in start.rules.layout) if name.startswith("fan")]
    left = [card for name in fans for card in start.pile(name)]
    after = apply(start, REDEAL)
    for place, name in enumerate(fans):
        assert after.pile(name) == tuple(left[3 * place : 3 * place + 3])
    dealt = [len(after.pile(name)) for name in fans]
    assert dealt == sorted(dealt, reverse=True)
    assert sum(dealt) == len(left)
    assert [len(start.pile(name)) for name in fans] != dealt


def _texts(deal: Deal) -> tuple[list[str], list[str]]:
    """The pack card by card, and the reshuffle lists."""
    pack, *lists = str(deal).split("|")
    return pack.split(), lists


@pytest.mark.parametrize("options", option_combinations(GAMES["first-and-last"]), ids=str)
def test_first_and_last_comes_to_the_same_end(options: dict[str, Any]) -> None:
    for seed in range(1, 13):
        deal = Deal.random("first-and-last", seed, **options)
        won, moves, redeals = play_first_and_last(*_texts(deal), **options)
        position, made = deal.start, 0
        while legal := legal_moves(position):
            position, made = apply(position, legal[0]), made + 1
        assert (is_won(position), made, position.redeals_used) == (won, moves, redeals), repr(deal)
        assert solve(deal).length == (moves if won else None)


@pytest.mark.parametrize("options", option_combinations(GAMES["betrothed"]), ids=str)
def test_betrothed_comes_to_the_same_end(options: dict[str, Any]) -> None:
    ended = set()
    for seed in range(1, 200):
        deal = Deal.random("betrothed", seed, **options)
        one, two, redeals = play_betrothed(*_texts(deal), **{k: v for k, v in options.items() if k != "pack"})
        position = deal.start
        while legal := legal_moves(position):
            position = apply(position, legal[0])
        assert (is_won(position), position.redeals_used) == (one and bool(two), redeals), repr(deal)
        result = solve(deal)
        assert (result.details["part_one"], result.details["part_two"]) == (one, two)
        assert result.length == (redeals if two else None)
        ended.add(two)
    assert None in ended
    assert options["redeals"] < 2 or len(ended) > 1
