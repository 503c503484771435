"""Iterative deepening as a Python object that runs in slices: the shortest win where memory does not suffice for A*."""

from __future__ import annotations

from patience_solver.kernel import deepening
from patience_solver.kernel.tables import MOST_MOVES, tables
from patience_solver.kernel.translation import moves_of, new_state
from patience_solver.position import Deal, Move
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import SLICE, Engine, Outcome, load_engine

__all__ = ["Deepening"]

TURNOVERS = 16
"""When the table has been filled so many times over, the search does not come to an end within its memory."""


class Deepening(Engine):
    """Iterative deepening from a proved lower bound on, for a deal that is known to be winnable.

    Parameters
    ----------
    deal : Deal
    budget : Budget
    prunes : int
        Dominances to use, which must lose no shortest solution.
    most_bytes : int
        Memory it may take; less where others hold some of it.
    bound : int
        A proved lower bound on the length of any win.
    below : int
        Only wins of fewer moves are looked for.
    hash_seed : int
        Another seed gives independent hashes.
    """

    def __init__(
        self,
        deal: Deal,
        budget: Budget,
        *,
        prunes: int,
        most_bytes: int,
        bound: int,
        below: int,
        hash_seed: int = 0,
    ) -> None:
        self._deal, self._prunes = deal, prunes
        self._tables = tables(deal.rules, hash_seed)
        super().__init__(budget, SLICE * MOST_MOVES // self._tables.most_moves)
        self._load()
        self._state = new_state(deal.rules, self._tables, deal.start)
        self._search = deepening.new_deepening(self._tables, self._share(most_bytes), bound, below)
        self._grant.resize(self.bytes, in_use=True)
        self._begun = deepening.begin_deepening(self._tables, self._state, self._search, prunes)

    def _load(self) -> None:
        def load() -> None:
            state = new_state(self._deal.rules, self._tables, self._deal.start)
            search = deepening.new_deepening(self._tables, 1, 0, 0)
            deepening.begin_deepening(self._tables, state, search, 0)
            deepening.deepen_slice(self._tables, state, search, 0, 0)

        load_engine("iterative deepening", self._budget, load)

    @property
    def stored(self) -> int:
        """States entered in the table, those thrown out since included."""
        return int(self._search.marks[deepening.STORED])

    @property
    def expanded(self) -> int:
        """States expanded, those of all limits counted."""
        return int(self._search.marks[deepening.EXPANDED])

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return deepening.deepening_bytes(self._search)

    @property
    def lower_bound(self) -> int:
        """Proved lower bound on the length of any win."""
        return int(self._search.marks[deepening.LIMIT])

    @property
    def collision_bound(self) -> float:
        """Bound on the chance that two states were taken for one."""
        return float(self._search.marks[deepening.LOOKED_UP]) * deepening.WAYS / 2.0**64

    def look_below(self, length: int) -> None:
        """From now on look only for wins of fewer moves than that of a win found elsewhere."""
        marks = self._search.marks
        marks[deepening.BELOW] = min(int(marks[deepening.BELOW]), length)

    def _go_on(self, expansions: int) -> Outcome:
        code, self._begun = self._begun, deepening.DEEPENING
        if code == deepening.DEEPENING:
            code = deepening.deepen_slice(self._tables, self._state, self._search, self._prunes, expansions)
        if code == deepening.DEEPENING:
            turned_over = self.stored > TURNOVERS * self._search.keys.size
            return Outcome.GIVEN_UP if turned_over else Outcome.GOING_ON
        return Outcome.WIN if code == deepening.WON else Outcome.DONE

    def win(self) -> tuple[Move, ...]:
        """Return the win found: a shortest one."""
        return moves_of(self._deal.rules, deepening.line(self._search))
