"""The kernel beside the reference model: a state that is moved along with a position."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from patience_solver import Deal, Move
from patience_solver.kernel.moves import REDEAL_CODE
from patience_solver.kernel.state import State
from patience_solver.kernel.steps import list_moves
from patience_solver.kernel.tables import Tables, as_record, tables
from patience_solver.kernel.translation import move_of, new_state, position_of

__all__ = ["Twin", "changed", "code_of", "snapshot"]


class Twin:
    """The kernel's state of a deal, with its tables."""

    def __init__(self, deal: Deal, hash_seed: int = 0) -> None:
        self.deal = deal
        self.tables: Tables = tables(deal.rules, hash_seed)
        self.state: State = new_state(deal.rules, self.tables, deal.start)
        self._room = np.zeros(self.tables.most_moves, np.int32)

    def moves(self) -> dict[Move, int]:
        """Return the legal moves with their codes; of equal moves the first."""
        count = list_moves(self.tables, self.state, self._room)
        return {move_of(self.deal.rules, int(code)): int(code) for code in self._room[:count][::-1]}  # the first stays

    def position(self) -> object:
        """Return the position that the state stands for."""
        return position_of(self.deal.rules, self.state, self.deal.start)

    def fresh(self) -> State:
        """Return a new state of the same position: its hashes computed from nothing."""
        return new_state(self.deal.rules, self.tables, position_of(self.deal.rules, self.state, self.deal.start))


def snapshot(state: State) -> dict[str, NDArray[np.generic]]:
    """Copy all that a state is: the cards and hashes of every prefix of its piles, not what lies above them."""
    parts: dict[str, NDArray[np.generic]] = {
        "size": state.size.copy(),
        "sum": state.sum.copy(),
        "counts": state.counts.copy(),
        "word": state.word.copy(),
    }
    for pile, size in enumerate(state.size):
        parts[f"cards {pile}"] = state.cards[pile, :size].copy()
        parts[f"hashes {pile}"] = state.hashes[pile, : size + 1].copy()
    return parts


def code_of(deal: Deal, move: Move) -> int:
    """Return the code of a move between piles of different names."""
    names = [pile.name for pile in deal.rules.layout]
    if move.target is None:
        return REDEAL_CODE
    return names.index(move.source) * 256 + names.index(move.target)


def changed(table: Tables, **fields: Any) -> Tables:
    """Return the same tables with other fields."""
    record: Any = table  # by index: some names are those of array methods too
    return as_record(**{name: record[name] for name in Tables._fields} | fields)
