"""Games written out move by move: each move is allowed by a sentence of the book, others are forbidden by one."""

from __future__ import annotations

from functools import cache

import pytest
from support.golden import WholeGame, whole_game

from patience_solver import GAMES, Card, IllegalMove, Position, apply, is_won, legal_moves, parse_move, replay
from patience_solver.position import REDEAL, Move, cells_of
from patience_solver.rules import Role

games = pytest.mark.parametrize("game", GAMES)
LONGEST = 70
LONGEST_WITH_STOCK = 200
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
    assert len(moves) <= (LONGEST if written.deal.rules.stock is None else LONGEST_WITH_STOCK)
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
        after = apply(position, move)
        assert _does(position, move, after, remark), f"move {number}"
        position = after


def _does(position: Position, move: Move, after: Position, remark: str) -> bool:
    """Tell whether a move does what is written beside it."""
    if move == REDEAL:
        return remark.startswith(f"{len(position.pile('talon'))} cards") if position.rules.stock else bool(remark)
    if position.rules.pairs is not None:
        return remark == _on_grid(position, move)
    if move.target is None:
        return _turns(position, after, remark)
    layout = position.rules.layout
    place = next(k for k, pile in enumerate(layout) if pile.name == move.target and position.piles[k] != after.piles[k])
    words, below, left = remark.split(), position.piles[place], after.pile(move.source)
    is_right = words[0] == str(position.pile(move.source)[-1])
    if " on " in remark or " follows " in remark:
        is_right &= str(below[-1]) == words[2].rstrip(";")
    else:
        is_right &= not below
    if layout[position.rules.places[move.source]].role is Role.RESERVE:
        return is_right and ((f"{left[-1]} comes there" in remark) if left else "stays empty" in remark)
    if move.source == "stock":
        return is_right
    return is_right and ((f"{left[-1]} is free" in remark) if left else ("empty" in remark or "lane" in remark))


def _turns(position: Position, after: Position, remark: str) -> bool:
    """Tell whether a turn, or a deal to short piles, does what is written beside it."""
    filled = [
        pile.name
        for pile, before, now in zip(position.rules.layout, position.piles, after.piles, strict=True)
        if len(now) > len(before)
    ]
    if filled != ["talon"]:
        count = len(position.pile("stock")) - len(after.pile("stock"))
        return remark == f"{count} cards fill {', '.join(filled)}"
    left = len(after.pile("stock"))
    return remark == f"{position.pile('stock')[-1]} is turned; {f'{left} are left' if left else 'the stock is out'}"


def _on_grid(position: Position, move: Move) -> str:
    """Write the two cards of a pair and those that come for them, or the four cards of an exchange."""
    cards = [str(position.piles[cell][-1]) for cell in cells_of(position.rules, move) or ()]
    if len(cards) == 4:
        return f"{cards[0]} and {cards[1]}, {cards[2]} and {cards[3]}"
    came = [str(card) for card in position.pile("stock")[:-3:-1]]
    return f"{cards[0]} and {cards[1]}" + (f"; {' '.join(came)} for them" if came else "")


@games
def test_moves_that_the_book_forbids_are_refused(game: str) -> None:
    written = _game(game)
    assert len(written.forbidden) >= FORBIDDEN
    assert len({(after, move) for after, move, _, _ in written.forbidden}) == len(written.forbidden)
    for after, text, because, message in written.forbidden:
        position = replay(written.deal, [move for move, _, _ in written.moves[:after]])
        move = Move(text) if ">" not in text else parse_move(written.deal.rules, text)
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


@pytest.mark.parametrize(
    "game",
    [
        "trefoil",
        "la-belle-lucie",
        "quadrille",
        "captive-queens",
        "german-clock",
        "sultan",
        "sultan-plus",
        "first-and-last",
        "betrothed",
    ],
)
def test_games_with_redeals_show_one(game: str) -> None:
    assert "redeal" in [move for move, _, _ in _game(game).moves]


def test_first_and_last_shows_every_source_and_every_filling() -> None:
    written = _game("first-and-last")
    shown = {because for _, because, _ in written.moves}
    assert shown == {"lower", "rising", "next", "eighth", "talon", "turn", "again"}
    remarks = " ".join(remark for _, _, remark in written.moves)
    assert all(f"pile {number} is closed by" in remarks for number in range(1, 9))
    assert "comes there" in remarks and "stays empty" in remarks


def test_a_game_with_two_moves_exchanged_is_refused() -> None:
    written = _game("fortress")
    moves = [move for move, _, _ in written.moves]
    moves[2], moves[3] = moves[3], moves[2]
    with pytest.raises(IllegalMove, match="move 3: R4 > spades: 3S does not follow AS"):
        replay(written.deal, moves)
    assert replay(written.deal, moves[:2]).pile("spades") == (Card("A", "S"),)
    assert Move("R3", "spades") in legal_moves(replay(written.deal, moves[:2]))
