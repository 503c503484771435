"""The registered games, one declaration each, and how they are found by name."""

from __future__ import annotations

from difflib import get_close_matches

from patience_solver.errors import UnknownGame
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

__all__ = ["GAMES", "find_game"]

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
    """
    if isinstance(name, Game):
        return name
    names = {alias: game for game in GAMES.values() for alias in (game.name, *game.aliases)}
    folded = "-".join(str(name).lower().replace("_", " ").split())
    if folded in names:
        return names[folded]
    near = get_close_matches(folded, names, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known games: {', '.join(GAMES)}"
    raise UnknownGame(f"unknown game {name!r}; {hint}")
