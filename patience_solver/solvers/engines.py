"""The compiled engines as Python objects that run in slices: they grow their tables and count for the budget."""

from __future__ import annotations

import logging
from collections.abc import Callable
from enum import Enum
from threading import Thread
from time import perf_counter
from typing import Any

import numpy as np

from patience_solver.kernel import best_first, bounds, exhaustive, transposition
from patience_solver.kernel.compiled import is_cached, quick_compilation
from patience_solver.kernel.dominance import (
    EVEN_FOUNDATIONS,
    HOME_AT_ONCE,
    KEEP_SHORTEST,
    KEEP_WINS,
    SAME_PLACES,
    UNMATCHED,
)
from patience_solver.kernel.joint_blocks import room_for_pairs
from patience_solver.kernel.relaxed_packets import Relaxed, holds_here, relaxed_packets
from patience_solver.kernel.rounds import MOVED_APART, further_moves, rounds_of
from patience_solver.kernel.state import HOME, State, moves_of, new_state, rehash
from patience_solver.kernel.tables import MOST_MOVES, Tables, tables
from patience_solver.position import Deal, Move
from patience_solver.rules import Rules
from patience_solver.solvers.budget import Budget

__all__ = ["BestFirst", "Exhaustion", "Outcome", "load_engine", "prunes_for", "start_bound", "start_state"]

_SLICE = 20_000  # expansions: a few hundredths of a second
_LOGGER = logging.getLogger("patience_solver")
_LOADED: set[str] = set()
_TOLD: list[bool] = []  # whether it was said in this process that kernels are compiled


class Outcome(Enum):
    """How a slice of an engine ended."""

    GOING_ON = "going on"
    """There is more to search."""
    WIN = "win"
    """A win was found, or a shorter one."""
    DONE = "done"
    """All was searched."""
    GIVEN_UP = "given up"
    """The engine can't go on within its memory, or has left out lines that were too long for it."""


def prunes_for(rules: Rules, *, shortest: bool) -> int:
    """Return the dominances that hold under these rules, those that lose no shortest solution or all."""
    if rules.pairs is not None:
        return UNMATCHED
    if rules.packs > 1 or rules.stock is not None:  # the other proofs speak of one pack, all in the tableau
        return SAME_PLACES | EVEN_FOUNDATIONS | (HOME_AT_ONCE if tables(rules).talon_goes_home else 0)
    return KEEP_SHORTEST if shortest else KEEP_WINS


def start_state(deal: Deal, table: Tables, budget: Budget) -> State:
    """Return the state of the start; loading the kernel that hashes it does not count."""

    def load() -> None:
        new_state(deal.rules, table, deal.start)

    load_engine("states", budget, rehash, load)
    return new_state(deal.rules, table, deal.start)


def start_bound(deal: Deal, budget: Budget) -> int:
    """Return a proved lower bound on the length of any win."""
    table = tables(deal.rules)
    state = start_state(deal, table, budget)
    room = room_for_pairs(table)
    load_engine("lower bound", budget, bounds.bound_here, lambda: bounds.bound_here(table, state, *room))
    bound = int(bounds.bound_here(table, state, *room))
    rounds = rounds_of(table)
    if len(rounds.sequence) > 0:
        ask = (table, state, rounds, 0, MOVED_APART)
        load_engine("bound over deals", budget, further_moves, lambda: further_moves(*ask))
        bound = max(bound, int(table.cards) - int(state.counts[HOME]) + int(further_moves(*ask)))
    relaxed = relaxed_of(deal, budget)
    if len(relaxed.holds) > 1:
        bound = max(bound, table.cards - int(state.counts[HOME]) + int(holds_here(table, state, relaxed)))
    return bound


def relaxed_of(deal: Deal, budget: Budget) -> Relaxed:
    """Return the table of further holds of a deal; one of a single entry where nothing is claimed."""
    table = tables(deal.rules)
    state = start_state(deal, table, budget)

    def load() -> None:
        relaxed = relaxed_packets(deal.rules, table, state)
        if len(relaxed.holds) > 1:
            holds_here(table, state, relaxed)

    if table.turned == 0 and table.stock >= 0:
        load_engine("relaxed packets", budget, holds_here, load)
    return relaxed_packets(deal.rules, table, state)


