"""Games written out move by move: each move is allowed by a sentence of the book, others are forbidden by one."""

from __future__ import annotations

from functools import cache

import pytest
from support.golden import WholeGame, whole_game

from patience_solver import GAMES, Card, IllegalMove, Position, apply, is_won, legal_moves, parse_move, replay
from patience_solver.position import REDEAL, Move, cells_of

games = pytest.mark.parametrize("game", GAMES)
LONGEST = 70
FORBIDDEN = 5


@cache
def _game(name: str) -> WholeGame:
    game = whole_game(name)
    assert game is not None
    return game


@games
def test_the_game_is_replayed_to_its_win(game: str) -> None:
    written = _game(game)
    assert written.deal.game.name == game
    assert written.deal.pack is not None
    moves = [move for move, _, _ in written.moves]
    assert len(moves) <= LONGEST
    assert is_won(replay(written.deal, moves))
    assert not is_won(replay(written.deal, moves[:-1]))


@games
def test_every_move_is_listed_and_does_what_is_written_beside_it(game: str) -> None:
    written = _game(game)
    position = written.deal.start
    for number, (text, because, remark) in enumerate(written.moves, start=1):
        move = parse_move(written.deal.rules, text)
        assert move in legal_moves(position), f"move {number}"
        assert written.sentences[because]
        if position.rules.pairs is not None:
            assert_grid_remark(position, move, remark)
        elif move != REDEAL:
            card = position.pile(move.source)[-1]
            assert str(card) == remark.split()[0], f"move {number}"
            below = position.pile(str(move.target))
            if " on " in remark or " follows " in remark:
                assert str(below[-1]) == remark.split()[2].rstrip(";"), f"move {number}"
            else:
                assert not below, f"move {number}"
            left = position.pile(move.source)[:-1]
            assert (f"{left[-1]} is free" in remark) if left else ("empty" in remark or "lane" in remark)
        position = apply(position, move)


def assert_grid_remark(position: Position, move: Move, remark: str) -> None:
    """Beside a pair stand its two cards and those that come for them, beside an exchange the four cards."""
    cards = [str(position.piles[cell][-1]) for cell in cells_of(position.rules, move) or ()]
    if len(cards) == 4:
        assert remark == f"{cards[0]} and {cards[1]}, {cards[2]} and {cards[3]}"
        return
    came = [str(card) for card in position.pile("stock")[:-3:-1]]
    assert remark == f"{cards[0]} and {cards[1]}" + (f"; {' '.join(came)} for them" if came else "")


@games
def test_moves_that_the_book_forbids_are_refused(game: str) -> None:
    written = _game(game)
    assert len(written.forbidden) >= FORBIDDEN
    assert len({(after, move) for after, move, _, _ in written.forbidden}) == len(written.forbidden)
    for after, text, because, message in written.forbidden:
        position = replay(written.deal, [move for move, _, _ in written.moves[:after]])
        move = REDEAL if text == "redeal" else parse_move(written.deal.rules, text)
        assert move not in legal_moves(position)
        with pytest.raises(IllegalMove) as caught:
            apply(position, move)
        assert message in str(caught.value)
        assert written.sentences[because]


@games
def test_every_sentence_is_used(game: str) -> None:
    written = _game(game)
    used = {because for _, because, _ in written.moves} | {because for _, _, because, _ in written.forbidden}
    assert used == set(written.sentences)


def test_fortress_shows_marriages_both_ways_and_lanes() -> None:
    assert {because for _, because, _ in _game("fortress").moves} == {"ace", "follow", "up", "down", "lane", "back"}


@pytest.mark.parametrize("game", ["trefoil", "la-belle-lucie"])
def test_games_with_redeals_show_one(game: str) -> None:
    assert "redeal" in [move for move, _, _ in _game(game).moves]


def test_a_game_with_two_moves_exchanged_is_refused() -> None:
    written = _game("fortress")
    moves = [move for move, _, _ in written.moves]
    moves[2], moves[3] = moves[3], moves[2]
    with pytest.raises(IllegalMove, match="move 3: R4 > spades: 3S does not follow AS"):
        replay(written.deal, moves)
    assert replay(written.deal, moves[:2]).pile("spades") == (Card("A", "S"),)
    assert Move("R3", "spades") in legal_moves(replay(written.deal, moves[:2]))
