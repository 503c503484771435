"""Where the system limits the address space, one line says that memory is out, and no exit code claims a proof."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks a shell for a limit on the address space")


@pytest.mark.parametrize(
    ("game", "kilobytes"),
    [
        ("beleaguered-castle", 300_000),
        ("beleaguered-castle", 550_000),
        ("beleaguered-castle", 600_000),
        ("sultan", 600_000),
        ("beleaguered-castle", 1_500_000),
    ],
)
def test_little_address_space(game: str, kilobytes: int) -> None:
    asked = f"{sys.executable} -m patience_solver solve {game} --seed 1000001 --optimal --states 100000 --seconds 5"
    told = subprocess.run(
        ["sh", "-c", f"ulimit -v {kilobytes}; exec {asked}"], capture_output=True, text=True, check=False
    )
    assert told.returncode in ((70,) if kilobytes < 500_000 else (0, 3, 70))
    if told.returncode == 70:
        (line,) = [line for line in told.stderr.splitlines() if "compiling" not in line]
        assert "out of memory" in line
    else:
        assert "Traceback" not in told.stderr
    assert kilobytes < 1_000_000 or told.returncode == 0
