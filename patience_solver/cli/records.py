"""What `--json` writes."""

from __future__ import annotations

import json
from collections.abc import Mapping

from patience_solver import Game, Result
from patience_solver.cli.inputs import Entry

__all__ = ["error_record", "game_record", "options_record", "result_record", "write"]

_Value = bool | int | str


def result_record(entry: Entry, result: Result) -> dict[str, object]:
    """Return the object of a deal that was searched; every key is always there."""
    return {
        "line": entry.line,
        "seed": result.deal.seed,
        "game": entry.game,
        "options": options_record(result.deal.options),
        "status": result.status.value,
        "stop": None if result.stop is None else result.stop.value,
        "length": result.length,
        "moves": None if result.moves is None else [str(move) for move in result.moves],
        "optimal": result.optimal,
        "lower_bound": result.lower_bound,
        "states": result.stats.states,
        "seconds": round(result.stats.seconds, 6),
        "solver": result.solver,
        **result.details,
    }


def error_record(entry: Entry) -> dict[str, object]:
    """Return the object of a line that is no deal."""
    return {"line": entry.line, "game": entry.game, "error": entry.error}


def game_record(game: Game) -> dict[str, object]:
    """Return the object of a game and its options."""
    return {
        "name": game.name,
        "title": game.title,
        "original_title": game.original_title,
        "aliases": list(game.aliases),
        "source": game.source,
        "options": [
            {
                "name": option.name,
                "type": option.type_name,
                "allowed": None if option.meanings is None else [_plain(value) for value in option.meanings],
                "minimum": option.at_least if option.meanings is None else None,
                "default": _plain(option.default),
                "summary": option.summary,
                "source": option.source,
            }
            for option in game.options.values()
        ],
    }


def options_record(options: Mapping[str, _Value]) -> dict[str, _Value]:
    """Return options as JSON has them: booleans and numbers as such, names in lower case."""
    return {name: _plain(value) for name, value in options.items()}


def write(record: object) -> None:
    """Write one object on a line, and flush it: whoever reads may wait for it.  ASCII, so that any encoding does."""
    print(json.dumps(record), flush=True)


def _plain(value: _Value) -> _Value:
    return value.lower() if isinstance(value, str) else value
