"""The constraint model of a pair game: which two cards go together, at which removal, from which cells.

Removals that draw from the stock have a number each, 1, 2, …: the two cells that one empties are filled at once, so
that a card of the stock lies where one of two cards lay that left together.  What is removed later needs no order where
the cards stay in their cells: what is left must only be matched.  `docs/fourteen.md` has the model in formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from patience_solver.solvers.cpsat.closing import Closing
from patience_solver.solvers.cpsat.exchanges import Exchanges
from patience_solver.solvers.grid import GridGame

__all__ = ["PairModel"]

Key = TypeVar("Key")
Literal = Any
"""A Boolean variable of ortools, or its negation."""


class PairModel:
    """The model of a win with exactly so many exchanges.

    Parameters
    ----------
    game : GridGame
        The position.
    exchanges : int
        Exchanges in the win.
    look : callable
        Called often while the model is built; what it raises ends that.
    """

    def __init__(self, game: GridGame, exchanges: int, look: Callable[[], None] = lambda: None) -> None:
        from ortools.sat.python import cp_model

        self.look = look
        self.game, self.cp = game, cp_model.CpModel()
        self.cards, self.steps = range(len(game.ranks)), range(1, game.fills + 1)
        true = self.cp.new_constant(1)
        # The cells that the removal of each number empties: the earlier one in reading order, and the later one.
        self.first = {step: self.one_of(game.cells) for step in self.steps}
        self.second = {step: self.one_of(game.cells) for step in self.steps}
        start: list[dict[int, Literal]] = [{cell: true} for cell in game.cells]
        for number in range(len(game.ranks) - game.on_grid):
            start.append((self.second if number % 2 else self.first)[number // 2 + 1])
        self.together = {pair: self.cp.new_bool_var("") for pair in game.pairs()}
        self.removed = [
            {step: self.cp.new_bool_var("") for step in self.steps if step > game.entry(card)} for card in self.cards
        ]
        self.late = [self.cp.new_bool_var("") for _ in self.cards]
        self.exchanges = Exchanges(self, start, exchanges, before_late_only=game.closes_up)
        self.cells = self.exchanges.places[-1]
        """For each card the cell that it is removed from; where the cards close up, the last one before that."""
        self._match()
        self._empty_and_fill()
        self._lie_right()
        self.closing = Closing(self, exchanges) if game.closes_up else None

    def one_of(self, keys: Iterable[Key]) -> dict[Key, Literal]:
        """Return a new variable for each key, of which exactly one is true."""
        chosen = {key: self.cp.new_bool_var("") for key in keys}
        self.cp.add_exactly_one(chosen.values())
        return chosen

    def implied(self, premises: Sequence[Literal], conclusions: Sequence[Literal]) -> None:
        """Demand that one of the conclusions holds if all the premises do."""
        self.cp.add_bool_or([*(~premise for premise in premises), *conclusions])

    def _match(self) -> None:
        """Remove every card once, with one partner, at the same time."""
        for card in self.cards:
            self.cp.add_exactly_one([*self.removed[card].values(), self.late[card]])
            self.cp.add_exactly_one(lit for pair, lit in self.together.items() if card in pair)
        for step in self.steps:
            self.cp.add(sum(when[step] for when in self.removed if step in when) == 2)
        for (i, j), pair in self.together.items():
            self.look()
            for step in self.steps:
                mine, other = self.removed[i].get(step), self.removed[j].get(step)
                if mine is not None and other is not None:
                    self.implied([pair, mine], [other])
                    self.implied([pair, other], [mine])
                elif mine is not None or other is not None:
                    self.implied([pair, mine if mine is not None else other], [])

    def _empty_and_fill(self) -> None:
        """Empty the cells of the two cards removed; the earlier one is filled first."""
        for step in self.steps:
            self.look()
            first, second = self.first[step], self.second[step]
            before: list[Literal] = []
            for cell in self.game.cells:  # the first of the two cells comes before the second
                self.cp.add(second[cell] + sum(second[c] for c in before) <= sum(first[c] for c in before))
                before.append(cell)
            for card in self.cards:
                if step in self.removed[card]:
                    for cell, here in self.cells[card].items():
                        self.implied([self.removed[card][step], here], [first[cell], second[cell]])

    def _lie_right(self) -> None:
        """Let the two cards of a pair lie as they must when they are removed."""
        beside = self.game.beside
        for (i, j), pair in self.together.items():
            self.look()
            closing = [self.late[i]] if self.game.closes_up else []  # then the cells meant here are left before
            for one, other in ((i, j), (j, i)):
                for cell, here in self.cells[one].items():
                    there = [lit for c, lit in self.cells[other].items() if c in beside[cell]]
                    self.implied([pair, here], there + closing)
            on_grid = max(i, j) < self.game.on_grid
            if on_grid and not closing and self.game.cells[j] not in beside[self.game.cells[i]]:
                self.exchanges.moves_one_of(i, j, pair)
