"""Which solver answers follows from traits of the rules, and a patch that loses a trait falls back to the search."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from patience_solver import GAMES, Deal, Game, Limits, Status, find_game, solve
from patience_solver.rules import Building, Order, Play, Refill, Role, Stock, Suit, Talon, Vacancy
from patience_solver.solvers.forced import has_no_real_choice
from patience_solver.solvers.packets.problem import has_packets
from patience_solver.solvers.passes.plan import kinds_of
from patience_solver.solvers.play_at_once import plan_of

SOON = Limits(states=1000)


def rules_of(game: Game, **options: Any) -> Any:
    return game.rules(game.read_options(options))


def solver_of(game: Game | str, **options: Any) -> str:
    return solve(Deal.random(game, 7, **options), limits=SOON).solver


@pytest.mark.parametrize(
    ("game", "options", "solver"),
    [
        ("quadrille", {}, "play at once"),
        ("quadrille", {"waste_top": False, "setup_pass": "counted"}, "play at once"),
        ("captive-queens", {}, "play at once"),
        ("german-clock", {}, "play at once"),
        ("german-clock", {"hold": False}, "play at once"),
        ("german-clock", {"suit_order": "fixed", "suit": "s"}, "play at once"),
        ("first-and-last", {}, "forced play"),
        ("first-and-last", {"waste_top": False}, "forced play"),
        ("betrothed", {}, "forced play"),
        ("betrothed", {"reshuffle": "shuffle"}, "forced play"),
        ("fourteen", {}, "pairs"),
        ("quatorze", {"exchanges": 2}, "pairs"),
        ("fortress", {}, "search"),
        ("calculation", {}, "plans"),
        ("calculation", {"packets": 3}, "plans"),
        ("sultan", {}, "passes"),
        ("sultan", {"redeals": 0, "divan": 6}, "passes"),
        ("sultan-plus", {}, "passes"),
        ("big-ben", {}, "search"),
    ],
)
def test_solver_by_traits(game: str, options: dict[str, Any], solver: str) -> None:
    assert solver_of(game, **options) == solver


def stock_of(game: Game) -> Stock:
    assert game.declaration.stock is not None
    return game.declaration.stock


def test_a_shuffled_talon_is_not_played_at_once() -> None:
    quadrille = find_game("quadrille")
    shuffled = quadrille.patch(name="shuffled-quadrille", stock=replace(stock_of(quadrille), order=Order.SHUFFLE))
    assert plan_of(rules_of(shuffled)) is None
    assert solver_of(shuffled) == "search"


def test_bases_of_any_suit_are_not_played_at_once() -> None:
    clock = find_game("german-clock")
    block = clock.declaration.foundations[0]
    open_clock = clock.patch(
        name="open-clock", foundations=(replace(block, bases=tuple(f"{r}*" for r in "A23456789TJQK")),)
    )
    assert plan_of(rules_of(open_clock)) is None
    assert solver_of(open_clock) == "search"


def test_a_choice_of_plays_is_not_forced() -> None:
    game = find_game("first-and-last")
    free = game.patch(name="free-first-and-last", stock=replace(stock_of(game), play=Play.FREE))
    assert not has_no_real_choice(rules_of(free))
    assert solver_of(free) == "search"
    assert game.declaration.reserve is not None
    later = game.patch(name="later", reserve=replace(game.declaration.reserve, refill=Refill.OPTIONAL, leading=""))
    assert not has_no_real_choice(rules_of(later))


def test_a_game_of_passes_that_loses_a_trait_is_searched() -> None:
    game = find_game("sultan")
    reserve, (kings, hearts, single) = game.declaration.reserve, game.declaration.foundations
    assert reserve is not None
    names = tuple(f"king {n}" for n in range(len(kings.bases)))
    longer = replace(kings, bases=("QC", *kings.bases[1:]), names=names, height=14)
    for changes in (
        {"stock": replace(stock_of(game), talon=Talon.JUST_TURNED)},
        {"stock": replace(stock_of(game), play=Play.AT_ONCE)},
        {"reserve": None},
        {"foundations": (replace(kings, building=replace(kings.building, suit=Suit.ANY), names=names), hearts, single)},
        {"foundations": (longer, hearts, single)},
    ):
        rules = rules_of(game.patch(name="changed", **changes))
        assert kinds_of(rules) is None
    assert kinds_of(rules_of(game)) is not None
    assert {name for name, game in GAMES.items() if kinds_of(rules_of(game))} == {"sultan", "sultan-plus"}


def test_a_game_of_packets_that_loses_a_trait_is_searched() -> None:
    game = find_game("calculation")
    (packets,), (*most, last) = game.declaration.tableau, game.declaration.foundations
    for changes in (
        {"tableau": (replace(packets, building=Building(steps=(-1,), suit=Suit.ANY)),)},
        {"tableau": (replace(packets, vacancy=Vacancy.KINGS),)},
        {"tableau": (replace(packets, takes_from=(Role.STOCK, Role.TABLEAU)),)},
        {"foundations": (*most, replace(last, building=replace(last.building, steps=(4, 1))))},
    ):
        changed = game.patch(name="changed", **changes)
        assert not has_packets(rules_of(changed))
    assert solver_of(changed) == "search"
    assert {name for name, game in GAMES.items() if has_packets(rules_of(game))} == {"calculation"}


def test_only_games_of_little_choice_are_taken_for_such() -> None:
    little = {name for name, game in GAMES.items() if plan_of(rules_of(game)) or has_no_real_choice(rules_of(game))}
    assert little == {"quadrille", "captive-queens", "german-clock", "first-and-last", "betrothed"}


@pytest.mark.parametrize("game", ["quadrille", "german-clock", "first-and-last", "betrothed"])
def test_exact_solvers_never_say_unknown(game: str) -> None:
    results = [solve(Deal.random(game, seed)) for seed in range(1, 60)]
    assert {result.status for result in results} == {Status.WINNABLE, Status.UNWINNABLE}
    assert all(result.optimal == (result.status is Status.WINNABLE) and result.stop is None for result in results)


def test_betrothed_tells_both_parts() -> None:
    told = [solve(Deal.random("betrothed", seed)).details for seed in range(1, 100)]
    assert {(d["part_one"], d["part_two"]) for d in told} == {(False, None), (True, False), (True, True)}
