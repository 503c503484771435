from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from patience_solver import GAMES, Card, Deal, ImpossibleDeal, MalformedText, PatienceError, Status, apply, solve
from patience_solver.cards import RANKS
from patience_solver.position import TURN
from patience_solver.rules import Role

# nearly won: everything home but the kings of clubs and diamonds and the queen of clubs
PILES = {"L1": "KC QC", "R2": "KD"}
TEXT = """
# three cards are left
L1: KC QC
R2: KD
clubs: JC
diamonds: QD
hearts: KH
spades: KS
"""


def test_forms_of_a_board_mean_the_same() -> None:
    by_name = Deal.from_board("fortress", PILES)
    assert by_name.start.pile("clubs") == tuple(Card(rank, "C") for rank in RANKS[:11])
    assert by_name.start.pile("L2") == ()
    homes = {"clubs": "JC", "diamonds": "QD", "hearts": "KH", "spades": "KS"}
    assert Deal.from_board("fortress", PILES, foundations=homes).start == by_name.start
    assert Deal.from_board("fortress", {**PILES, **homes}).start == by_name.start
    assert Deal.from_board("fortress", ["KC QC", "", "", "", "", "", "KD"]).start == by_name.start
    assert Deal.from_board("fortress", [["KC", Card("Q", "C")], (), (), (), (), (), ["kd"]]).start == by_name.start
    assert Deal.from_board("fortress", TEXT).start == by_name.start
    assert Deal.from_board("fortress", "l1 : kc qc\n R2:KD").start == by_name.start
    whole: dict[str, Any] = {**homes, "clubs": [Card(rank, "C") for rank in RANKS[:11]]}
    assert Deal.from_board("fortress", PILES, foundations=whole).start == by_name.start


@pytest.mark.parametrize(
    ("piles", "foundations", "words"),
    [
        ({"L1": "KC QC", "R2": "KC KD"}, None, ["KC lies there 2 times", "1 too many"]),
        ({"L1": "KC", "L6": "KD"}, None, ["no pile 'L6'", "piles: L1, L2"]),
        ({"L1": "KC", "l 1": "KD"}, None, ["pile L1 is given twice"]),
        ({"L1": "KC", "stock": "KD"}, None, ["no pile 'stock'"]),
        ({"L1": "KC"}, {"rubies": "AC"}, ["no pile 'rubies'"]),
        ({"clubs": "QC", "L1": "KC"}, {"clubs": "QC"}, ["pile clubs is given twice"]),
        (["KC"] * 11, None, ["11 piles are given", "has 10"]),
        ({"L1": "KC"}, {"clubs": "KC"}, ["KC lies in L1 and on foundation clubs"]),
        ({"L1": "KC"}, {"clubs": "QD"}, ["foundation clubs", "QD is not of this suit"]),
        ({"L1": "KC"}, {"clubs": "AC 3C 2C"}, ["foundation clubs", "AC 3C 2C is no sequence from AC"]),
        ({"L1": "KC"}, {"clubs": "2C 3C"}, ["foundation clubs", "2C 3C is no sequence from AC"]),
        ({"L1": "KC"}, {"clubs": "QC"}, ["AD", "KS", "missing"]),
        ({"L1": "QC"}, None, ["KC missing"]),
        ({"L1": "AC"}, {"diamonds": "KD", "hearts": "KH", "spades": "KS"}, ["2C 3C", "KC missing"]),
    ],
)
def test_impossible_boards_name_card_or_pile(piles: Any, foundations: dict[str, str] | None, words: list[str]) -> None:
    with pytest.raises(ImpossibleDeal) as caught:
        Deal.from_board("fortress", piles, foundations=foundations)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("L1: KC QC\nR2 KD", MalformedText, ["board line 2", "no colon"]),
        ("L1: KC XC", MalformedText, ["board line 1", "card 2", "'XC'"]),
        ("\n# a\nL7: KC", ImpossibleDeal, ["board line 3", "no pile 'L7'"]),
        ("L1: KC\nl1: KD", ImpossibleDeal, ["board line 2", "pile L1 is given twice"]),
        ("L1: KC\nredeals used: some", MalformedText, ["board line 2", "'some' is no whole number"]),
        ("L1: KC\nredeals used: -1", MalformedText, ["board line 2", "'-1' is no whole number"]),
        ("L1: KC\nredeals used: 1", ImpossibleDeal, ["redeals used: 1", "0 to 0"]),
        ("L1: KC\nreshuffle 2: KC", ImpossibleDeal, ["numbered from 1", "[2]"]),
        ("L1: KC\nreshuffle x: KC", ImpossibleDeal, ["board line 2", "no pile 'reshuffle x'"]),
    ],
)
def test_malformed_boards_name_the_line(text: str, error: type[PatienceError], words: list[str]) -> None:
    with pytest.raises(error) as caught:
        Deal.from_board("fortress", text)
    for word in words:
        assert word in str(caught.value)


