"""`games`: which games there are."""

from __future__ import annotations

from patience_solver import GAMES
from patience_solver.cli import records
from patience_solver.cli.console import output, show
from patience_solver.cli.exits import ExitCode
from patience_solver.rules import value_text

__all__ = ["run"]


def run(*, as_json: bool) -> ExitCode:
    """List the games."""
    if as_json:
        records.write([records.game_record(game) for game in GAMES.values()])
        return ExitCode.DONE
    rows = []
    for game in GAMES.values():
        options = ", ".join(f"{option.name}={value_text(option.default)}" for option in game.options.values())
        rows.append((game.name, game.title, game.original_title, ", ".join(game.aliases), options))
    show(output(), ("game", "title", "original title", "aliases", "options"), rows)
    return ExitCode.DONE
