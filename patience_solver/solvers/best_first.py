"""Best-first search as a Python object that runs in slices: A*, and greedier searches."""

from __future__ import annotations

import numpy as np

from patience_solver.kernel import best_first
from patience_solver.kernel.tables import MOST_MOVES, tables
from patience_solver.kernel.translation import moves_of, new_state
from patience_solver.position import Deal, Move
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import SLICE, Engine, Outcome, load_engine

__all__ = ["BestFirst"]


class BestFirst(Engine):
    """Best-first search for a deal: A* with the weights `A_STAR`, the greedier, the more the bound weighs.

    Parameters
    ----------
    deal : Deal
    budget : Budget
    prunes : int
        Dominances to use.
    per_move, per_bound : int
        Weights of a move made and of a unit of the lower bound in the priority.
    most_bytes : int
        Memory it may come to take; less where others hold some of it.
    longest : int
        Lines longer than this are not followed.
    shorter : bool
        Whether only wins of at most this length are looked for, since one of the next length is known.
    hash_seed : int
        Another seed gives independent hashes.
    paired_from : int
        States stored from which on the bound looks at pairs of piles.
    """

    def __init__(
        self,
        deal: Deal,
        budget: Budget,
        *,
        prunes: int,
        per_move: int,
        per_bound: int,
        most_bytes: int,
        longest: int,
        shorter: bool = False,
        hash_seed: int = 0,
        paired_from: int = best_first.NEVER,
    ) -> None:
        self._deal, self._prunes, self._shorter = deal, prunes, shorter
        self._tables = tables(deal.rules, hash_seed)
        dear = 32 if self._tables.in_fills == 1 else 1  # its bound takes long
        super().__init__(budget, SLICE * MOST_MOVES // self._tables.most_moves // dear)
        self._load()
        self._state = new_state(deal.rules, self._tables, deal.start)
        self._nodes = best_first.new_nodes(
            self._tables, self._share(most_bytes), per_move, per_bound, longest, paired_from=paired_from
        )
        self._grant.resize(best_first.nodes_room(self._nodes))
        self._begun = best_first.begin_best_first(self._tables, self._state, self._nodes, prunes)
        self._count()

    def _load(self) -> None:
        def load() -> None:
            state = new_state(self._deal.rules, self._tables, self._deal.start)
            nodes = best_first.new_nodes(self._tables, 1, 1, 1, 1)
            best_first.begin_best_first(self._tables, state, nodes, 0)
            best_first.best_first_slice(self._tables, state, nodes, 0, 0)
            best_first.bound_so_far(self._tables, nodes)
            best_first.trace(self._tables, state, nodes, 0, np.zeros(MOST_MOVES, np.int32))
            best_first.larger_index(nodes, best_first.FIRST_INDEX)

        load_engine("best-first search", self._budget, load)

    @property
    def stored(self) -> int:
        """States stored."""
        return int(self._nodes.marks[best_first.STORED])

    @property
    def expanded(self) -> int:
        """States expanded."""
        return int(self._nodes.marks[best_first.EXPANDED])

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return best_first.nodes_bytes(self._tables, self._nodes)

    @property
    def lower_bound(self) -> int:
        """Proved lower bound on the length of any win, if the search is an A*."""
        return int(best_first.bound_so_far(self._tables, self._nodes))

    @property
    def collision_bound(self) -> float:
        """Bound on the chance that two states were taken for one."""
        by_hash = self._nodes.marks[best_first.COMPARED_BY_HASH]
        return float(self.stored) ** 2 / 2.0**129 if by_hash else 0.0

    def look_below(self, length: int) -> None:
        """From now on look only for wins of fewer moves than that of a win found elsewhere."""
        marks = self._nodes.marks
        marks[best_first.BEST] = min(int(marks[best_first.BEST]), length)

    def _go_on(self, expansions: int) -> Outcome:
        marks = self._nodes.marks
        code, self._begun = self._begun, best_first.SEARCHING
        if code == best_first.SEARCHING:
            code = best_first.best_first_slice(self._tables, self._state, self._nodes, self._prunes, expansions)
        if code == best_first.INDEX_FULL:
            code = best_first.SEARCHING if self._grow_index() else best_first.NODES_FULL
        if code == best_first.EMPTIED and marks[best_first.CUT] and not self._shorter and marks[best_first.GOAL] < 0:
            return Outcome.GIVEN_UP
        return {
            best_first.SEARCHING: Outcome.GOING_ON,
            best_first.FOUND: Outcome.WIN,
            best_first.EMPTIED: Outcome.DONE,
            best_first.NODES_FULL: Outcome.GIVEN_UP,
        }[code]

    def _grow_index(self) -> bool:
        places = best_first.places_due(self._nodes)
        if places:
            self._nodes = self._nodes._replace(slots=best_first.NO_INDEX)
            self._nodes = best_first.larger_index(self._nodes, places)
        return places > 0

    def win(self) -> tuple[Move, ...]:
        """Return the shortest win found so far."""
        length = int(self._nodes.marks[best_first.BEST])
        line = np.zeros(2 * length + MOST_MOVES, np.int32)
        start = new_state(self._deal.rules, self._tables, self._deal.start)
        made = best_first.trace(self._tables, start, self._nodes, self._prunes, line)
        return moves_of(self._deal.rules, line[:made])
