from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_solver import Deal, MalformedText, Move, parse_move
from patience_solver.position import REDEAL

FORTRESS = Deal.random("fortress", 1).rules
TREFOIL = Deal.random("trefoil", 1).rules


@pytest.mark.parametrize("text", ["L1 > R2", "l1>r2", "  L 1  >  R2 "])
def test_moves_are_read_leniently(text: str) -> None:
    assert parse_move(FORTRESS, text) == Move("L1", "R2")
    assert eval(repr(parse_move(FORTRESS, text)), {"Move": Move}) == Move("L1", "R2")


@pytest.mark.parametrize("text", ["redeal", "Redeal", " REDEAL "])
def test_redeal(text: str) -> None:
    assert parse_move(TREFOIL, text) == REDEAL
    assert str(REDEAL) == "redeal"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["'' is no move", "SOURCE > TARGET"]),
        ("L1", ["'L1' is no move"]),
        ("redeal", ["'redeal' is no move"]),
        ("L1 > R2 > R3", ["is no move"]),
        ("L1 > R9", ["no pile 'R9'", "piles: L1, L2"]),
        ("> R1", ["no pile ''"]),
        ("fan 1 > clubs", ["no pile 'fan 1'"]),
    ],
)
def test_what_is_no_move_is_named(text: str, words: list[str]) -> None:
    with pytest.raises(MalformedText) as caught:
        parse_move(FORTRESS, text)
    for word in words:
        assert word in str(caught.value)
    assert ("redeal" in str(caught.value)) == ("redeal" in text)


def test_a_game_with_redeals_says_so() -> None:
    with pytest.raises(MalformedText, match="SOURCE > TARGET' or 'redeal'"):
        parse_move(TREFOIL, "shuffle")


@given(st.text(max_size=12))
def test_any_text_is_a_move_or_malformed(text: str) -> None:
    try:
        move = parse_move(TREFOIL, text)
    except MalformedText:
        return
    assert parse_move(TREFOIL, str(move)) == move
