"""Exchanges in the model: where each card lies after each of them, and that none is made while there is a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from patience_solver.solvers.cpsat.model import PairModel

__all__ = ["Exchanges"]

SWAPPED_WITH = (1, 0, 3, 2)
"""The four cards of an exchange change places two by two."""


class Exchanges:
    """So many exchanges, one after the other.

    Parameters
    ----------
    model : PairModel
        The model that they are part of.
    start : list of dict
        For each card a variable for each cell that it may come to first.
    number : int
        How many exchanges there are.
    before_late_only : bool
        Whether only those that are made while there is a stock are modelled here: the others move nothing here.

    Attributes
    ----------
    places : list of list of dict
        After each exchange, the start included, for each card a variable for each cell.  An exchange that is made
        before a card comes or after it is removed does not move it; so the last of them is where the card is removed.
    after : list of dict
        For each exchange and each numbered removal whether it is made after that.
    moved : list of list of dict
        For each exchange and each of its four places a variable for each card.
    cells : list of list of dict
        For each exchange and each of its four places a variable for each cell.
    groups : list of list
        For each card, whether it is removed when the stock is out, after so many exchanges in all.
    """

    def __init__(self, model: PairModel, start: list[dict[int, Any]], number: int, *, before_late_only: bool) -> None:
        self.model, self.number, self.places = model, number, [start]
        self.after: list[dict[int, Any]] = []
        self.moved: list[list[dict[int, Any]]] = []
        self.cells: list[list[dict[int, Any]]] = []
        self.groups: list[list[Any]] = []
        self._before_late_only = before_late_only
        if number == 0:
            return
        self._set_times()
        if not before_late_only:
            self._set_groups()
        for exchange in range(number):
            self._add(exchange)

    def moves_one_of(self, card: int, other: int, condition: Any) -> None:
        """Demand, under a condition, that some exchange moves one of two cards: implied by the rest, but of help."""
        moves = [of[c] for exchange in self.moved for of in exchange for c in (card, other)]
        self.model.implied([condition], moves)

    def _set_times(self) -> None:
        cp, steps = self.model.cp, self.model.steps
        for exchange in range(self.number):
            after = {step: cp.new_bool_var("") for step in steps}
            for step in steps[1:]:
                cp.add_implication(after[step], after[step - 1])
            if exchange:
                for step in steps:
                    cp.add_implication(self.after[-1][step], after[step])
            self.after.append(after)

    def is_late(self, exchange: int) -> list[Any]:
        """Return as a premise that an exchange is made when the stock is out: nothing if there is no stock."""
        return [self.after[exchange][step] for step in self.model.steps[-1:]]

    def _set_groups(self) -> None:
        """Part what is removed when the stock is out: by the exchanges made before."""
        cp = self.model.cp
        for late in self.model.late:
            groups = [cp.new_bool_var("") for _ in range(self.number + 1)]
            cp.add(sum(groups) == late)
            self.groups.append(groups)
            for exchange in range(self.number):
                for premise in self.is_late(exchange):
                    cp.add_implication(groups[exchange], premise)
        for (i, j), pair in self.model.together.items():
            for mine, other in zip(self.groups[i], self.groups[j], strict=True):
                self.model.implied([pair, mine], [other])
                self.model.implied([pair, other], [mine])

    def _add(self, exchange: int) -> None:
        model, cp, grid_cells = self.model, self.model.cp, self.model.game.cells
        before = self.places[-1]
        behind = [model.one_of(grid_cells) for _ in model.cards]
        is_made: Any = 1
        if self._before_late_only:
            late = self.is_late(exchange)
            is_made = ~late[0] if late else 0
        present = self._present(exchange)
        moved = [{card: cp.new_bool_var("") for card in model.cards} for _ in SWAPPED_WITH]
        cells = [{cell: cp.new_bool_var("") for cell in grid_cells} for _ in SWAPPED_WITH]
        for of, at in zip(moved, cells, strict=True):
            cp.add(sum(of.values()) == is_made)
            cp.add(sum(at.values()) == is_made)
        for lower, higher in ((0, 1), (2, 3), (0, 2)):  # one of the ways to write the same exchange
            gap = sum(cell * (cells[higher][cell] - cells[lower][cell]) for cell in grid_cells)
            cp.add(gap >= is_made)
        for card in model.cards:
            model.look()
            mine = [of[card] for of in moved]
            cp.add_at_most_one(mine)
            for cell, here in before[card].items():
                model.implied([here], [behind[card][cell], *mine])
            for place, partner in enumerate(SWAPPED_WITH):
                cp.add_implication(mine[place], present[card])
                for cell, here in before[card].items():
                    model.implied([mine[place], here], [cells[place][cell]])
                for cell in grid_cells:
                    model.implied([mine[place], cells[partner][cell]], [behind[card][cell]])
        self._demand_no_pair(before, present)
        self.places.append(behind)
        self.moved.append(moved)
        self.cells.append(cells)

    def _present(self, exchange: int) -> list[Any]:
        """Return for each card whether it lies on the grid when an exchange is made."""
        model, after = self.model, self.after[exchange]
        found = []
        for card in model.cards:
            present = model.cp.new_bool_var("")
            entry = [after[step] for step in (model.game.entry(card),) if step]
            for step in entry:
                model.implied([present], [step])
            for step, removed in model.removed[card].items():
                model.implied([removed, after[step]], [~present])
                model.implied([removed, ~after[step], *entry], [present])
            if self._before_late_only:
                for late in self.is_late(exchange):
                    model.implied([model.late[card], ~late, *entry], [present])
            else:
                for group, removed in enumerate(self.groups[card]):
                    if group <= exchange:
                        model.implied([removed], [~present])
                    else:
                        model.implied([removed, *entry], [present])
            found.append(present)
        return found

    def _demand_no_pair(self, places: list[dict[int, Any]], present: list[Any]) -> None:
        """Let no two cards of a pair lie right when an exchange is made."""
        model, game = self.model, self.model.game
        lies = {(cell, rank): model.cp.new_bool_var("") for cell in game.cells for rank in set(game.ranks)}
        for card in model.cards:
            for cell, here in places[card].items():
                model.implied([present[card], here], [lies[cell, game.ranks[card]]])
        for (cell, rank), here in lies.items():
            for other in game.beside[cell]:
                there = lies.get((other, game.partners.get(rank, "")))
                if there is not None and other > cell:
                    model.cp.add_bool_or([~here, ~there])
