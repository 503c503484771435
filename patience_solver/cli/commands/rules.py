"""`rules GAME`: how a game is played."""

from __future__ import annotations

from collections.abc import Sequence

from patience_solver.cli.console import output, show
from patience_solver.cli.exits import ExitCode
from patience_solver.cli.inputs import read_game
from patience_solver.rules import value_text
from patience_solver.rules.prose import describe

__all__ = ["run"]


def run(name: str, pairs: Sequence[str]) -> ExitCode:
    """Write the rules of a game as the options settle them, and the table of its options."""
    game, options = read_game(name, pairs)
    console = output()
    console.print(f"{game.title} ({game.original_title})" if game.original_title else game.title, style="bold")
    names = ", ".join((game.name, *game.aliases))
    console.print(f"{names}. Source: {game.source}.\n")
    console.print(describe(game, options))
    if game.options:
        rows = []
        for option in game.options.values():
            value, default = value_text(options[option.name]), value_text(option.default)
            rows.append((option.name, value, option.allowed, default, option.summary, option.source))
        console.print()
        show(console, ("option", "value", "allowed", "default", "settles", "source"), rows)
    return ExitCode.DONE
