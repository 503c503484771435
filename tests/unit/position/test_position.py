from __future__ import annotations

import pytest

from patience_solver import Card, Deal


def test_piles_by_name() -> None:
    start = Deal.from_board("fan", {"fan 2": "KC QC"}).start
    assert start.pile("fan 2") == (Card("K", "C"), Card("Q", "C"))
    assert start.pile("fan 1") == ()
    with pytest.raises(KeyError, match="fan 19"):
        start.pile("fan 19")


def test_text_names_every_pile_and_what_is_used() -> None:
    lines = str(Deal.from_board("trefoil", {"fan 2": "KC QC"}, redeals_used=1).start).splitlines()
    assert lines[:3] == ["fan 1:", "fan 2: KC QC", "fan 3:"]
    assert lines[16] == "clubs: AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC"
    assert lines[-1] == "redeals used: 1"
