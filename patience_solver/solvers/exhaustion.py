"""Depth-first exhaustion as a Python object that runs in slices and grows its table."""

from __future__ import annotations

from patience_solver.kernel import exhaustive, transposition
from patience_solver.kernel.tables import MOST_MOVES, tables
from patience_solver.kernel.translation import moves_of, new_state
from patience_solver.position import Deal, Move
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import SLICE, Engine, Outcome, load_engine

__all__ = ["Exhaustion"]


class Exhaustion(Engine):
    """Depth-first exhaustion of a deal.

    Its table and its stack are granted their memory together: what one does not take the other may.

    Parameters
    ----------
    deal : Deal
    budget : Budget
    prunes : int
        Dominances to use.
    most_bytes : int
        Memory it may come to take; less where others hold some of it.  A sixteenth is kept for the stack.
    hash_seed : int
        Another seed gives independent hashes.
    table : Table, optional
        An empty table to use; else a new one.
    """

    def __init__(
        self,
        deal: Deal,
        budget: Budget,
        *,
        prunes: int,
        most_bytes: int,
        hash_seed: int = 0,
        table: transposition.Table | None = None,
    ) -> None:
        self._deal, self._prunes = deal, prunes
        self._tables = tables(deal.rules, hash_seed)
        super().__init__(budget, SLICE * MOST_MOVES // self._tables.most_moves)
        self._load()
        self._state = new_state(deal.rules, self._tables, deal.start)
        share = self._share(most_bytes)
        self._table = table if table is not None else transposition.new_table(share * 15 // 16)
        self._stack = exhaustive.new_stack(most_moves=self._tables.most_moves)
        self._grant.resize(max(share, self.bytes))
        self._begun = exhaustive.begin_exhaustion(self._tables, self._state, self._table, self._stack, prunes)
        self._count()

    def _load(self) -> None:
        def load() -> None:
            table, stack = transposition.new_table(8, capacity=1, segment_bits=1), exhaustive.new_stack(1, 1, 1)
            state = new_state(self._deal.rules, self._tables, self._deal.start)
            exhaustive.begin_exhaustion(self._tables, state, table, stack, 0)
            exhaustive.exhaust_slice(self._tables, state, table, stack, 0, 0)
            table.shape[transposition.GROWN] = 1
            transposition.grow_slice(table, 0)

        load_engine("exhaustive search", self._budget, load)

    @property
    def stored(self) -> int:
        """States stored."""
        return int(self._table.shape[transposition.STORED])

    @property
    def expanded(self) -> int:
        """States expanded."""
        return int(self._stack.marks[exhaustive.EXPANDED])

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return transposition.table_bytes(self._table) + exhaustive.stack_bytes(self._stack)

    @property
    def collision_bound(self) -> float:
        """Bound on the chance that two states were taken for one."""
        return transposition.collision_bound(self.stored)

    def _go_on(self, expansions: int) -> Outcome:
        code, self._begun = self._begun, exhaustive.RUNNING
        if code == exhaustive.RUNNING:
            code = exhaustive.exhaust_slice(
                self._tables, self._state, self._table, self._stack, self._prunes, expansions
            )
        if code == exhaustive.STACK_FULL:
            if self.bytes + exhaustive.growth_bytes(self._stack) > self.granted:
                return Outcome.GIVEN_UP
            self._stack = exhaustive.larger(self._stack)
            code = exhaustive.RUNNING
        elif code == exhaustive.TABLE_FULL:
            room = min(self.granted, self.bytes + self._budget.account.unused)  # what CP-SAT left behind is not there
            if not transposition.begin_growth(self._table, room - exhaustive.stack_bytes(self._stack)):
                return Outcome.GIVEN_UP
            segments = max(1, (1 << 20) // int(self._table.shape[transposition.GROWN]))
            while not transposition.grow_slice(self._table, segments):
                pass
            code = exhaustive.RUNNING
        return {
            exhaustive.RUNNING: Outcome.GOING_ON,
            exhaustive.WON: Outcome.WIN,
            exhaustive.EXHAUSTED: Outcome.DONE,
        }[code]

    def win(self) -> tuple[Move, ...]:
        """Return the win found."""
        return moves_of(self._deal.rules, exhaustive.line(self._stack))
