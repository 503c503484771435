"""The rules of a game in plain English, written from its declaration.

Every sentence follows from a field of `Rules`, so that the prose can't say anything else than what is played.
"""

from __future__ import annotations

from collections.abc import Mapping

from patience_solver.errors import WrongType
from patience_solver.rules.game import Game
from patience_solver.rules.prose.playing import play, redeals, reserve, stock, throwing, won
from patience_solver.rules.prose.setting import foundations, layout, pack

__all__ = ["describe"]


def describe(game: Game, options: Mapping[str, object]) -> str:
    """Write the rules of a game in plain English.

    Parameters
    ----------
    game : Game
        The game's declaration.
    options : mapping
        Options by name, as values or text; those left out have the game's default.

    Returns
    -------
    str
        Paragraphs separated by blank lines, each one unbroken line.

    Raises
    ------
    UnsupportedOption
        For an option that the game does not have, or a value that it does not take.
    WrongType
        If this is no declaration.
    """
    if not isinstance(game, Game):
        raise WrongType.of("describe", game, "a Game; find_game finds it by its name")
    rules = game.rules(options)
    parts = (pack, layout, foundations, throwing, play, reserve, stock, redeals, won)
    return "\n\n".join(filter(None, (part(rules) for part in parts)))
