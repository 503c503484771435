"""`solve`: limits, progress, interruption, and the referee behind every answer."""

from __future__ import annotations

import pickle
import threading
import time
from dataclasses import replace
from typing import Any

import pytest

from patience_solver import Deal, Limits, MalformedText, Move, Progress, Result, Status, StopReason, replay, solve
from patience_solver.reference import is_won
from patience_solver.solvers import deepening, referee, search
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.shorten import shorten

HARD = (
    "8C TD TS JS 8D 9S 4D AD 5S KS JD 9H 9C 6H 9D TH 4S KC 3S 7D TC JH AC 6S 3C QH "
    "KD 7C 4H QS JC 5C 8S 5H 2H AH 2C 3D 2S KH 6D 2D QD 4C 7S 6C 7H 3H 8H 5D QC AS"
)
"""A deal of Streets and Alleys whose shortest win takes a long proof."""

WON = Deal.random("fortress", 1000002)
LOST = Deal.random("fortress", 1000001)
WITHOUT_CHOICE = Deal.random("first-and-last", 5)


def test_a_win_is_replayed_and_bounded() -> None:
    result = solve(WON)
    assert result.status is Status.WINNABLE and result.stop is None
    assert result.moves is not None and is_won(replay(WON, result.moves))
    assert result.lower_bound is not None and result.lower_bound <= len(result.moves)
    best = solve(WON, optimal=True)
    assert best.optimal and best.length == best.lower_bound and len(result.moves) >= len(best.moves or ())


def test_a_loss_has_no_line() -> None:
    result = solve(LOST, optimal=True)
    assert result.status is Status.UNWINNABLE
    assert result.moves is None and result.length is None and result.lower_bound is None and not result.optimal


def test_a_result_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match=r"compare result\.status"):
        bool(solve(LOST))


def test_won_from_the_start() -> None:
    board = Deal.from_board("fortress", [])
    result = solve(board, optimal=True)
    assert result.moves == () and result.optimal and result.length == 0


def test_runs_repeat() -> None:
    assert solve(WON).moves == solve(WON).moves


