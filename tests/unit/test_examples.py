"""The example scripts run and print what they should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
TESTED = {"winnable_deals.py", "survey.py", "hint.py"}


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_every_example_is_tested() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == TESTED


def test_winnable_deals() -> None:
    printed = run("winnable_deals.py", "fortress", "2", "1000001").splitlines()
    assert printed == ["deal 1000002: 109 moves (shortest)", "deal 1000008: 102 moves (shortest)"]


def test_survey() -> None:
    printed = run("survey.py", "fortress", "100")
    assert printed.startswith("fortress: ")
    assert "of 100 winnable, 0 unknown; 95 % interval " in printed


def test_hint(tmp_path: Path) -> None:
    assert run("hint.py") == "L2 > diamonds: 23 moves to a win (the fewest)\n"
    board = tmp_path / "board.txt"
    board.write_text("fan 1: QC KC\n", "utf-8")
    assert run("hint.py", "fan", str(board)) == "fan 1 > fan 2: 3 moves to a win (the fewest)\n"
    board.write_text("fan 1: KC JC QH\nfan 2: KH JH QC\n", "utf-8")
    assert run("hint.py", "fan", str(board)) == "this can't be won any more\n"
