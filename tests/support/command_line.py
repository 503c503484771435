"""Running the command line in tests, with or without a stand-in for the solver."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import patience_solver
from patience_solver import Deal, Move, Result, Stats, Status, StopReason
from patience_solver.cli import main

__all__ = ["PACK", "CommandLine", "Outcome", "answer", "program", "run_program"]

PACK = str(Deal.random("fortress", 1))
"""A deal of Fortress, as a pack file has it."""


@dataclass(frozen=True)
class Outcome:
    """What a run of the command line left behind."""

    code: int
    out: str
    err: str

    @property
    def records(self) -> list[dict[str, Any]]:
        """The JSON objects on standard output."""
        return [json.loads(line) for line in self.out.splitlines()]


class CommandLine:
    """Calls `main` in this process, catching what it writes."""

    def __init__(self, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str], folder: Path) -> None:
        self._patch = patch
        self._capture = capture
        self._folder = folder

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Outcome:
        """Run with these arguments."""
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(arguments)
        out, err = self._capture.readouterr()
        return Outcome(code, out, err)

    def file(self, content: str | bytes, name: str = "file.txt") -> str:
        """Write a file and return its path."""
        path = self._folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def solver(self, solve: Callable[..., Result]) -> None:
        """Put a stand-in in the solver's place."""
        self._patch.setattr(patience_solver, "solve", solve)

    def answers(self, status: Status, **fields: Any) -> None:
        """Have the solver give this answer to everything."""
        self.solver(lambda deal, **_: answer(deal, status, **fields))


def answer(deal: Deal, status: Status, **fields: Any) -> Result:
    """Return a result as a solver would, for a deal that nobody searched."""
    if status is Status.WINNABLE:
        fields = {"moves": (Move("L1", "R1"), Move("R1", "clubs")), "lower_bound": 1} | fields
    if status is Status.UNKNOWN:
        fields = {"stop": StopReason.SECONDS} | fields
    made = Result(deal, status, solver="stand-in", stats=Stats(states=12345, seconds=1.5))
    return replace(made, **fields)


def program(solve: str, *arguments: str) -> list[str]:
    """Return the command of a process that runs `main` with `solve` (source of a function body) for a solver."""
    body = "\n".join(f"    {line}" for line in solve.splitlines())
    script = f"""
import sys, time
import patience_solver
from patience_solver import *
from patience_solver.cli import main
def solve(deal, **_):
{body}
patience_solver.solve = solve
sys.exit(main())
"""
    return [sys.executable, "-c", script, *arguments]


def run_program(solve: str, *arguments: str) -> Outcome:
    """Run such a process to its end."""
    ended = subprocess.run(program(solve, *arguments), capture_output=True, text=True, timeout=60, check=False)
    return Outcome(ended.returncode, ended.stdout, ended.stderr)
