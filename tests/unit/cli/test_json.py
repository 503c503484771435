"""What `--json` writes."""

from __future__ import annotations

import json

import pytest
from support.command_line import PACK, CommandLine

from patience_solver import GAMES, Move, Status, StopReason
from patience_solver.rules import value_text

KEYS = [
    "line",
    "seed",
    "game",
    "options",
    "status",
    "stop",
    "length",
    "moves",
    "optimal",
    "lower_bound",
    "states",
    "seconds",
    "solver",
]


@pytest.mark.parametrize("status", Status)
def test_every_key_is_always_there(cli: CommandLine, status: Status) -> None:
    cli.answers(status)
    for source in (["--seed", "5"], ["--seed", "5-6"], [cli.file(PACK)], ["--board", cli.file("L1: KC", "board")]):
        for record in cli("solve", "fortress", *source, "--json").records:
            assert list(record) == KEYS
            assert record["status"] == status.value


def test_what_the_keys_hold(cli: CommandLine) -> None:
    cli.answers(Status.WINNABLE, stop=StopReason.STATES)
    (record,) = cli("solve", "Fortress", "--seed", "5", "--set", "wrap=yes", "--json").records
    assert record == {
        "line": None,
        "seed": 5,
        "game": "fortress",
        "options": {"wrap": True, "lane": "any"},
        "status": "winnable",
        "stop": "states",
        "length": 2,
        "moves": ["L1 > R1", "R1 > clubs"],
        "optimal": False,
        "lower_bound": 1,
        "states": 12345,
        "seconds": 1.5,
        "solver": "stand-in",
    }
    cli.answers(Status.UNWINNABLE)
    (record,) = cli("solve", "trefoil", cli.file(f"\n{' '.join(PACK.split())}"), "--json").records
    assert (record["line"], record["seed"], record["stop"]) == (2, None, None)
    assert (record["length"], record["moves"], record["lower_bound"]) == (None, None, None)
    assert record["options"] == {"redeals": 2, "redeal_when": "stuck", "reshuffle": "keep"}


@pytest.mark.parametrize("game", GAMES)
def test_every_solver_s_answer_can_be_written(cli: CommandLine, game: str) -> None:
    outcome = cli("solve", game, "--seed", "1-8", "--json", "--states", "300")
    assert (outcome.code, len(outcome.records)) == (0, 8)
    for record in outcome.records:
        assert list(record)[: len(KEYS)] == KEYS
        assert type(record["optimal"]) is bool
        assert (record["moves"] is None) == (record["status"] != "winnable") == (record["length"] is None)


def test_an_empty_win_is_a_win(cli: CommandLine) -> None:
    cli.answers(Status.WINNABLE, moves=(), optimal=True, lower_bound=0)
    (record,) = cli("solve", "fortress", "--seed", "5", "--json").records
    assert (record["length"], record["moves"]) == (0, [])


def test_what_is_the_games_own(cli: CommandLine) -> None:
    cli.answers(Status.WINNABLE, details={"exchanges": 1, "part_two": None})
    (record,) = cli("solve", "fortress", "--seed", "5", "--json").records
    assert list(record) == [*KEYS, "exchanges", "part_two"]
    assert (record["exchanges"], record["part_two"]) == (1, None)


def test_only_json_on_standard_output(cli: CommandLine) -> None:
    cli.answers(Status.WINNABLE, moves=(Move("redeal"),))
    outcome = cli("solve", "fortress", cli.file(f"{PACK}\nXX\n"), "--json")
    assert len(outcome.records) == 2
    assert outcome.err == ""


def test_games(cli: CommandLine) -> None:
    outcome = cli("games", "--json")
    assert outcome.code == 0
    listed = json.loads(outcome.out)
    assert [game["name"] for game in listed] == list(GAMES)
    for game in listed:
        assert set(game) == {"name", "title", "original_title", "aliases", "source", "options"}
        for option in game["options"]:
            assert set(option) == {"name", "type", "allowed", "minimum", "default", "summary", "source"}
            assert (option["allowed"] is None) != (option["minimum"] is None)
            assert option["allowed"] is None or option["default"] in option["allowed"]
            assert type(option["default"]) is {"boolean": bool, "integer": int, "name": str}[option["type"]]


def test_games_tells_every_value_that_is_taken(cli: CommandLine) -> None:
    for game in json.loads(cli("games", "--json").out):
        for option in game["options"]:
            for value in option["allowed"] or [option["minimum"]]:
                pair = f"{option['name']}={value_text(value)}"
                assert cli("deal", game["name"], "--seed", "1", "--set", pair).code == 0
