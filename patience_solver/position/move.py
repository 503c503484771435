"""Moves and their text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from patience_solver.cards import fold
from patience_solver.errors import MalformedText, WrongType, shown
from patience_solver.rules import Rules

__all__ = ["DEAL", "REDEAL", "TURN", "Move", "actions", "cells_of", "exchange_move", "pair_move", "parse_move"]

_CELL = r"([a-z]\d)"
_PAIR = re.compile(_CELL * 2)
_EXCHANGE = re.compile(f"exchange{_CELL * 2}with{_CELL * 2}")


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


def pair_move(rules: Rules, cells: Sequence[int]) -> Move:
    """Return the move that removes the cards in two cells, given by their places in the layout: `a1 c1`."""
    return Move(" ".join(rules.layout[cell].name for cell in sorted(cells)))


def exchange_move(rules: Rules, cells: Sequence[int]) -> Move:
    """Return the move that lets the cards of the first two cells change places, and those of the last two.

    `exchange b2 e5 with c1 d4` stands for b2↔c1 and e5↔d4; one of the texts that mean the same is the move's.
    """
    swaps = sorted((sorted(cells[:2]), sorted(cells[2:])))
    (a, c), (b, d) = ([rules.layout[cell].name for cell in swap] for swap in swaps)
    return Move(f"exchange {a} {b} with {c} {d}")


def cells_of(rules: Rules, move: Move) -> tuple[int, ...] | None:
    """Return the places of the cells of a pair or of an exchange, as `exchange_move` takes them; `None` if neither."""
    match = _PAIR.fullmatch(_fold(move.source)) or _EXCHANGE.fullmatch(_fold(move.source))
    if rules.grid is None or move.target is not None or match is None or set(match.groups()) - set(rules.grid.names):
        return None
    places = [rules.places[name] for name in match.groups()]
    return tuple(places) if len(places) == 2 else (places[0], places[2], places[1], places[3])


def parse_move(rules: Rules, text: str) -> Move:
    """Read a move of a game with these rules; case and blanks don't matter.

    Raises
    ------
    MalformedText
        If the text has no known form or names no pile of the game.
    WrongType
        If these are no rules, or no text.
    """
    if not isinstance(rules, Rules):
        raise WrongType.of("parse_move: rules", rules, "the rules in force: those of a deal or position (deal.rules)")
    if not isinstance(text, str):
        raise WrongType.of("parse_move", text, "the text of a move")
    for action in actions(rules):
        if _fold(text) == str(action):
            return action
    if rules.pairs is not None:
        return _read_pair(rules, text)
    words = text.split(">")
    if len(words) != 2:
        others = "".join(f" or {str(action)!r}" for action in actions(rules))
        raise MalformedText(f"{shown(text.strip())} is no move: a move is 'SOURCE > TARGET'{others}")
    names = {_fold(pile.name): pile.name for pile in rules.layout}
    for word in words:
        if _fold(word) not in names:
            known = ", ".join(dict.fromkeys(names.values()))
            raise MalformedText(
                f"{shown(text.strip())} is no move: there is no pile {shown(word.strip())} (piles: {known})"
            )
    return Move(names[_fold(words[0])], names[_fold(words[1])])


def _read_pair(rules: Rules, text: str) -> Move:
    cells = cells_of(rules, Move(text))
    if cells is None:
        raise MalformedText(
            f"{shown(text.strip())} is no move: a move is two cells, such as 'a1 c1', or 'exchange a1 b1 with c1 d1'"
        )
    return pair_move(rules, cells) if len(cells) == 2 else exchange_move(rules, cells)


def _fold(text: str) -> str:
    return "".join(fold(text).split())
