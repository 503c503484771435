"""The exit codes that scripts rely on; above all that nothing but a proof exits with 1."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import NoReturn

import pytest
from support.command_line import PACK, CommandLine, answer, program, run_program
from support.interrupts import interruptible

from patience_solver import Deal, IllegalMove, Result, Status, StopReason, UnsupportedOption

FORMS = [(), ("--json",)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("status", "code"),
    [(Status.WINNABLE, 0), (Status.UNWINNABLE, 1), (Status.UNKNOWN, 3)],
    ids=str,
)
def test_verdict(cli: CommandLine, form: tuple[str, ...], status: Status, code: int) -> None:
    cli.answers(status)
    assert cli("solve", "fortress", "--seed", "5", *form).code == code
    assert cli("solve", "fortress", "--seed", "5-5", *form).code == code
    assert cli("solve", "fortress", cli.file(PACK), *form).code == code


@pytest.mark.parametrize("form", FORMS)
def test_winnable_with_a_limit_hit_on_the_way_to_the_shortest(cli: CommandLine, form: tuple[str, ...]) -> None:
    cli.answers(Status.WINNABLE, stop=StopReason.SECONDS)
    assert cli("solve", "fortress", "--seed", "5", "--optimal", *form).code == 0


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("status", Status)
def test_several_deals(cli: CommandLine, form: tuple[str, ...], status: Status) -> None:
    cli.answers(status)
    assert cli("solve", "fortress", "--seed", "5-7", *form).code == 0
    assert cli("solve", "fortress", cli.file(f"{PACK}\n{PACK}\n"), *form).code == 0
    assert cli("solve", "fortress", cli.file(f"{PACK}\nXX\n"), *form).code == 2


@pytest.mark.parametrize("form", FORMS)
def test_one_bad_deal(cli: CommandLine, form: tuple[str, ...]) -> None:
    cli.answers(Status.WINNABLE)
    assert cli("solve", "fortress", cli.file("XX\n"), *form).code == 2


@pytest.mark.parametrize("seeds", ["5", "5-6"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RuntimeError("a slip"), 70),
        (NotImplementedError(), 70),
        (MemoryError(), 70),
        (OSError(5, "disk"), 70),
        (EOFError(), 70),
        (IllegalMove("a solver's answer that the referee refused"), 70),
        (UnsupportedOption("out of the search, not out of the input"), 70),
        (SystemExit(1), 70),
        (SystemExit(0), 70),
        (GeneratorExit(), 70),
        (KeyboardInterrupt(), 130),
        (BrokenPipeError(), 141),
    ],
    ids=repr,
)
def test_whatever_a_search_raises(
    cli: CommandLine, seeds: str, form: tuple[str, ...], error: BaseException, code: int
) -> None:
    def crash(deal: Deal, **_: object) -> NoReturn:
        raise error

    cli.solver(crash)
    outcome = cli("solve", "fortress", "--seed", seeds, *form)
    assert outcome.code == code
    if isinstance(error, MemoryError):
        assert outcome.err == "patience-solver: out of memory\n"
    elif code == 70:
        assert "internal error" in outcome.err.splitlines()[0] and "Traceback" in outcome.err


def test_a_crash_in_a_real_process() -> None:
    outcome = run_program("raise RuntimeError('a slip')", "solve", "fortress", "--seed", "5")
    assert outcome.code == 70
    assert outcome.err.startswith("patience-solver: internal error: RuntimeError: a slip\nTraceback")


@pytest.mark.parametrize("error", ["ImportError('typer')", "KeyboardInterrupt", "SystemExit(1)"])
def test_a_crash_before_the_command(error: str) -> None:
    script = f"""
import sys
from patience_solver.cli import main
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            raise {error}
sys.meta_path.insert(0, Finder())
sys.exit(main(["games"]))
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert ended.returncode == (130 if error == "KeyboardInterrupt" else 70)


@pytest.mark.usefixtures("control_c")
@pytest.mark.parametrize("form", FORMS)
def test_control_c(form: tuple[str, ...]) -> None:
    solve = "print('searching', file=sys.stderr, flush=True)\ntime.sleep(60)"
    command = program(solve, "solve", "fortress", "--seed", "5", *form)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "searching\n"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in err


def test_control_c_keeps_what_was_found(cli: CommandLine) -> None:
    def solve(deal: Deal, **_: object) -> Result:
        if deal.seed == 7:
            raise KeyboardInterrupt
        return answer(deal, Status.WINNABLE)

    cli.solver(solve)
    outcome = cli("solve", "fortress", "--seed", "5-9")
    assert (outcome.code, "so far: 2 deals: 2 winnable" in outcome.out) == (130, True)
    outcome = cli("solve", "fortress", "--seed", "5-9", "--json")
    assert (outcome.code, [record["seed"] for record in outcome.records]) == (130, [5, 6])


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "fortress", "--seed", "5"),  # rich writes
        ("solve", "fortress", "--seed", "5", "--json"),
        ("solve", "fortress", "--seed", "5-9"),
        ("deal", "fortress", "--seed", "1-2000"),
        ("games",),
        ("games", "--json"),
        ("rules", "fortress"),
    ],
)
def test_a_reader_that_went_away(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        command = program("return Result(deal, Status.UNWINNABLE)", *arguments)
        ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    finally:
        os.close(writing)
    assert ended.returncode == 141
    assert ended.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "fortress", "--seed", "5"),
        ("solve", "fortress", "--seed", "5", "--json"),
        ("solve", "fortress", "--seed", "5-7"),
        ("deal", "fortress", "--seed", "1-2000"),
        ("games",),
        ("rules", "fortress"),
        ("--version",),
    ],
    ids=" ".join,
)
def test_a_full_disk(arguments: tuple[str, ...], unbuffered: str) -> None:
    command = program("return Result(deal, Status.UNWINNABLE)", *arguments)
    environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False, env=environment, text=True
        )
    assert ended.returncode == 70
    assert ended.stderr == "patience-solver: can't write the output: No space left on device\n"


def test_control_c_works_where_the_signal_is_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interruptible(), pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("frobnicate",),
        ("solve",),
        ("solve", "fortress"),
        ("solve", "fortress", "--seed"),
        ("solve", "fortress", "--seed", "5", "--no-such-option"),
        ("solve", "fortress", "--seed", "5", "--seconds", "soon"),
        ("solve", "fortress", "--seed", "5", "--seconds", "0"),
        ("solve", "fortress", "--seed", "5", "--seconds", "nan"),
        ("solve", "fortress", "--seed", "5", "--states", "-3"),
        ("solve", "fortress", "--seed", "5", "--states", "1.5"),
        ("solve", "fortress", "--seed", "5", "--memory", "much"),
        ("solve", "fortress", "one.txt", "two.txt"),
        ("solve", "fortress", "one.txt", "--seed", "5"),
        ("deal", "fortress", "--seed", "5", "--board", "one.txt"),
        ("replay", "fortress", "--seed", "5"),
        ("games", "--seed", "5"),
    ],
    ids=" ".join,
)
def test_misuse(cli: CommandLine, arguments: tuple[str, ...]) -> None:
    cli.answers(Status.UNWINNABLE)
    outcome = cli(*arguments)
    assert outcome.code == 2
    assert outcome.err or not arguments  # no arguments: the help, wherever typer writes it
    assert "Traceback" not in outcome.err


@pytest.mark.parametrize("arguments", [("--help",), ("-h",), ("solve", "--help"), ("--version",)])
def test_help(cli: CommandLine, arguments: tuple[str, ...]) -> None:
    outcome = cli(*arguments)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out
