"""Reference and kernel agree move by move along random play, in every game and option; the kernel's undo undoes."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.kernel import Twin, snapshot
from support.mini import mini_deals, option_values
from support.perft import PERFT, Case, read_cases

from patience_solver import GAMES, Deal, apply, legal_moves
from patience_solver.kernel.dominance import SAFE_PLAYS, SAME_CARD, SAME_PLACES, SETTLING
from patience_solver.kernel.state import State
from patience_solver.kernel.steps import hash_after, make, paths, take_back


def all_option_values() -> list[tuple[str, str, object]]:
    return [
        (name, option, value)
        for name, game in GAMES.items()
        for option, values in (option_values(game) or {"": ("",)}).items()
        for value in values
    ]


def assert_same(one: State, other: State) -> None:
    parts = snapshot(other)
    for name, part in snapshot(one).items():
        assert np.array_equal(part, parts[name]), name


def play(deal: Deal, random: Random, length: int = 150) -> int:
    """Play at random on both sides; compare everything at every step; return the number of moves made."""
    twin, position = Twin(deal), deal.start
    made: list[tuple[int, dict[str, object]]] = []
    hashes = np.zeros(2, np.uint64)
    prunes = SAFE_PLAYS | SAME_PLACES | SAME_CARD | SETTLING
    while len(made) < length:
        moves = twin.moves()
        assert set(moves) == set(legal_moves(position))
        if not moves:
            break
        move = random.choice(sorted(moves, key=str))
        before: dict[str, object] = dict(snapshot(twin.state))
        known = hash_after(twin.tables, twin.state, moves[move], prunes, hashes)
        make(twin.tables, twin.state, moves[move])
        if known:
            assert np.array_equal(hashes, twin.state.sum[:2])
        made.append((moves[move], before))
        position = apply(position, move)
        assert twin.position() == position
        assert_same(twin.state, twin.fresh())
    for code, was in reversed(made):
        take_back(twin.tables, twin.state, code)
        now = snapshot(twin.state)
        assert now.keys() == was.keys()
        for name, part in was.items():
            assert np.array_equal(now[name], part), name  # type: ignore[arg-type]
    return len(made)


@pytest.mark.parametrize(("name", "option", "value"), all_option_values())
def test_full_deals(name: str, option: str, value: object) -> None:
    random = Random(f"{name} {option} {value}")
    made = 0
    for _ in range(6):
        made += play(Deal.random(name, random.randint(1, 10**6), **({option: value} if option else {})), random)
    assert made > 0 or value == 0  # without redeals a game may have no move at all


@given(mini_deals(), st.randoms(use_true_random=False))
def test_mini_deals(deal: Deal, random: Random) -> None:
    play(deal, random)


def cases() -> list[Case]:
    return [case for path in sorted(PERFT.glob("*.perft")) for case in read_cases(path)]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_perft(case: Case) -> None:
    twin = Twin(case.deal)
    depth = len(case.paths) - 1
    counts = np.zeros(depth + 1, np.int64)
    paths(twin.tables, twin.state, depth, np.zeros((depth + 1, twin.tables.most_moves + 1), np.int32), counts)
    assert tuple(counts) == case.paths
    assert_same(twin.state, twin.fresh())
