"""Every command that names a game takes one of the user's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command_line import CommandLine
from support.imports import imports_forgotten

from patience_solver import Status

GAME = """
from patience_solver.rules import Building, Game, Rules, Tableau, Vacancy, option

LUCKY = Game(
    name="lucky", title="Lucky", source="a test",
    declaration=Rules(
        tableau=(
            Tableau(
                "pile {n}", (4,) * 13, building=Building(steps=(1, -1)),
                vacancy=option("gap", "king", {"king": Vacancy.KINGS, "any": Vacancy.ANY_CARD}),
            ),
        ),
    ),
)
FORTRESS = LUCKY.patch(name="fortress")
print("this file says something")
"""


@pytest.fixture(autouse=True)
def forgotten(tmp_path: Path) -> Iterator[None]:
    with imports_forgotten(tmp_path):
        yield


@pytest.fixture
def own(cli: CommandLine) -> str:
    return f"{cli.file(GAME, 'my_games.py')}:LUCKY"


def test_all_commands_take_it(cli: CommandLine, own: str) -> None:
    rules = cli("rules", own, "--set", "gap=any")
    assert rules.code == 0 and "Lucky\n" in rules.out and "An emptied pile takes any available card." in rules.out
    dealt = cli("deal", own, "--seed", "2-3")
    assert dealt.code == 0 and len(dealt.out.splitlines()) == 2
    packs = cli.file(dealt.out, "packs.txt")
    solved = cli("solve", own, packs, "--json", "--set", "gap=any")
    assert [record["game"] for record in solved.records] == ["lucky", "lucky"]
    assert solved.records[0]["options"] == {"gap": "any"}
    assert solved.records[0]["status"] == "winnable"
    moves = cli.file(solved.out.splitlines()[0], "moves.json")
    replayed = cli("replay", own, packs, moves, "--set", "gap=any")
    assert (replayed.code, "Won in" in replayed.out) == (0, True)
    assert cli("replay", own, packs, moves).code == 2  # of other options


def test_what_the_file_prints_is_no_answer(cli: CommandLine, own: str) -> None:
    cli.answers(Status.UNWINNABLE)
    outcome = cli("solve", own, "--seed", "2", "--json")
    assert (outcome.code, len(outcome.records)) == (1, 1)
    assert "says something" in outcome.err


@pytest.mark.parametrize("command", ["rules", "deal", "solve", "replay"])
@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("my_games.py:LUCKI", "did you mean LUCKY?"),
        ("my_games.py:FORTRESS", "is that of a game of this package"),
        ("my_games.py", "FILE.py:NAME"),
        ("nowhere.py:LUCKY", "there is no file"),
        ("wrong.py:LUCKY", "line 1: ZeroDivisionError"),
        ("no_such_module:LUCKY", "there is no module"),
    ],
)
def test_what_goes_wrong_is_bad_input(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, place: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    cli.file(GAME.replace("print", "str"), "my_games.py")
    cli.file("1 / 0\n", "wrong.py")
    arguments = {"rules": [], "replay": ["--seed", "1", cli.file("", "moves.txt")]}.get(command, ["--seed", "1"])
    outcome = cli(command, place, *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert words in outcome.err
    assert len(outcome.err.splitlines()) == 1
