"""Reading the moves out of a solution of the model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from patience_solver.position import Move, exchange_move, pair_move
from patience_solver.rules import Role, Rules
from patience_solver.solvers.cpsat.closing import Closing
from patience_solver.solvers.cpsat.model import PairModel

__all__ = ["line_of"]


def line_of(rules: Rules, model: PairModel, holds: Callable[[Any], bool]) -> tuple[Move, ...]:
    """Return the moves of a solution.

    Parameters
    ----------
    rules : Rules
        The rules in force.
    model : PairModel
        The model that was solved.
    holds : callable
        The value of a variable in the solution.
    """
    grid = [place for place, pile in enumerate(rules.layout) if pile.role is Role.CELL]
    moves = []
    for cells in _cells(model, holds):
        places = [grid[cell] for cell in cells]
        moves.append(pair_move(rules, places) if len(places) == 2 else exchange_move(rules, places))
    return tuple(moves)


def _cells(model: PairModel, holds: Callable[[Any], bool]) -> Iterator[list[int]]:
    """Yield the cells of each move: two of a pair, four of an exchange."""
    exchanges = model.exchanges

    def chosen(variables: Mapping[int, Any]) -> int:
        return next(key for key, literal in variables.items() if holds(literal))

    made_after = [sum(map(holds, after.values())) for after in exchanges.after]
    for step in (0, *model.steps):
        if step:
            yield [chosen(model.first[step]), chosen(model.second[step])]
        for number, after in enumerate(made_after):
            if after == step < model.game.fills:
                yield [chosen(of) for of in exchanges.cells[number]]
    if model.closing is not None:
        yield from _closing(model.closing, holds)
        return
    for group in range(exchanges.number + 1):
        if group and made_after[group - 1] == model.game.fills:
            yield [chosen(of) for of in exchanges.cells[group - 1]]
        for (i, j), pair in model.together.items():
            when = exchanges.groups[i][group] if exchanges.groups else model.late[i]
            if holds(pair) and holds(when):
                yield sorted((chosen(model.cells[i]), chosen(model.cells[j])))


def _closing(closing: Closing, holds: Callable[[Any], bool]) -> Iterator[list[int]]:
    for step, (first, second) in enumerate(zip(closing.first, closing.second, strict=True)):
        swaps = closing.swaps[step] if closing.swaps else []
        gaps = [cell for literals in (first, second) for cell, literal in enumerate(literals) if holds(literal)]
        yield from [gaps] if gaps else []
        cells = [cell for of in swaps for cell, literal in of.items() if holds(literal)]
        yield from [cells] if cells else []