class BestFirst:
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
        Memory it may come to take.
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
        self._deal, self._budget, self._prunes, self._shorter = deal, budget, prunes, shorter
        self._tables = tables(deal.rules, hash_seed)
        self._slice = _SLICE * MOST_MOVES // self._tables.most_moves
        if self._tables.in_fills == 1:  # its bound takes long
            self._slice //= 32
        self._load()
        self._state = new_state(deal.rules, self._tables, deal.start)
        self._nodes = best_first.new_nodes(
            self._tables, most_bytes, per_move, per_bound, longest, paired_from=paired_from
        )
        self._begun = best_first.begin_best_first(self._tables, self._state, self._nodes, prunes)
        self._count(0, 0)

    def _load(self) -> None:
        def load() -> None:
            state = new_state(self._deal.rules, self._tables, self._deal.start)
            nodes = best_first.new_nodes(self._tables, 1, 1, 1, 1)
            best_first.begin_best_first(self._tables, state, nodes, 0)
            best_first.best_first_slice(self._tables, state, nodes, 0, 0)
            best_first.bound_so_far(self._tables, nodes)
            best_first.trace(self._tables, state, nodes, 0, np.zeros(MOST_MOVES, np.int32))
            list(best_first.grow_index(nodes))

        load_engine("best-first search", self._budget, best_first.best_first_slice, load)

    @property
    def stored(self) -> int:
        """States stored."""
        return int(self._nodes.marks[best_first.STORED])

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

    def run(self, expansions: int = 0) -> Outcome:
        """Search on for one slice, of so many expansions if that is said."""
        marks = self._nodes.marks
        stored, expanded = self.stored, int(marks[best_first.EXPANDED])
        code, self._begun = self._begun, best_first.SEARCHING
        if code == best_first.SEARCHING:
            code = best_first.best_first_slice(
                self._tables, self._state, self._nodes, self._prunes, self._budget.slice(expansions or self._slice)
            )
        if code == best_first.INDEX_FULL:
            for grown in best_first.grow_index(self._nodes):
                nodes = grown
            self._nodes = nodes
            code = best_first.SEARCHING
        self._count(stored, expanded)
        if code == best_first.EMPTIED and marks[best_first.CUT] and not self._shorter and marks[best_first.GOAL] < 0:
            return Outcome.GIVEN_UP
        return {
            best_first.SEARCHING: Outcome.GOING_ON,
            best_first.FOUND: Outcome.WIN,
            best_first.EMPTIED: Outcome.DONE,
            best_first.NODES_FULL: Outcome.GIVEN_UP,
        }[code]

    def _count(self, stored: int, expanded: int) -> None:
        self._budget.states += self.stored - stored
        self._budget.expanded += int(self._nodes.marks[best_first.EXPANDED]) - expanded

    def win(self) -> tuple[Move, ...]:
        """Return the shortest win found so far."""
        length = int(self._nodes.marks[best_first.BEST])
        line = np.zeros(2 * length + MOST_MOVES, np.int32)
        start = new_state(self._deal.rules, self._tables, self._deal.start)
        made = best_first.trace(self._tables, start, self._nodes, self._prunes, line)
        return moves_of(self._deal.rules, line[:made])


