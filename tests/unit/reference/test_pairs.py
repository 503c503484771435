"""Pairs on a grid: what the vocabulary can say beside Fourteen, refusals, boards, move text."""

from __future__ import annotations

import pytest

from patience_solver import (
    Deal,
    Game,
    IllegalMove,
    ImpossibleDeal,
    MalformedText,
    Move,
    Status,
    legal_moves,
    parse_move,
    solve,
)
from patience_solver import apply as play
from patience_solver.rules import AfterStock, Grid, Lying, Pairs, Rules


def game(name: str, pairs: Pairs, rows: int = 2, columns: int = 3, ranks: str = "A23") -> Game:
    grid = Grid(rows, columns, AfterStock.STATIC)
    rules = Rules(foundations=(), grid=grid, pairs=pairs, ranks=ranks)
    return Game(name=name, title=name, source="a test", declaration=rules)


def texts(deal: Deal) -> set[str]:
    return set(map(str, legal_moves(deal.start)))


PACK = "AC 2C 3C AD 2D 3D AH 2H 3H AS 2S 3S"
"""On two rows of three: A 2 3 above A 2 3."""


def test_equal_ranks_in_cells_that_touch() -> None:
    deal = Deal.from_pack(game("monte-carlo", Pairs(None, Lying.TOUCHING)), PACK)
    assert texts(deal) == {"a1 a2", "b1 b2", "c1 c2"}
    with pytest.raises(IllegalMove, match="a1 b2: AC and 2D are not of equal rank"):
        play(deal.start, Move("a1 b2"))
    assert solve(deal).status is Status.WINNABLE
    corner = Deal.from_pack(game("monte-carlo", Pairs(None, Lying.TOUCHING)), "AC 2C 3C 2D AD 2H 3D AH 3H AS 2S 3S")
    assert texts(corner) == {"a1 b2", "b1 a2", "b1 c2"}


def test_ranks_that_add_up_anywhere() -> None:
    deal = Deal.from_pack(game("tens", Pairs(4, Lying.ANYWHERE)), PACK)
    assert texts(deal) == {"a1 c1", "a1 c2", "b1 b2", "c1 a2", "a2 c2"}
    assert solve(deal).status is Status.WINNABLE


def test_ranks_without_a_partner_are_lost() -> None:
    deal = Deal.from_pack(game("odd", Pairs(3, Lying.ANYWHERE)), PACK)
    assert solve(deal).status is Status.UNWINNABLE


def test_refusals_say_why() -> None:
    start = Deal.from_pack("fourteen", str(Deal.random("fourteen", 1))).start
    for text, why in {
        "a1 b1": "a1 b1: JD and 2D do not add up to 14",
        "a1 a1": "the 2 cells must be different",
        "exchange a1 b1 with c1 d1": "only when no pair can be made, and .* is one",
        "exchange a1 b1 with a1 d1": "the 4 cells must be different",
    }.items():
        with pytest.raises(IllegalMove, match=why):
            play(start, Move(text))
    with pytest.raises(IllegalMove, match="no such move"):
        play(start, Move("a1", "removed"))


def test_text_of_moves_is_lenient_and_canonical() -> None:
    rules = Deal.random("fourteen", 1).rules
    assert str(parse_move(rules, " C1a1 ")) == "a1 c1"
    assert str(parse_move(rules, "b1 a2")) == "b1 a2"
    for text in ("exchange b2 e5 with c1 d4", "EXCHANGE e5 b2 WITH d4 c1", "exchangec1d4withb2e5"):
        assert str(parse_move(rules, text)) == "exchange c1 d4 with b2 e5"
    for text in ("a1", "a1 f1", "a1 a6", "exchange a1 b1", "a1 > removed", "turn"):
        with pytest.raises(MalformedText, match="is no move"):
            parse_move(rules, text)


MINI = game("mini", Pairs(4, Lying.IN_LINE, exchanges=1))


def test_boards_that_play_can_not_lead_to() -> None:
    cells = ["AC", "2C", "3C", "AD", "2D", "3D"]
    board = Deal.from_board(MINI, cells, stock="AH 2H 3H AS 2S 3S")
    assert board.start.pile("removed") == ()
    gap = ["", "2C", "3C", "AD", "2D", "3D"]
    with pytest.raises(ImpossibleDeal, match="cell a1 is empty, but the stock is not"):
        Deal.from_board(MINI, gap, stock="AC AH 2H 3H AS 2S 3S")
    with pytest.raises(ImpossibleDeal, match="removed: 1 cards of rank A, which can't all be of pairs"):
        Deal.from_board(MINI, cells, stock="2H 3H AS 2S 3S")
    with pytest.raises(ImpossibleDeal, match="exchanges used: 2; with these options a game has 0 to 1"):
        Deal.from_board(MINI, cells, stock="AH 2H 3H AS 2S 3S", exchanges_used=2)
    with pytest.raises(ImpossibleDeal, match="pile a1: AC AH, but it holds one card"):
        Deal.from_board(MINI, ["AC AH", *cells[1:]], stock="2H 3H AS 2S 3S")
    assert Deal.from_board("quatorze", str(Deal.random("quatorze", 1).start)).start == Deal.random("quatorze", 1).start
    with pytest.raises(ImpossibleDeal, match="the cards close up"):
        Deal.from_board("quatorze", {"b1": "7C", "c1": "7D"})


def test_exchanges_used_count_in_equality_and_text() -> None:
    one, other = (Deal.from_board("fourteen", {"a1": "7C", "b2": "7D"}, exchanges_used=used).start for used in (0, 1))
    assert one != other
    assert "exchanges used: 1" in str(other) and "exchanges used" not in str(one)


def test_order_of_removal_makes_no_difference() -> None:
    start = Deal.from_board("fourteen", {"a1": "AC", "b1": "KC", "a2": "2C", "b2": "QC"}).start
    ways = [("a1 b1", "a2 b2"), ("a2 b2", "a1 b1")]
    assert len({play(play(start, Move(one)), Move(two)).piles for one, two in ways}) == 1
