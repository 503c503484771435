"""The entry point: whatever happens becomes an exit code of the contract.

The command line is read first, then the command runs, outside of typer: typer would exit with 1, the code of a proof,
on a broken pipe, and Python on an uncaught error.
"""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence

from patience_solver.cli.exits import BadInput, ExitCode, shortened
from patience_solver.cli.stream import OutputLost, guarded_output

__all__ = ["main"]

_PROGRAM = "patience-solver"
_PAIR = re.compile(r"[A-Za-z][A-Za-z0-9_-]*=.*", re.DOTALL)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments without the program's name; those of the process where left out.

    Returns
    -------
    int
        The exit code.
    """
    try:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # a terminal that can't show a letter is no reason to stop
                stream.reconfigure(errors="backslashreplace")
        with guarded_output():
            code = _run(_spread_pairs(sys.argv[1:] if argv is None else argv))
            if sys.stdout is not None:
                sys.stdout.flush()
    except BadInput as error:
        code = ExitCode.BAD_INPUT
        _complain(shortened(str(error)))
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
        _complain("interrupted")
    except BrokenPipeError:
        code = ExitCode.BROKEN_PIPE
    except OutputLost as error:
        code = ExitCode.INTERNAL
        _complain(f"can't write the output: {error}")
    except MemoryError as error:
        code = ExitCode.INTERNAL
        _complain(f"out of memory: {error}" if str(error) else "out of memory")
    except BaseException as error:  # SystemExit too: no library may choose our exit code
        code = ExitCode.INTERNAL
        _complain(f"internal error: {type(error).__name__}: {error}", traceback.format_exc())
    return int(_close(code))


def _run(arguments: list[str]) -> ExitCode:
    from patience_solver.cli.app import read_command_line

    command: Callable[[], ExitCode] | ExitCode = read_command_line(arguments, _PROGRAM)
    return command if isinstance(command, ExitCode) else command()


def _spread_pairs(arguments: Sequence[str]) -> list[str]:
    """Repeat `--set` before every further `option=value` that follows one."""
    spread: list[str] = []
    in_pairs = False
    for place, argument in enumerate(arguments):
        if argument == "--":
            return spread + list(arguments[place:])
        first = place > 0 and arguments[place - 1] == "--set"
        if in_pairs and not first and _PAIR.fullmatch(argument):
            spread.append("--set")
        elif not first:
            in_pairs = argument == "--set" or argument.startswith("--set=")
        spread.append(argument)
    return spread


def _complain(message: str, details: str = "") -> None:
    try:
        print(f"{_PROGRAM}: {' '.join(message.split())}", file=sys.stderr)
        if details:
            print(details, end="", file=sys.stderr)
    except (OSError, ValueError):  # nobody listens; the exit code still tells
        pass


def _close(code: ExitCode) -> ExitCode:
    """Flush the output; where that fails send the rest to nowhere, or Python's own flush at exit would fail again."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError) and code is not ExitCode.INTERNAL:
            _complain(f"can't write the output: {error.strerror or error}")
        if code in (ExitCode.DONE, ExitCode.UNWINNABLE, ExitCode.OPEN):
            code = ExitCode.BROKEN_PIPE if isinstance(error, BrokenPipeError) else ExitCode.INTERNAL
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
        except (OSError, ValueError):
            pass
    return code
