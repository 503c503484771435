"""Games declared in a file or a module of one's own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.imports import imports_forgotten

from patience_solver import GAMES, Game, UnknownGame, WrongType, load_game

DECLARATION = """
from dataclasses import dataclass
from patience_solver.rules import Building, Foundations, Game, Rules, Tableau, Vacancy
from piles_of_mine import PILES

@dataclass
class Part:
    piles: int = PILES

LUCKY = Game(
    name="lucky", title="Lucky", source="a test",
    declaration=Rules(
        tableau=(Tableau("pile {n}", (4,) * Part().piles, building=Building(steps=(1, -1)), vacancy=Vacancy.KINGS),),
    ),
)
RULES = LUCKY.declaration
FORTRESS = LUCKY.patch(name="fortress")
CLOCK = LUCKY.patch(name="mine", aliases=("clock-two-packs",))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a file of games, which is the current one; what is imported from it is forgotten afterwards."""
    (tmp_path / "my_games.py").write_text(DECLARATION, "utf-8")
    (tmp_path / "piles_of_mine.py").write_text("PILES = 13\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    with imports_forgotten(tmp_path):
        yield tmp_path


def test_a_file_is_loaded_with_what_lies_beside_it(folder: Path) -> None:
    game = load_game("my_games.py:LUCKY")
    assert isinstance(game, Game) and len(game.rules().layout) == 17
    assert load_game(f"{folder / 'my_games.py'}:LUCKY") is game
    assert load_game("my_games:LUCKY") is game
    assert not list(folder.glob("**/my_games*.pyc"))
    assert sys.path[0] != str(folder) and str(folder) in sys.path


def test_a_registered_game_may_be_named_by_its_module() -> None:
    assert load_game("patience_solver.games.fan:FAN") is GAMES["fan"]


def test_a_file_with_the_name_of_a_module_in_use(folder: Path) -> None:
    (folder / "json.py").write_text(DECLARATION.replace("lucky", "unlucky"), "utf-8")
    before = sys.modules["json"]
    game = load_game("json.py:LUCKY")
    assert game.name == "unlucky" and load_game("json.py:LUCKY") is game
    assert sys.modules["json"] is before


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("nowhere.py:LUCKY", ["there is no file nowhere.py"]),
        ("folder.py:LUCKY", ["folder.py is no file"]),
        ("no_such_module:LUCKY", ["there is no module no_such_module"]),
        ("patience_solver.no_such:LUCKY", ["there is no module patience_solver.no_such"]),
        ("no_such.part:LUCKY", ["there is no module no_such.part", "no no_such"]),
        ("my_games.py:LUCKI", ["my_games.py has no name 'LUCKI'", "did you mean LUCKY?"]),
        ("my_games.py:lucky", ["did you mean LUCKY?"]),
        ("my_games.py:", ["has no name ''", "its games: LUCKY, FORTRESS, CLOCK"]),
        ("my_games.py:RULES", ["RULES is of type Rules, not a Game", "Game(name=…, declaration=…)"]),
        ("my_games.py:PILES", ["PILES is of type int, not a Game"]),
        ("my_games.py", ["'my_games.py' does not say which game is meant", "FILE.py:NAME"]),
        ("C:\\games\\my_games.py", ["does not say which game is meant"]),
        ("C:\\games\\my_games.py:LUCKY", ["there is no file C:\\games\\my_games.py"]),
        ("lucky", ["does not say which game is meant"]),
        ("a b:LUCKY", ["'a b' is neither a file that ends in .py nor the name of a module"]),
        ("..a:LUCKY", ["'..a' is neither"]),
        (":LUCKY", ["'' is neither"]),
        ("my_games.py:FORTRESS", ["'fortress' is that of a game of this package", "another name"]),
        ("my_games.py:CLOCK", ["'clock-two-packs' is that of a game of this package"]),
        ("divides.py:X", ["divides.py can't be run: line 3: ZeroDivisionError: division by zero"]),
        ("open.py:X", ["open.py can't be run: line 2: SyntaxError: '(' was never closed"]),
        ("ends.py:X", ["ends.py can't be run: line 2: SystemExit: 1"]),
        ("calls.py:X", ["calls.py can't be run: line 1: ModuleNotFoundError: No module named 'not_there'"]),
        ("nul.py:X", ["nul.py can't be run: "]),
        ("divides:X", ["module divides can't be imported: line 3 of ", "ZeroDivisionError"]),
        ("calls:X", ["module calls can't be imported: line 1 of ", "No module named 'not_there'"]),
        ("open:X", ["module open can't be imported: line 2 of ", "SyntaxError"]),
    ],
)
def test_what_goes_wrong_is_told_in_one_line(folder: Path, place: str, words: list[str]) -> None:
    (folder / "folder.py").mkdir()
    (folder / "divides.py").write_text("# a comment\n\nX = 1 / 0\n", "utf-8")
    (folder / "open.py").write_text("\nX = (1\n", "utf-8")
    (folder / "ends.py").write_text("import sys\nsys.exit(1)\n", "utf-8")
    (folder / "calls.py").write_text("import not_there\n", "utf-8")
    (folder / "nul.py").write_bytes(b"X = 1\0")
    for _ in range(2):  # nothing half done is left behind
        with pytest.raises(UnknownGame) as caught:
            load_game(place)
        for word in words:
            assert word in str(caught.value)
        assert "\n" not in str(caught.value)


def test_an_interruption_passes_through(folder: Path) -> None:
    (folder / "long.py").write_text("raise KeyboardInterrupt\n", "utf-8")
    with pytest.raises(KeyboardInterrupt):
        load_game("long.py:X")
    assert "long" not in sys.modules


def test_the_place_is_text() -> None:
    with pytest.raises(WrongType, match=r"'my_games\.py:LUCKY_PILES'"):
        load_game(GAMES["fan"])  # type: ignore[arg-type]


def test_answers_come_back_from_other_processes(folder: Path) -> None:
    """Own games travel to processes that have never seen their file, and equal answers come back."""
    (folder / "ask.py").write_text(
        """
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from patience_solver import Deal, load_game, solve

if __name__ == "__main__":
    deals = [Deal.random(load_game("my_games.py:LUCKY"), 2), Deal.random("first-and-last", 5), Deal.random("fan", 1)]
    positions = [deal.start for deal in deals]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        results = list(pool.map(solve, deals))
        again = list(pool.map(solve, positions[1:]))
    assert results == [solve(deal) for deal in deals]
    assert [result.deal for result in results] == deals and results[0].deal in set(deals)
    assert {deal.start for deal in deals} == {result.deal.start for result in results}
    assert [result.moves for result in again] == [result.moves for result in results[1:]]
    assert results[1].is_written
    print("equal")
""",
        "utf-8",
    )
    ended = subprocess.run([sys.executable, "ask.py"], capture_output=True, text=True, check=False, cwd=folder)
    assert ended.stdout == "equal\n", ended.stderr
