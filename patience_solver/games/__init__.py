"""The registered games, one declaration each, and how games are found: by name, or in a file."""

from __future__ import annotations

from difflib import get_close_matches

from patience_solver.cards import fold
from patience_solver.errors import UnknownGame, WrongType, shown
from patience_solver.games.betrothed import BETROTHED
from patience_solver.games.big_ben import BIG_BEN
from patience_solver.games.calculation import CALCULATION
from patience_solver.games.castles import BELEAGUERED_CASTLE, STREETS_AND_ALLEYS
from patience_solver.games.fan import FAN
from patience_solver.games.first_and_last import FIRST_AND_LAST
from patience_solver.games.fortress import FORTRESS
from patience_solver.games.fourteen import FOURTEEN, QUATORZE
from patience_solver.games.german_clock import GERMAN_CLOCK
from patience_solver.games.quadrille import CAPTIVE_QUEENS, QUADRILLE
from patience_solver.games.sultan import SULTAN, SULTAN_PLUS
from patience_solver.games.trefoil import LA_BELLE_LUCIE, TREFOIL
from patience_solver.rules import Game
from patience_solver.rules.loading import declared_game

__all__ = ["GAMES", "find_game", "load_game"]

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        BIG_BEN,
        FORTRESS,
        FOURTEEN,
        SULTAN,
        CALCULATION,
        FIRST_AND_LAST,
        BETROTHED,
        QUADRILLE,
        TREFOIL,
        GERMAN_CLOCK,
        LA_BELLE_LUCIE,
        FAN,
        BELEAGUERED_CASTLE,
        STREETS_AND_ALLEYS,
        CAPTIVE_QUEENS,
        QUATORZE,
        SULTAN_PLUS,
    )
}
"""Every registered game by its canonical name."""


def find_game(name: str | Game) -> Game:
    """Return the game of this name or alias; case, blanks and underscores don't matter.

    Raises
    ------
    UnknownGame
        If there is none; the message suggests near names.
    WrongType
        If this is neither a name nor a declaration.
    """
    if isinstance(name, Game):
        return name
    if not isinstance(name, str):
        raise WrongType.of("a game", name, "its name, or a declaration (Game)")
    names = _names()
    folded = "-".join(fold(name).replace("_", " ").split())
    if folded in names:
        return names[folded]
    if ":" in name:
        raise UnknownGame(f"unknown game {shown(name)}; a game of one's own is loaded by load_game")
    near = get_close_matches(folded, names, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known games: {', '.join(GAMES)}"
    raise UnknownGame(f"unknown game {shown(name)}; {hint}")


def _names() -> dict[str, Game]:
    """Return every registered game by its names."""
    return {name: game for game in GAMES.values() for name in (game.name, *game.aliases)}


def load_game(place: str) -> Game:
    """Return a game of one's own: `my_games.py:LUCKY_PILES`, or `package.module:NAME` for what can be imported.

    The file or module is run, once in a process, so name only what you trust; `find_game` never does that.

    Parameters
    ----------
    place : str
        Before the last colon a path that ends in `.py`, or the name of a module, for which the current folder is
        searched too; after it the name of a `Game` there.

    Raises
    ------
    UnknownGame
        If there is no such file, module or name, or no game under it; if the file can't be run, with the line at which
        that ends; or if the game has the name of another one of this package.

    Examples
    --------
    >>> load_game("patience_solver.games.fan:FAN").title
    'Fan'
    """
    game = declared_game(place)
    for name in (game.name, *game.aliases):
        other = _names().get(name, game)
        if other != game:
            raise UnknownGame(
                f"{place}: the name {name!r} is that of a game of this package ({other.title}), and answers would not "
                "tell them apart; give it another name"
            )
    return game
