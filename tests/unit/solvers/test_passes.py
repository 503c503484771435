"""The solver of passes: limits, progress, bounds, and the moves that its lines stand for."""

from __future__ import annotations

import pytest

from patience_solver import Deal, Limits, Progress, Status, StopReason, apply, solve
from patience_solver.reference import is_won, replay
from patience_solver.solvers.budget import Budget

HARD = Deal.random("sultan", 1_000_087)
"""A deal that no beam wins and whose ends take long."""

WON = Deal.random("sultan", 2_000_004)


@pytest.mark.parametrize(
    ("limits", "stop"),
    [
        (Limits(seconds=0.3), StopReason.SECONDS),
        (Limits(states=5_000), StopReason.STATES),
        (Limits(), StopReason.MEMORY),
    ],
)
def test_limits_are_told(limits: Limits, stop: StopReason, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 3_000_000
    if stop is StopReason.MEMORY:
        monkeypatch.setattr(Budget, "bytes", most)
    result = solve(HARD, limits=limits)
    assert (result.status, result.stop, result.solver) == (Status.UNKNOWN, stop, "passes")
    assert result.moves is None and result.lower_bound is None
    if limits.seconds is not None:
        assert result.stats.seconds < limits.seconds + 0.5
    if stop is StopReason.MEMORY:
        assert most // 2 < result.stats.table_bytes <= most


def test_progress_and_its_veto() -> None:
    told: list[Progress] = []

    def callback(progress: Progress) -> bool:
        told.append(progress)
        return progress.seconds < 0.3

    result = solve(HARD, progress=callback)
    assert result.stop is StopReason.INTERRUPTED
    assert [progress.states for progress in told] == sorted(progress.states for progress in told)


def test_a_win_that_was_not_proved_shortest_says_so() -> None:
    result = solve(WON)
    assert result.status is Status.WINNABLE and result.stop is None and result.moves is not None
    assert result.lower_bound is not None and result.length is not None and not result.optimal
    assert 95 + 80 < result.lower_bound < result.length
    best = solve(WON, optimal=True, limits=Limits(states=20_000))
    assert best.status is Status.WINNABLE and best.stop is StopReason.STATES and not best.optimal
    assert (
        best.lower_bound is not None
        and best.length is not None
        and result.lower_bound <= best.lower_bound < best.length
    )


@pytest.mark.parametrize("redeals", [0, 1, 2])
@pytest.mark.parametrize("reshuffle", ["shuffle", "keep"])
def test_gaps_filled_by_choice(redeals: int, reshuffle: str) -> None:
    """A card that goes to a gap straight from the stock takes one move, where the talon is empty."""
    deal = Deal.random("sultan", 2_000_012, refill="optional", redeals=redeals, reshuffle=reshuffle)
    result = solve(deal, limits=Limits(seconds=20))
    if result.moves is not None:
        assert is_won(replay(deal, result.moves))
    else:
        assert result.status is Status.UNWINNABLE or result.stop is StopReason.SECONDS


def test_from_the_middle_of_a_game() -> None:
    result = solve(WON)
    assert result.moves is not None
    position = WON.start
    for number, move in enumerate(result.moves):
        if number % 40 == 0:
            board = Deal.from_board("sultan", str(position))
            assert solve(board).status is Status.WINNABLE
        position = apply(position, move)
