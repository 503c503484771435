"""Boards in mid-game of games whose cards are played at once."""

from __future__ import annotations

import pytest

from patience_solver import Deal, solve

FULL = "".join(
    f"{'king' if rank == 'K' else f'hour {hour}'}: {rank}C {rank}D {rank}S {rank}H\n"
    for hour, rank in enumerate("A23456789TJK", start=1)
)


@pytest.mark.parametrize(("hold", "order", "length"), [(False, "fixed", 9), (True, "fixed", 9), (False, "free", 6)])
def test_layers_settled_by_cards_that_lie(hold: bool, order: str, length: int) -> None:
    """The other hours have settled that diamonds come first, so only a second pass fills the last hour."""
    board = FULL + "hour 12: QC\ntalon:\nstock: QD QH QS"
    result = solve(Deal.from_board("german-clock", board, suit="c", passes=2, hold=hold, suit_order=order))
    assert (result.length, result.optimal) == (length, True)
