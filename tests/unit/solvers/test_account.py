"""The account of memory: nothing is taken that was not granted, and what is granted comes back."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import islice
from weakref import ref

import pytest
from speed.memory import growth, warm_up

from patience_solver import Deal, Limits, Status, StopReason, solve
from patience_solver.solvers.account import Account, Grant
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.limits import LEAST_MEMORY

MB = 10**6


def test_grants_are_refused_beyond_the_limit_and_come_back() -> None:
    account = Account(100)
    first, second = account.grant(60), account.grant(40, in_use=True)
    assert (account.left, account.unused, account.peak) == (0, 60, 40)
    with pytest.raises(MemoryError):
        account.grant(1)
    with pytest.raises(MemoryError):
        second.resize(41)
    first.resize(10)
    first.uses(5)
    second.resize(90, in_use=True)
    assert (account.left, account.unused, account.peak) == (0, 5, 95)
    del second
    assert (account.left, account.unused, account.peak) == (90, 95, 95)
    account.take_beside(97)  # more than there is
    assert (account.unused, account.peak) == (0, 100)


GAMES = ("beleaguered-castle", "trefoil", "big-ben", "sultan", "sultan-plus", "calculation", "fourteen")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("most", [3 * MB, LEAST_MEMORY, 1000 * MB])
def test_engines_use_what_they_were_granted(game: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each slice no more is in use than was granted, and nothing is held when the answer is there."""
    told = list[int]()
    accounts = list[ref[Account]]()
    uses = Grant.uses

    def looked_after(grant: Grant, size: int) -> None:
        told.append(size)
        accounts.append(ref(grant._account))
        assert size <= grant.size
        assert grant._account.left >= 0
        uses(grant, size)

    monkeypatch.setattr(Grant, "uses", looked_after)
    monkeypatch.setattr(Budget, "bytes", most)
    deals = (Deal.random(game, seed) for seed in range(1_000_001, 1_000_010))
    hardest = max(islice(deals, 3), key=lambda deal: solve(deal, limits=Limits(states=2_000)).stats.states)
    result = solve(hardest, optimal=True, verify=True, limits=Limits(states=300_000, seconds=2))
    assert (told or most < LEAST_MEMORY) and result.stats.table_bytes <= most
    gc.collect()
    assert all(account() is None for account in accounts)


@pytest.fixture(params=[("beleaguered-castle", {}, 100), ("sultan", {}, 100), ("fourteen", {"decks": 2}, 200)], ids=str)
def heavy(request: pytest.FixtureRequest) -> Iterator[tuple[Deal, int]]:
    """A deal whose search fills the memory of a limit, the kernels loaded."""
    game, options, most = request.param
    warm_up(Deal.random(game, 1_000_002, **options), Limits(states=60_000, seconds=2, memory="64MB"))
    yield Deal.random(game, 1_000_001, **options), most * MB


def test_the_process_grows_by_no_more_than_the_limit(heavy: tuple[Deal, int]) -> None:
    deal, most = heavy
    with growth() as grown:
        result = solve(deal, optimal=True, limits=Limits(memory=most, seconds=5, states=3_000_000))
    assert result.status is not Status.UNWINNABLE
    assert result.stats.table_bytes <= most
    assert grown.bytes <= most * 1.1


def test_a_search_that_finds_no_memory_at_all_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Budget, "bytes", 1000)
    for game in ("beleaguered-castle", "big-ben", "fourteen"):
        result = solve(Deal.random(game, 1_000_001), optimal=True)
        assert (result.status, result.stop) == (Status.UNKNOWN, StopReason.MEMORY)
