"""Moves and their text."""

from __future__ import annotations

from dataclasses import dataclass

from patience_solver.errors import MalformedText
from patience_solver.rules import Rules

__all__ = ["DEAL", "REDEAL", "TURN", "Move", "actions", "parse_move"]


@dataclass(frozen=True, slots=True)
class Move:
    """One move: a card from one pile to another, or an action of the game such as a redeal.

    Attributes
    ----------
    source : str
        Name of the pile that the card leaves, or the name of the action.
    target : str or None
        Name of the pile that takes the card; `None` for an action.
    """

    source: str
    target: str | None = None

    def __str__(self) -> str:
        return self.source if self.target is None else f"{self.source} > {self.target}"


REDEAL = Move("redeal")
"""The piles, or the talon, are gathered and dealt again."""

TURN = Move("turn")
"""The next card of the stock is turned onto the talon."""

DEAL = Move("deal")
"""Short piles are filled up from the stock; if there are none, the next card is turned onto the talon."""


def actions(rules: Rules) -> tuple[Move, ...]:
    """Return the moves of a game that are not of one card between two piles it names."""
    return tuple(_ACTIONS[name] for name in rules.actions)


_ACTIONS = {str(action): action for action in (TURN, DEAL, REDEAL)}


def parse_move(rules: Rules, text: str) -> Move:
    """Read a move of a game with these rules; case and blanks don't matter.

    Raises
    ------
    MalformedText
        If the text has no known form or names no pile of the game.
    """
    for action in actions(rules):
        if _fold(text) == str(action):
            return action
    words = text.split(">")
    if len(words) != 2:
        others = "".join(f" or {str(action)!r}" for action in actions(rules))
        raise MalformedText(f"{text.strip()!r} is no move: a move is 'SOURCE > TARGET'{others}")
    names = {_fold(pile.name): pile.name for pile in rules.layout}
    for word in words:
        if _fold(word) not in names:
            known = ", ".join(dict.fromkeys(names.values()))
            raise MalformedText(f"{text.strip()!r} is no move: there is no pile {word.strip()!r} (piles: {known})")
    return Move(names[_fold(words[0])], names[_fold(words[1])])


def _fold(text: str) -> str:
    return "".join(text.lower().split())
