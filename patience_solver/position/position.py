"""A position: what lies where, and how many redeals are used.  Immutable."""

from __future__ import annotations

from dataclasses import dataclass

from patience_solver.cards import Card, cards_text
from patience_solver.position.reshuffle import Reshuffle
from patience_solver.rules import Rules

__all__ = ["Position"]


@dataclass(frozen=True, slots=True)
class Position:
    """What lies where at one moment of a game.

    Positions are equal if rules, piles, lists and what is used up are equal, however they were reached.

    Attributes
    ----------
    rules : Rules
        The rules in force, options settled.
    piles : tuple of tuple of Card
        The piles in the order of `rules.layout`, each bottom first; the last card is the available one.
    redeals_used : int
        Redeals made so far.
    exchanges_used : int
        Exchanges of cards on the grid made so far.
    just_turned : bool
        Whether the talon's top card was turned by the last move, where its play depends on that.
    reshuffles : tuple of Reshuffle
        The lists that shuffled redeals follow: list k belongs to redeal k.
    """

    rules: Rules
    piles: tuple[tuple[Card, ...], ...]
    redeals_used: int = 0
    reshuffles: tuple[Reshuffle, ...] = ()
    just_turned: bool = False
    exchanges_used: int = 0

    def pile(self, name: str) -> tuple[Card, ...]:
        """Return the cards of the pile of this name, bottom first."""
        return self.piles[self.rules.places[name]]

    def __str__(self) -> str:
        """Write the board, one pile a line (`name: cards bottom first`), as `Deal.from_board` reads it."""
        lines = [
            f"{pile.name}: {cards_text(cards)}".rstrip()
            for pile, cards in zip(self.rules.layout, self.piles, strict=True)
        ]
        if self.redeals_used:
            lines.append(f"redeals used: {self.redeals_used}")
        if self.exchanges_used:
            lines.append(f"exchanges used: {self.exchanges_used}")
        if self.just_turned:
            lines.append("just turned: yes")
        lines += [f"reshuffle {k}: {reshuffle}" for k, reshuffle in enumerate(self.reshuffles, start=1)]
        return "\n".join(lines)
