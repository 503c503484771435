"""Games without real choice: `solve` answers as the outside programs do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.golden import GOLDEN

from patience_solver import Deal, Status, replay, solve
from patience_solver.position import REDEAL
from patience_solver.reference import is_won


def rows(game: str) -> list[dict[str, Any]]:
    """The lines of a data file."""
    return [json.loads(line) for line in (GOLDEN / "games" / f"{game}.jsonl").read_text("utf-8").splitlines()]


def deal_of(row: dict[str, Any]) -> Deal:
    options: dict[str, Any] = row["options"]
    return Deal.from_pack(row["game"], row["deal"], **options)


def number(row: dict[str, Any]) -> str:
    return str(row["deal"])[:11]


@pytest.mark.parametrize("row", rows("first-and-last"), ids=number)
def test_first_and_last_is_answered_as_by_the_outside_program(row: dict[str, Any]) -> None:
    deal = deal_of(row)
    result = solve(deal)
    assert result.status.value == row["verdict"]
    assert result.length == row["length"]
    assert result.optimal == (result.status is Status.WINNABLE)
    assert not result.details
    if result.moves is not None:
        assert is_won(replay(deal, result.moves))


@pytest.mark.parametrize("row", rows("betrothed"), ids=number)
def test_betrothed_is_answered_as_by_the_outside_program(row: dict[str, Any]) -> None:
    deal = deal_of(row)
    result = solve(deal)
    assert result.status.value == row["verdict"]
    assert result.details["part_one"] == row["part_one"]
    # without part one there is no part two, which the outside program calls lost
    assert result.details["part_two"] == (row["part_two"] if row["part_one"] else None)
    assert result.length == (row["redeals_used"] if row["verdict"] == "winnable" else None)


@pytest.mark.parametrize("row", rows("betrothed"), ids=number)
def test_as_many_cards_are_left_after_each_deal(row: dict[str, Any]) -> None:
    deal, left = deal_of(row), list[int]()
    for redeals in range(row["redeals_used"] + 1):
        heaps = replay(deal, [REDEAL] * redeals).piles[:-1]
        left.append(sum(map(len, heaps)))
    assert left == row["left"]
    end = replay(deal, [REDEAL] * row["redeals_used"])
    assert end.redeals_used == row["redeals_used"]
    assert is_won(end) == (row["verdict"] == "winnable")