def test_unknown_cards_in_piles_are_named_with_the_pile() -> None:
    with pytest.raises(MalformedText, match="pile R2: card 2: unknown card 'XD'"):
        Deal.from_board("fortress", {"R2": "KC XD"})


@pytest.mark.parametrize("given", [{"redeals_used": 1}, {"stock": "KC"}, {"foundations": {"clubs": "AC"}}])
def test_a_board_in_text_takes_nothing_beside_it(given: dict[str, Any]) -> None:
    with pytest.raises(MalformedText, match="holds all its piles"):
        Deal.from_board("fortress", TEXT, **given)


@pytest.mark.parametrize("pile", ["stock", "talon"])
def test_a_game_without_stock_takes_none(pile: str) -> None:
    piles: dict[str, Any] = {pile: "KC"}
    with pytest.raises(ImpossibleDeal, match=f"no pile '{pile}'"):
        Deal.from_board("fortress", {"L1": "KD"}, **piles)


@pytest.mark.parametrize("used", [-1, 3, True, "1", 1.0])
def test_redeals_used_are_checked(used: Any) -> None:
    with pytest.raises(ImpossibleDeal) as caught:
        Deal.from_board("trefoil", {"fan 1": "KC"}, redeals_used=used)
    assert f"redeals used: {used!r}" in str(caught.value)
    assert "0 to 2" in str(caught.value)


def test_bases_set_out_can_not_be_missing() -> None:
    with pytest.raises(ImpossibleDeal, match="foundation clubs is empty; it starts with AC"):
        Deal.from_board("trefoil", [" ".join(rank + "C" for rank in reversed(RANKS))])


def test_ranks_that_a_short_pack_lacks_are_named() -> None:
    fan = GAMES["fan"]
    short = fan.patch(name="short", ranks="A23", tableau=(replace(fan.declaration.tableau[0], sizes=(3,) * 4),))
    with pytest.raises(ImpossibleDeal, match="pile fan 1: KC is not in this game's pack"):
        Deal.from_board(short, {"fan 1": "KC"})
    with pytest.raises(ImpossibleDeal, match="pile clubs: KC is not in this game's pack"):
        Deal.from_board(short, {}, foundations={"clubs": "KC"})


SINGLE = " ".join(str(card) for card in Deal.random("trefoil", 1).rules.dealt)


def test_used_lists_may_be_left_out_or_written_as_a_dash() -> None:
    options: dict[str, Any] = {"reshuffle": "shuffle"}
    board = Deal.from_board("trefoil", {"fan 1": "KC"}, redeals_used=1, reshuffles=["-", SINGLE], **options)
    assert [len(reshuffle.cards) for reshuffle in board.start.reshuffles] == [0, 48]
    assert Deal.from_board("trefoil", str(board), **options).start == board.start
    over = Deal.from_board("trefoil", {"fan 1": "KC"}, redeals_used=2, **options)
    assert Deal.from_board("trefoil", str(over), **options).start == over.start
    with pytest.raises(ImpossibleDeal, match="reshuffle list 2 is missing"):
        Deal.from_board("trefoil", {"fan 1": "KC"}, redeals_used=1, reshuffles=["-"], **options)
    with pytest.raises(ImpossibleDeal, match="reshuffle list 2: KC is missing, which is still in play"):
        Deal.from_board("trefoil", {"fan 1": "KC"}, redeals_used=1, reshuffles=["-", "-"], **options)
    with pytest.raises(ImpossibleDeal, match="reshuffle list 2: AC"):
        Deal.from_board("trefoil", {"fan 1": "KC"}, redeals_used=1, reshuffles=["-", f"AC {SINGLE}"], **options)