@pytest.mark.parametrize(
    ("limits", "stop"),
    [
        (Limits(seconds=0.3), StopReason.SECONDS),
        (Limits(states=50_000), StopReason.STATES),
        (Limits(), StopReason.MEMORY),
    ],
)
def test_limits_keep_the_win_and_its_bound(limits: Limits, stop: StopReason, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 15_000_000
    monkeypatch.setattr(deepening, "TURNOVERS", 0.1)  # it goes on for long with little memory
    if stop is StopReason.MEMORY:
        monkeypatch.setattr(Budget, "bytes", most)
    deal = Deal.from_pack("streets-and-alleys", HARD)
    result = solve(deal, optimal=True, limits=limits)
    assert result.status is Status.WINNABLE and result.stop is stop and not result.optimal
    assert result.length is not None and result.lower_bound is not None
    assert 52 < result.lower_bound < result.length
    if limits.states is not None:
        assert limits.states <= result.stats.states < limits.states + 100
    if stop is StopReason.MEMORY:
        assert most // 2 < result.stats.table_bytes <= most


def test_a_limit_before_any_answer_is_unknown() -> None:
    deal = Deal.from_pack("streets-and-alleys", HARD)
    result = solve(deal, limits=Limits(states=10))
    assert result.status is Status.UNKNOWN and result.stop is StopReason.STATES
    assert result.moves is None and result.lower_bound is None


def test_progress_and_its_veto() -> None:
    told: list[Progress] = []

    def callback(progress: Progress) -> bool:
        told.append(progress)
        return progress.seconds < 0.5

    result = solve(Deal.from_pack("streets-and-alleys", HARD), optimal=True, progress=callback)
    assert result.stop is StopReason.INTERRUPTED and result.status is Status.WINNABLE
    assert any(p.status is Status.WINNABLE and p.incumbent == result.length for p in told)
    assert all(p.bound is None or p.incumbent is None or p.bound <= p.incumbent for p in told)
    assert [p.states for p in told] == sorted(p.states for p in told)
    assert result.stats.seconds < 1.5


@pytest.mark.usefixtures("control_c")
def test_keyboard_interrupt_passes_through_at_once() -> None:
    import _thread

    deal = Deal.from_pack("streets-and-alleys", HARD)
    solve(deal, limits=Limits(states=1000))  # kernels loaded
    began: list[float] = []

    def interrupt() -> None:
        time.sleep(0.7)
        began.append(time.perf_counter())
        _thread.interrupt_main()

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        solve(deal, optimal=True)
    assert time.perf_counter() - began[0] < 0.5
    assert solve(WON).status is Status.WINNABLE  # nothing is broken behind it


def test_where_memory_ends_deepening_goes_on_to_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    won, best = solve(WON), solve(WON, optimal=True)
    assert won.moves is not None and won.lower_bound is not None
    monkeypatch.setattr(Budget, "bytes", 1_000_000)
    found = shorten(WON, Budget(Limits()), won.moves, won.lower_bound, verify=False)
    assert found.moves is not None and found.stop is None
    assert len(found.moves) == found.lower_bound == best.length
    assert 0 < found.collision_bound < 1e-9


@pytest.mark.parametrize(
    "moves",
    [
        (Move("L1", "clubs"),),
        (Move("R1", "R2"), Move("R1", "R2")),
        (),
    ],
)
def test_the_referee_catches_a_line_that_does_not_win(moves: tuple[Move, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    honest = search.solve_by_search

    def cheat(*args: Any, **options: Any) -> Result:
        return replace(honest(*args, **options), moves=moves)

    monkeypatch.setattr(search, "solve_by_search", cheat)
    with pytest.raises(RuntimeError, match="referee"):
        solve(WON)


def test_where_play_has_no_choice_the_line_is_replayed_when_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    result = solve(WITHOUT_CHOICE)
    assert not result.is_written and result.length and result.optimal
    other = pickle.loads(pickle.dumps(result))
    assert other.is_written and other.length == result.length  # the referee has seen what travels
    moves = result.moves
    assert moves is not None and len(moves) == result.length and result.is_written
    assert is_won(replay(WITHOUT_CHOICE, moves))
    assert other == result == replace(result, stop=None)

    def wrong(*args: object) -> bool:
        return False

    monkeypatch.setattr(referee, "wins", wrong)
    again = solve(WITHOUT_CHOICE)
    assert again.length == result.length
    for _ in range(2):
        with pytest.raises(RuntimeError, match="referee"):
            _ = again.moves


@pytest.mark.parametrize(
    "limits", [{"seconds": 0}, {"seconds": -1}, {"states": 0}, {"states": 1.5}, {"memory": "4 XB"}, {"memory": 0}]
)
def test_bad_limits(limits: dict[str, Any]) -> None:
    with pytest.raises(MalformedText, match=next(iter(limits))):
        Limits(**limits)


@pytest.mark.parametrize("memory", ["63MB", "1kB", 1, 63_999_999])
def test_too_little_memory_is_refused_by_name(memory: int | str) -> None:
    with pytest.raises(MalformedText, match="64MB"):
        Limits(memory=memory)
    assert Limits(memory="64MB").bytes == 64_000_000


def test_memory_is_read_in_decimal_and_binary_units() -> None:
    assert Limits(memory="4GB").bytes == 4 * 10**9
    assert Limits(memory="1.5 GiB").bytes == 3 * 2**29
    assert Limits(memory=10**8).bytes == 10**8
    assert Limits().bytes > 10**6


def test_where_the_known_win_is_too_long_to_be_counted_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = Deal.random("fortress", 1000002)
    monkeypatch.setattr("patience_solver.solvers.shorten.LONGEST", 20)
    cut = solve(deal, optimal=True)
    assert (cut.status, cut.stop, cut.optimal) == (Status.WINNABLE, StopReason.INCOMPLETE, False)
    assert cut.lower_bound is not None and cut.length is not None
    assert 21 <= cut.lower_bound <= 109 <= cut.length
