"""What is played where the cards close up when the stock is out: from then on the grid itself, step by step.

A step removes a pair or is an exchange; when the grid is empty steps are idle.  The cards always lie in the first
cells in reading order, so that the number of a cell is the number of cards before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from patience_solver.solvers.cpsat.exchanges import SWAPPED_WITH

if TYPE_CHECKING:
    from patience_solver.solvers.cpsat.model import PairModel

__all__ = ["NONE", "Closing"]

NONE = ""
"""What lies in an empty cell, in place of a rank."""


class Closing:
    """The steps that are played without a stock.

    Parameters
    ----------
    model : PairModel
        The model that they are part of.
    exchanges : int
        Exchanges in the whole win.

    Attributes
    ----------
    first, second : list of list
        For each step and cell whether it holds the first or second card of the pair removed.
    swaps : list of list of dict
        For each step and each of the four places of an exchange a variable for each cell; empty without exchanges.
    """

    def __init__(self, model: PairModel, exchanges: int) -> None:
        self.model, self.cp = model, model.cp
        self._size, self._exchanges = model.game.late, exchanges
        self._ranks = sorted(set(model.game.ranks))
        self.first: list[list[Any]] = []
        self.second: list[list[Any]] = []
        self.swaps: list[list[dict[int, Any]]] = []
        steps = range(self._size // 2 + exchanges)
        self._grid = [[self._contents(step, cell) for cell in range(self._size)] for step in (*steps, len(steps))]
        self._begin()
        made = [self._step(step) for step in steps]
        late = [literal for e in range(exchanges) for literal in model.exchanges.is_late(e)]
        self.cp.add(sum(made) == (sum(late) if model.steps else exchanges))

    def _contents(self, step: int, cell: int) -> dict[str, Any]:
        """Return a variable for each rank that the cell may hold before a step, and for none."""
        most, least = self._size - 2 * (step - self._exchanges), self._size - 2 * step
        return self.model.one_of((*(self._ranks if cell < most else ()), *((NONE,) if cell >= least else ())))

    def _begin(self) -> None:
        """Link the first grid to what the removals before have left, closed up."""
        model, game = self.model, self.model.game
        odd = (len(game.ranks) - game.on_grid) % 2 == 1  # the last of them fills the earlier of its two cells only
        for card in model.cards:
            for cell, here in model.cells[card].items():
                premises, rank = [model.late[card], here], game.ranks[card]
                if not odd:
                    model.implied(premises, [self._at(0, cell, rank)])
                    continue
                gap = model.second[model.steps[-1]]
                before, behind = [gap[c] for c in range(cell)], [gap[c] for c in range(cell + 1, len(game.beside))]
                model.implied(premises, [self._at(0, cell, rank), *before])
                model.implied(premises, [self._at(0, cell - 1, rank), *behind])

    def _at(self, step: int, cell: int, rank: str) -> Any:
        """Return whether a cell holds a rank before a step; what can't be is false."""
        if not 0 <= cell < self._size:
            return self.cp.new_constant(int(rank == NONE))
        found = self._grid[step][cell].get(rank)
        return self.cp.new_constant(0) if found is None else found

    def _step(self, step: int) -> Any:
        """Add one step; return whether it is an exchange."""
        model, cp, cells = self.model, self.cp, range(self._size)
        removal, idle = cp.new_bool_var(""), self._at(step, 0, NONE)
        exchange = cp.new_bool_var("") if self._exchanges else cp.new_constant(0)
        cp.add_exactly_one([removal, idle, exchange])
        first, second = ([cp.new_bool_var("") for _ in cells] for _ in range(2))
        cp.add(sum(first) == removal)
        cp.add(sum(second) == removal)
        self.first.append(first)
        self.second.append(second)
        ranks = {rank: cp.new_bool_var("") for rank in self._ranks}
        cp.add(sum(ranks.values()) == removal)
        for cell in cells:
            model.implied([first[cell]], [second[c] for c in model.game.beside[cell] if cell < c < self._size])
            for rank, chosen in ranks.items():
                partner = model.game.partners.get(rank, rank)
                model.implied([first[cell], chosen], [self._at(step, cell, rank)])
                model.implied([second[cell], chosen], [self._at(step, cell, partner)])
                if partner == rank and rank not in model.game.partners:
                    cp.add(chosen == 0)
        swapped = self._exchange(step, exchange) if self._exchanges else [[] for _ in cells]
        self._close_up(step, first, second, swapped)
        return exchange

    def _close_up(self, step: int, first: list[Any], second: list[Any], swapped: list[list[Any]]) -> None:
        """Let the cards after each of the two gaps come one cell nearer."""
        model, cp = self.model, self.cp
        gaps, both = list[Any](), list[Any]()  # for each cell whether the first gap, or both, are there or before
        for cell in range(self._size):
            for found, chosen in ((gaps, first), (both, second)):
                so_far = cp.new_bool_var("")
                cp.add(so_far == chosen[cell] + (found[-1] if found else 0))
                found.append(so_far)
        for cell in range(self._size):
            model.look()
            second_gap = both[min(cell + 1, self._size - 1)]
            for rank in (*self._ranks, NONE):
                here, nearer, nearest = (self._at(step, cell + k, rank) for k in range(3))
                behind = self._at(step + 1, cell, rank)
                model.implied([here, ~gaps[cell]], [behind, *swapped[cell]])
                model.implied([nearer, gaps[cell], ~second_gap], [behind])
                model.implied([nearest, second_gap], [behind])

    def _exchange(self, step: int, exchange: Any) -> list[list[Any]]:
        """Let four cards change places in this step if it is an exchange; return for each cell what moves its card."""
        model, cp, game = self.model, self.cp, self.model.game
        cells = [{cell: cp.new_bool_var("") for cell in range(self._size)} for _ in SWAPPED_WITH]
        ranks = [{rank: cp.new_bool_var("") for rank in self._ranks} for _ in SWAPPED_WITH]
        for place, partner in enumerate(SWAPPED_WITH):
            cp.add(sum(cells[place].values()) == exchange)
            cp.add(sum(ranks[place].values()) == exchange)
            for cell, here in cells[place].items():
                for rank in self._ranks:
                    model.implied([here, ranks[place][rank]], [self._at(step, cell, rank)])
                    model.implied([here, ranks[partner][rank]], [self._at(step + 1, cell, rank)])
        for lower, higher in ((0, 1), (2, 3), (0, 2)):
            gap = sum(cell * (cells[higher][cell] - cells[lower][cell]) for cell in range(self._size))
            cp.add(gap >= exchange)
        swapped = [[of[cell] for of in cells] for cell in range(self._size)]
        for cell, literals in enumerate(swapped):
            cp.add_at_most_one(literals)
            for rank in self._ranks:
                for other in game.beside[cell]:
                    if cell < other < self._size:
                        pair = [self._at(step, cell, rank), self._at(step, other, game.partners.get(rank, NONE))]
                        if rank in game.partners:
                            model.implied([exchange, *pair], [])
        self.swaps.append(cells)
        return swapped
