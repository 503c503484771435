"""Which game a position belongs to, and with which options it is played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from patience_solver.errors import ImpossibleDeal, UnsupportedOption, WrongType
from patience_solver.games import GAMES
from patience_solver.position.position import Position
from patience_solver.rules import Game, Rules, value_text

__all__ = ["game_of", "options_of"]


@lru_cache(maxsize=64)
def game_of(rules: Rules) -> Game:
    """Return the registered game that has these rules, by default or under some options; else one without a name."""
    default = [game for game in GAMES.values() if game.rules() == rules]
    possible = default or [game for game in GAMES.values() if game.options_of(rules) is not None]
    if possible:
        return possible[0]
    return Game(name="unnamed", title="Unnamed game", source="the rules of a position", declaration=rules)


def options_of(game: Game, position: Position, given: Mapping[str, object]) -> dict[str, object]:
    """Return the options with which a position of a game is played, checked against those given."""
    if not isinstance(position.rules, Rules) or not isinstance(position.piles, tuple):
        raise WrongType.of("the position's piles", position.piles, "a tuple of piles, under its Rules")
    if len(position.piles) != len(position.rules.layout):
        raise ImpossibleDeal(f"the position has {len(position.piles)} piles; its rules {len(position.rules.layout)}")
    read = game.read_options(given)
    if game.rules(read) == position.rules:
        return dict(read)
    played = game.options_of(position.rules)
    if played is None:
        other = game_of(position.rules)
        whose = other.name if other.name in GAMES else "a game that is not registered"
        raise ImpossibleDeal(f"the position is not of {game.name}: its rules are those of {whose}")
    if unlike := [name for name in given if read[name] != played[name]]:
        name = unlike[0]
        raise UnsupportedOption(
            f"option {name}: the position is played with {name}={value_text(played[name])}, "
            f"not {value_text(read[name])}; leave it out"
        )
    return dict(played)
