"""Boards in mid-game of the games without real choice: what is written is read back, lists with twins among it."""

from __future__ import annotations

from typing import Any

import pytest
from support.mini import option_combinations

from patience_solver import GAMES, Deal, ImpossibleDeal, Position, apply, legal_moves, solve

GAMES_WITHOUT_CHOICE = ("first-and-last", "betrothed")


def play(deal: Deal) -> list[Position]:
    """All positions of the game."""
    positions = [deal.start]
    while moves := legal_moves(positions[-1]):
        positions.append(apply(positions[-1], moves[0]))
    return positions


def all_options() -> list[tuple[str, dict[str, Any]]]:
    return [(game, options) for game in GAMES_WITHOUT_CHOICE for options in option_combinations(GAMES[game])]


@pytest.mark.parametrize(("game", "options"), all_options(), ids=str)
def test_every_position_of_a_game_is_read_back(game: str, options: dict[str, Any]) -> None:
    for seed in (46, 527, 13):
        positions = play(Deal.random(game, seed, **options))
        for position in positions[::7] if len(positions) > 20 else positions:
            board = Deal.from_board(game, str(position), **options)
            assert board.start == position
            assert str(board) == str(position)
            assert Deal.from_board(game, str(board).lower(), **options).start == position


def test_the_lines_of_first_and_last() -> None:
    position = play(Deal.random("first-and-last", 527, waste_top=False))[120]
    lines = str(position).splitlines()
    names = [line.partition(":")[0] for line in lines]
    piles = ["upper 8", *(f"lower {n}" for n in range(1, 9)), "talon", "stock", *(f"pile {n}" for n in range(1, 9))]
    lists = [f"reshuffle {n}" for n in (1, 2, 3)]
    assert [name for name in names if name not in ("redeals used", "just turned")] == piles + lists
    assert all(lines[names.index(name)].count("'") > 0 for name in lists)
    assert Deal.from_board("first-and-last", "\n".join(reversed(lines)), waste_top=False).start == position


def test_the_same_board_by_piles() -> None:
    position = next(position for position in play(Deal.random("first-and-last", 527)) if position.redeals_used == 2)
    assert position.redeals_used
    cards: dict[str, Any] = {
        pile.name: held for pile, held in zip(position.rules.layout, position.piles, strict=True) if held
    }
    stock, talon = cards.pop("stock", ()), cards.pop("talon", ())
    piles = {name: held for name, held in cards.items() if name.startswith("pile")}
    rows = {name: held for name, held in cards.items() if name not in piles}
    board = Deal.from_board(
        "first-and-last",
        rows,
        foundations=piles,
        stock=stock,
        talon=talon,
        redeals_used=position.redeals_used,
        reshuffles=position.reshuffles,
    )
    assert board.start == position


@pytest.mark.parametrize(("game", "seed"), [("first-and-last", 527), ("betrothed", 13)])
def test_used_lists_may_be_a_dash(game: str, seed: int) -> None:
    options: dict[str, Any] = {"reshuffle": "shuffle"} if game == "betrothed" else {}
    positions = play(Deal.random(game, seed, **options))
    for position in positions[:: len(positions) // 20 + 1]:
        lines = str(position).splitlines()
        used = [f"reshuffle {number}: " for number in range(1, position.redeals_used + 1)]
        dashed = [next((name + "-" for name in used if line.startswith(name)), line) for line in lines]
        board = Deal.from_board(game, "\n".join(dashed), **options)
        assert solve(board).length == solve(Deal.from_board(game, str(position), **options)).length
        assert str(board) == "\n".join(dashed)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("reshuffle 1: ", "reshuffle 1: 5D "), "reshuffle list 1: 5D"),
        (("upper 8: ", "upper 8: 5D "), "upper 8: 5D"),
        (("upper 8: ", "upper 9: "), "board line 1: the game has no pile 'upper 9'"),
        (("pile 1: ", "pile 1: 7D "), "foundation pile 1: 7D 5D is no sequence"),
    ],
)
def test_boards_that_can_not_be(change: tuple[str, str], words: str) -> None:
    text = str(Deal.random("first-and-last", 527).start)
    assert change[0] in text
    with pytest.raises(ImpossibleDeal) as caught:
        Deal.from_board("first-and-last", text.replace(*change, 1))
    assert words in str(caught.value)


def test_a_mark_in_a_list_that_is_missing_or_too_much_is_named() -> None:
    text = str(Deal.random("first-and-last", 527).start)
    before, _, lists = text.partition("reshuffle 1:")
    card = next(word for word in lists.split() if word.endswith("'"))
    twins = lists.replace(card, card[:2], 1)
    with pytest.raises(ImpossibleDeal, match=f"reshuffle list 1: {card[:2]} carries 0 marks: exactly one"):
        Deal.from_board("first-and-last", f"{before}reshuffle 1:{twins}")


def test_what_is_thrown_out_may_be_left_out_of_the_text() -> None:
    for position in play(Deal.random("betrothed", 13)):
        lines = [line for line in str(position).splitlines() if not line.startswith("thrown out")]
        board = Deal.from_board("betrothed", "\n".join(lines))
        assert board.start.piles[:-1] == position.piles[:-1]
        assert sorted(board.start.piles[-1]) == sorted(position.piles[-1])
        assert solve(board).length == solve(Deal.from_board("betrothed", str(position))).length