def test_a_won_board_is_a_board() -> None:
    assert str(Deal.from_board("fan", {}).start).count("fan") == 18


def test_foundations_of_two_packs_are_told_from_what_lies_elsewhere() -> None:
    board = Deal.from_board("sultan", {"divan 1": "QH", "divan 2": "QC", "divan 3": "QC", "divan 4": "JC"}, redeals=0)
    homes = [
        (pile.name, cards)
        for pile, cards in zip(board.rules.layout, board.start.piles, strict=True)
        if pile.is_foundation and pile.name in ("clubs", "hearts", "sultan")
    ]
    assert [(name, str(cards[-1]), len(cards)) for name, cards in homes] == [
        ("clubs", "JC", 12),
        ("clubs", "TC", 11),
        ("hearts", "QH", 13),
        ("hearts", "JH", 11),
        ("sultan", "KH", 1),
    ]


@pytest.mark.parametrize("game", ["calculation", "german-clock", "big-ben"])
def test_foundations_that_can_not_be_told_must_be_given(game: str) -> None:
    with pytest.raises(ImpossibleDeal, match="say what lies on the foundations"):
        Deal.from_board(game, {})


def test_names_that_foundations_share_may_be_given_as_often_as_there_are() -> None:
    text = str(Deal.from_board("sultan", {"divan 1": "QC"}, redeals=0).start)
    assert text.count("clubs: KC") == 2
    with pytest.raises(ImpossibleDeal, match="pile clubs is given too often"):
        Deal.from_board("sultan", text + "\nclubs: KC", redeals=0)
    with pytest.raises(ImpossibleDeal, match="pile divan 1: QC QC, but it holds one card"):
        Deal.from_board("sultan", {"divan 1": "QC QC"}, redeals=0)


@pytest.mark.parametrize(("game", "above"), [("sultan", "talon"), ("sultan", "stock"), ("first-and-last", "talon")])
def test_a_gap_that_is_filled_at_once_is_no_position(game: str, above: str) -> None:
    deal = Deal.random(game, 1)
    text = str(apply(deal.start, TURN) if above == "talon" else deal.start)
    gap = next(pile.name for pile in deal.rules.layout if pile.role is Role.RESERVE)
    board = re.sub(rf"(?m)^{gap}: (\S+)$", f"{gap}:", text)
    card = deal.start.pile(gap)[0]
    board = re.sub("(?m)^stock: ", f"stock: {card} ", board)
    with pytest.raises(ImpossibleDeal, match=f"{gap} is empty, but the {above} is not: gaps are filled from"):
        Deal.from_board(game, board)


def test_a_gap_that_is_filled_by_a_move_is_one() -> None:
    text = "divan 1:\ntalon:\nstock: TC QC JC"
    with pytest.raises(ImpossibleDeal, match="divan 1 is empty, but the stock is not"):
        Deal.from_board("sultan", text, redeals=0)
    assert solve(Deal.from_board("sultan", text, redeals=0, refill="optional")).status is Status.WINNABLE


def test_the_last_foundation_opens_at_once() -> None:
    seed = next(seed for seed in range(1, 20) if solve(Deal.random("first-and-last", seed)).status is Status.WINNABLE)
    deal = Deal.random("first-and-last", seed)
    position = deal.start
    for move in solve(deal).moves or ():
        after = apply(position, move)
        if after.pile("pile 8") and not position.pile("pile 8"):
            base = after.pile("pile 8")[0]
            text = re.sub("(?m)^pile 8: .*$", "pile 8:", re.sub("(?m)^upper 8:.*$", f"upper 8: {base}", str(after)))
            with pytest.raises(ImpossibleDeal, match=f"pile 8 is empty, but {base} at upper 8 opens it at once"):
                Deal.from_board("first-and-last", text)
            assert Deal.from_board("first-and-last", str(after)).start == after
            return
        position = after
    raise AssertionError("pile 8 never opened")