class Exhaustion:
    """Depth-first exhaustion of a deal.

    Parameters
    ----------
    deal : Deal
    budget : Budget
    prunes : int
        Dominances to use.
    most_bytes : int
        Memory that its table may come to take.
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
        self._deal, self._budget, self._prunes, self._most_bytes = deal, budget, prunes, most_bytes
        self._tables = tables(deal.rules, hash_seed)
        self._slice = _SLICE * MOST_MOVES // self._tables.most_moves
        self._load()
        self._state = new_state(deal.rules, self._tables, deal.start)
        self._table = table if table is not None else transposition.new_table(most_bytes)
        self._stack = exhaustive.new_stack(most_moves=self._tables.most_moves)
        self._begun = exhaustive.begin_exhaustion(self._tables, self._state, self._table, self._stack, prunes)
        self._count(0, 0)

    def _load(self) -> None:
        def load() -> None:
            table, stack = transposition.new_table(8, capacity=1, segment_bits=1), exhaustive.new_stack(1, 1, 1)
            state = new_state(self._deal.rules, self._tables, self._deal.start)
            exhaustive.begin_exhaustion(self._tables, state, table, stack, 0)
            exhaustive.exhaust_slice(self._tables, state, table, stack, 0, 0)
            table.shape[transposition.GROWN] = 1
            transposition.grow_slice(table, 0)

        load_engine("exhaustive search", self._budget, exhaustive.exhaust_slice, load)

    @property
    def stored(self) -> int:
        """States stored."""
        return int(self._table.shape[transposition.STORED])

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return transposition.table_bytes(self._table) + exhaustive.stack_bytes(self._stack)

    @property
    def collision_bound(self) -> float:
        """Bound on the chance that two states were taken for one."""
        return transposition.collision_bound(self.stored)

    def run(self, expansions: int = 0) -> Outcome:
        """Search on for one slice, of so many expansions if that is said."""
        stored, expanded = self.stored, int(self._stack.marks[exhaustive.EXPANDED])
        code, self._begun = self._begun, exhaustive.RUNNING
        if code == exhaustive.RUNNING:
            code = exhaustive.exhaust_slice(
                self._tables,
                self._state,
                self._table,
                self._stack,
                self._prunes,
                self._budget.slice(expansions or self._slice),
            )
        if code == exhaustive.STACK_FULL:
            if self.bytes + exhaustive.stack_bytes(self._stack) > self._most_bytes + (1 << 24):
                return Outcome.GIVEN_UP
            self._stack = exhaustive.larger(self._stack)
            code = exhaustive.RUNNING
        elif code == exhaustive.TABLE_FULL:
            if not transposition.begin_growth(self._table):
                return Outcome.GIVEN_UP
            segments = max(1, (1 << 20) // int(self._table.shape[transposition.GROWN]))
            while not transposition.grow_slice(self._table, segments):
                pass
            code = exhaustive.RUNNING
        self._count(stored, expanded)
        return {
            exhaustive.RUNNING: Outcome.GOING_ON,
            exhaustive.WON: Outcome.WIN,
            exhaustive.EXHAUSTED: Outcome.DONE,
        }[code]

    def _count(self, stored: int, expanded: int) -> None:
        self._budget.states += self.stored - stored
        self._budget.expanded += int(self._stack.marks[exhaustive.EXPANDED]) - expanded

    def win(self) -> tuple[Move, ...]:
        """Return the win found."""
        return moves_of(self._deal.rules, exhaustive.line(self._stack))


def load_engine(name: str, budget: Budget, kernel: Callable[..., Any], load: Callable[[], object]) -> None:
    """Load or compile an engine's kernels when it is first used in this process; the time does not count."""
    if name in _LOADED:
        return
    begin = perf_counter()
    if not is_cached(kernel) and not _TOLD:
        _TOLD.append(True)
        _LOGGER.warning("compiling kernels for the first time; this takes some 30 seconds and is kept for later runs")
    with quick_compilation():
        _beside(load)
    _LOADED.add(name)
    budget.compile_seconds += perf_counter() - begin


def _beside(load: Callable[[], object]) -> None:
    """Load in a thread of its own and wait for it, so that a `KeyboardInterrupt` passes through at once.

    Raised inside the compiler's callbacks it would be lost.
    """
    raised: list[BaseException] = []

    def run() -> None:
        try:
            load()
        except BaseException as error:
            raised.append(error)

    thread = Thread(target=run, daemon=True, name="patience_solver kernels")
    thread.start()
    while thread.is_alive():
        thread.join(0.05)
    if raised:
        raise raised[0]
