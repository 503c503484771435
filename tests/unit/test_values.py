"""Every public object: its text evaluates, it is pickled and copied, and equality says what it is."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.mini import mini_deals

from patience_solver import (
    GAMES,
    Card,
    Deal,
    Game,
    Limits,
    Move,
    Position,
    Progress,
    Result,
    Stats,
    Status,
    StopReason,
    apply,
    legal_moves,
    solve,
)
from patience_solver.rules import Building, Foundations, Rules, Suit, Tableau, Vacancy, option

OWN = Game(
    name="own",
    title="A game of one's own",
    source="a test",
    declaration=Rules(
        foundations=(Foundations(bases_set_out=True),),
        tableau=(
            Tableau("row {n}", (6,) * 8, building=Building((-1,), suit=Suit.ANY), vacancy=Vacancy.ANY_CARD),
            Tableau(
                "cell {n}",
                (0,) * 2,
                building=Building(()),
                vacancy=option("cells", "any", {"any": Vacancy.ANY_CARD, "none": Vacancy.NOTHING}),
            ),
        ),
    ),
    defaults={"cells": "any"},
)


def evaluated(value: object) -> Any:
    names: dict[str, Any] = {}
    exec("from patience_solver import *\nfrom patience_solver.rules import *", names)
    return eval(repr(value), names)


def objects_of(game: Game, **options: Any) -> Iterator[object]:
    yield game
    yield game.declaration
    yield from game.options.values()
    deal = Deal.random(game, 7, **options)
    pack = Deal.from_pack(game, str(deal), **options)
    yield from (deal, pack, deal.rules, deal.start, *deal.rules.layout, *deal.start.reshuffles)
    moves = legal_moves(deal.start)
    yield from moves[:3]
    if moves:
        position = apply(deal.start, moves[0])
        yield from (position, Deal.from_board(game, position))


@pytest.mark.parametrize("game", [*GAMES.values(), OWN], ids=lambda game: game.name)
def test_objects_of_every_game(game: Game) -> None:
    for value in objects_of(game):
        check(value)


@given(mini_deals())
def test_objects_of_drawn_games(deal: Deal) -> None:
    for value in (deal, deal.game, deal.rules, deal.start):
        check(value)


def check(value: object) -> None:
    for other in (evaluated(value), pickle.loads(pickle.dumps(value)), copy.deepcopy(value), copy.copy(value)):
        assert type(other) is type(value)
        assert other == value
        if not isinstance(value, Rules) or value not in [game.declaration for game in (*GAMES.values(), OWN)]:
            if type(value).__name__ != "Option":
                assert hash(other) == hash(value)


@given(
    st.builds(
        Limits,
        seconds=st.none() | st.floats(min_value=0, exclude_min=True) | st.integers(1),
        states=st.none() | st.integers(1, 10**30),
        memory=st.none() | st.integers(64 * 10**6, 10**15) | st.sampled_from(["4GB", "1.5 GiB"]),
    )
)
def test_limits(limits: Limits) -> None:
    check(limits)


@pytest.mark.parametrize(
    "value",
    [
        Card("T", "H"),
        Move("L1", "R1"),
        Move("turn"),
        *Status,
        *StopReason,
        Stats(states=3, seconds=0.1, collision_bound=1e-9),
        Progress(Status.UNKNOWN, None, 3, 10, 0.5),
    ],
    ids=repr,
)
def test_small_objects(value: object) -> None:
    check(value)


@pytest.mark.parametrize(("name", "seed"), [("fortress", 5), ("first-and-last", 5), ("betrothed", 5), ("fourteen", 5)])
def test_answers(name: str, seed: int) -> None:
    result = solve(Deal.random(name, seed))
    for other in (evaluated(result), pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert other == result and hash(other) == hash(result)
        assert (other.stats, other.solver, dict(other.details)) == (result.stats, result.solver, dict(result.details))
    assert solve(Deal.random(name, seed)) == result


def test_what_makes_answers_equal() -> None:
    deal = Deal.random("fortress", 5)
    result = Result(deal, Status.WINNABLE, moves=(Move("L1", "R1"),), lower_bound=1)
    assert replace(result, stats=Stats(seconds=3.0), solver="another") == result
    assert hash(replace(result, stats=Stats(seconds=3.0))) == hash(result)
    for changes in (
        {"status": Status.UNKNOWN},
        {"stop": StopReason.SECONDS},
        {"moves": None},
        {"moves": (Move("L1", "R2"),)},
        {"optimal": True},
        {"lower_bound": None},
        {"deal": Deal.random("fortress", 6)},
        {"details": {"exchanges": 1}},
    ):
        assert replace(result, **changes) != result


def test_details_cannot_be_changed() -> None:
    given: dict[str, object] = {"exchanges": 1}
    result = Result(Deal.random("fortress", 5), Status.UNKNOWN, details=given)
    given["exchanges"] = 2
    assert result.details == {"exchanges": 1}
    with pytest.raises(TypeError):
        result.details["x"] = 1  # type: ignore[index]


@pytest.mark.parametrize("name", GAMES)
def test_deals_are_equal_however_they_were_made(name: str) -> None:
    deal = Deal.random(name, 9)
    for other in (
        Deal.from_pack(name, str(deal)),
        Deal.from_board(name, deal.start),
        Deal.from_board(name, str(deal.start)),
    ):
        assert other == deal and hash(other) == hash(deal)
    assert Deal.random(name, 10) != deal
    assert Deal.random(GAMES[name].patch(name="another"), 9) != deal


def test_deals_of_other_options_differ() -> None:
    assert Deal.random("fortress", 5, wrap=True) != Deal.random("fortress", 5)


def test_no_hash_travels_to_another_process() -> None:
    """Strings hash differently in each process, and rules keep their hash."""
    deal = Deal.random("sultan", 5)
    hash(deal)
    script = """
import pickle, sys
from patience_solver import Deal
deal = pickle.loads(sys.stdin.buffer.read())
own = Deal.random("sultan", 5)
assert deal == own and hash(deal) == hash(own) and deal.rules in {own.rules} and deal.game in {own.game}
sys.stdout.buffer.write(pickle.dumps(own))
"""
    environment = os.environ | {"PYTHONHASHSEED": "12345"}
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, input=pickle.dumps(deal), capture_output=True, check=True, env=environment)
    other = pickle.loads(ended.stdout)
    assert other == deal and hash(other) == hash(deal) and other in {deal}


def test_rules_that_come_from_a_pickle_are_one_object() -> None:
    one, other = (pickle.loads(pickle.dumps(Deal.random("fan", seed))) for seed in (1, 2))
    assert one.rules is other.rules


def test_a_deal_of_a_registered_game_is_written_by_its_name() -> None:
    assert repr(pickle.loads(pickle.dumps(Deal.random("fan", 1)))) == "Deal.random('fan', 1)"
    impostor = OWN.patch(name="fan")
    assert evaluated(Deal.random(impostor, 1)).game == impostor


def test_positions_show_what_they_are() -> None:
    position = Deal.random("fortress", 5).start
    assert isinstance(evaluated(position), Position)
    assert "Vacancy.ANY_CARD" in repr(position)
