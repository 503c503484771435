"""What can be written on the command line.  Nothing runs here: each function returns the command, ready to be run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypeAlias

import typer

from patience_solver import __version__
from patience_solver.cli.commands import deal as deal_command
from patience_solver.cli.commands import games as games_command
from patience_solver.cli.commands import replay as replay_command
from patience_solver.cli.commands import rules as rules_command
from patience_solver.cli.commands import solve as solve_command
from patience_solver.cli.exits import ExitCode
from patience_solver.cli.inputs import Source

__all__ = ["read_command_line"]

_Command: TypeAlias = Callable[[], ExitCode]

_Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="Name or alias of the game, see 'games'; or one of your own, FILE.py:NAME or package.module:NAME.",
    ),
]
_Pack = Annotated[
    str | None,
    typer.Argument(
        metavar="PACKFILE",
        help="File of deals, one a line, cards separated by blanks, ' | ' before each reshuffle list; "
        "blank lines and lines that begin with # are passed over. '-' reads standard input.",
    ),
]
_Seed = Annotated[
    str | None, typer.Option("--seed", metavar="N[-M]", help="Random deal N, or all from N to M, instead of a file.")
]
_Board = Annotated[
    str | None,
    typer.Option("--board", metavar="FILE", help="A position, one pile a line ('name: cards bottom first')."),
]
_Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE …", help="Options of the game; see 'rules GAME'."),
]

# typer's own pretty traceback and help boxes are off: output is plain wherever it goes.
app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
# The base of typer's errors of use: click's own, or the copy that newer typer brings along, so found by name.
_UsageError: type[Any] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


def read_command_line(arguments: list[str], program: str) -> _Command | ExitCode:
    """Read the arguments and return the command, or the exit code where nothing is left to do (help, misuse)."""
    try:
        answer = typer.main.get_command(app).main(args=arguments, prog_name=program, standalone_mode=False)
    except (SystemExit, typer.Abort, typer.Exit):
        return ExitCode.BAD_INPUT
    except Exception as error:
        if not isinstance(error, _UsageError):
            raise
        error.show()
        return ExitCode.BAD_INPUT
    if callable(answer):
        command: _Command = answer
        return command
    if answer == ExitCode.INTERRUPTED:  # typer's word for Ctrl-C
        raise KeyboardInterrupt
    return ExitCode.BAD_INPUT if answer else ExitCode.DONE


def _show_version(wanted: bool) -> None:
    if wanted:
        print(__version__)
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Tell whether a patience deal can be won, prove it, and give the shortest way.

    Exit codes: 0 winnable (or done), 1 unwinnable (proved), 2 bad input, 3 unknown, 4 illegal move (replay),
    70 internal error or output that can't be written, 130 interrupted.
    """


@app.command()
def games(json: Annotated[bool, typer.Option("--json", help="One list of objects.")] = False) -> _Command:
    """List the games and their options."""
    return partial(games_command.run, as_json=json)


@app.command()
def rules(game: _Game, set_: _Set = None) -> _Command:
    """Write the rules of a game, as the options given settle them."""
    return partial(rules_command.run, game, set_ or ())


@app.command()
def deal(game: _Game, pack: _Pack = None, seed: _Seed = None, board: _Board = None, set_: _Set = None) -> _Command:
    """Write deals in the form that is read back: one a line, a board (--board) with one pile a line."""
    return partial(deal_command.run, game, set_ or (), Source(seed, pack, board))


@app.command()
def solve(
    game: _Game,
    pack: _Pack = None,
    seed: _Seed = None,
    board: _Board = None,
    set_: _Set = None,
    optimal: Annotated[bool, typer.Option("--optimal", help="Find a shortest win and prove it.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Repeat a proof that no win exists with independent hashes.")
    ] = False,
    seconds: Annotated[float, typer.Option("--seconds", metavar="S", help="Time limit a deal ('inf': none).")] = 60,
    states: Annotated[int | None, typer.Option("--states", metavar="N", help="Limit on new states a deal.")] = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", help="Memory limit, e.g. 4GB; at least 64MB."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One object a line for each deal.")] = False,
) -> _Command:
    """Tell whether deals can be won, and how."""
    question = solve_command.Question(
        optimal=optimal, verify=verify, seconds=seconds, states=states, memory=memory, as_json=json
    )
    return partial(solve_command.run, game, set_ or (), Source(seed, pack, board), question)


@app.command()
def replay(
    game: _Game,
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="[PACKFILE] MOVESFILE",
            help="File of the deal, where neither --seed nor --board gives it; then the moves, one a line, or what "
            "'solve --json' wrote. '-' reads standard input.",
        ),
    ],
    seed: Annotated[str | None, typer.Option("--seed", metavar="N", help="Random deal N.")] = None,
    board: _Board = None,
    set_: _Set = None,
) -> _Command:
    """Make moves by the rules and tell whether they win.

    Exit codes: 0 legal and won, 3 legal but not won, 2 bad input, 4 an illegal move.
    """
    return partial(replay_command.run, game, set_ or (), files, seed=seed, board=board)
