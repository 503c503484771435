"""What is the shortest win?  A* below the length of the win that is known; iterative deepening where memory ends."""

from __future__ import annotations

from patience_solver.kernel.best_first import A_STAR
from patience_solver.position import Deal, Move
from patience_solver.solvers.best_first import BestFirst
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.deepening import Deepening
from patience_solver.solvers.engine import Outcome
from patience_solver.solvers.found import Found
from patience_solver.solvers.layered.widening import Widening, suits
from patience_solver.solvers.result import Status, StopReason
from patience_solver.solvers.start import prunes_for

__all__ = ["shorten"]

PAIRED_FROM = 1 << 17
"""States of A* from which on its bound looks at pairs of piles: small searches end sooner with the cheaper one."""

ALONE = 1 << 18
"""States that A* may store before greedier searches look for better wins: fewer lines are left to it then."""

GREEDIER = ((1, 2, 300_000), (2, 3, 300_000))
"""These searches: weight of a move, weight of a unit of the bound, and the states that each may store."""

LONGEST = 4_000
"""These searches look for no longer wins: their tables hold an entry for each length, and the first win, found depth
first, may have a hundred thousand moves."""

FEW, SHARE, WIDE = 1 << 12, 16, 4
"""In games for layered searches, where A* hardly gets to the end: the states after which they begin, and their states
for one more state of A*; as many more for every `WIDE` moves between the win that is known and the bound."""


def shorten(deal: Deal, budget: Budget, moves: tuple[Move, ...], bound: int, *, verify: bool) -> Found:
    """Look for ever shorter wins until there are none.

    Parameters
    ----------
    deal : Deal
    budget : Budget
    moves : tuple of Move
        A win.
    bound : int
        A proved lower bound on the length of any win.
    verify : bool
        Whether a proof that rests on hashes is repeated with independent ones.

    Returns
    -------
    Found
        The best win; `lower_bound` is its length if it is proved shortest.  When a limit stops the search, the best win
        and the bound proved so far.
    """
    found = _below(deal, budget, moves, bound, hash_seed=0)
    if found.stop is None and found.collision_bound > 0 and verify and found.moves is not None:
        again = _below(deal, budget, found.moves, bound, hash_seed=1)
        chance = found.collision_bound * again.collision_bound
        found = Found(again.status, again.stop, again.moves, again.lower_bound, chance)
    return found


def _below(deal: Deal, budget: Budget, moves: tuple[Move, ...], bound: int, *, hash_seed: int) -> Found:
    budget.bound = bound
    if len(moves) <= bound:
        return Found(Status.WINNABLE, moves=moves, lower_bound=bound)
    if (stop := budget.report()) is not None:  # the win is told before the long proof begins
        return Found(Status.WINNABLE, stop, moves, bound)
    beside = budget.account.left // (4 if suits(deal.rules) else 8)  # for the searches that look for better wins
    search: BestFirst | Deepening | None
    longest = min(len(moves) - 1, LONGEST)
    search = _search(deal, budget, A_STAR, PAIRED_FROM, budget.account.left - beside, longest, hash_seed)
    to_come = list(GREEDIER)
    layers = None
    while True:
        if search is None:
            return Found(Status.WINNABLE, StopReason.MEMORY, moves, bound)
        outcome = search.run()
        if outcome is Outcome.DONE:
            proved = min(len(moves), longest + 1)  # no win has fewer moves
            stop = None if proved == len(moves) else StopReason.INCOMPLETE
            return Found(Status.WINNABLE, stop, moves, max(bound, proved), search.collision_bound)
        if outcome is Outcome.WIN:
            moves = search.win()
            budget.incumbent = len(moves)
        bound = budget.bound = max(bound, search.lower_bound)
        stop = budget.stop()
        if outcome is Outcome.GIVEN_UP and bound < len(moves):
            if isinstance(search, Deepening):
                stop = StopReason.MEMORY
            else:
                search = layers = None  # their memory is needed
                search = _deepening(deal, budget, bound, min(len(moves), longest + 1), hash_seed)
        if stop is None and bound < len(moves):
            if not isinstance(search, BestFirst):
                pass  # it has all the memory
            elif suits(deal.rules) and search.stored > FEW:
                layers = layers or Widening(deal, budget, most_bytes=beside, below=len(moves), bound=bound)
                share = SHARE * (1 + (len(moves) - bound) // WIDE)
                moves, stop = _improve_by_layers(budget, moves, layers, bound, share * (search.stored - FEW))
            elif to_come and search.stored > ALONE:
                moves, stop = _improve(deal, budget, moves, to_come.pop(0), bound, beside)
            if search is not None:
                search.look_below(len(moves))
        if stop is not None or bound == len(moves):
            if bound == len(moves):
                stop = None
            chance = search.collision_bound if search is not None else 0.0
            return Found(Status.WINNABLE, stop, moves, bound, chance)


def _improve(
    deal: Deal, budget: Budget, moves: tuple[Move, ...], way: tuple[int, int, int], bound: int, most_bytes: int
) -> tuple[tuple[Move, ...], StopReason | None]:
    """Look for shorter wins with a greedier search; return the best, and why the whole search must end now, if so."""
    per_move, per_bound, states = way
    search = _search(deal, budget, (per_move, per_bound), 0, most_bytes, min(len(moves) - 1, LONGEST), 0)
    stop = None
    while search is not None and search.stored < states and len(moves) > bound and stop is None:
        outcome = search.run()
        if outcome is Outcome.WIN:
            moves = search.win()
            budget.incumbent = len(moves)
        elif outcome is not Outcome.GOING_ON:
            break
        stop = budget.stop()
    return moves, stop


def _improve_by_layers(
    budget: Budget, moves: tuple[Move, ...], layers: Widening, bound: int, states: int
) -> tuple[tuple[Move, ...], StopReason | None]:
    """Look for shorter wins by layered searches until they have stored so many states."""
    stop = None
    layers.bound = bound
    while layers.stored < states and len(moves) > bound and stop is None:
        outcome = layers.run()
        if outcome is Outcome.WIN:
            moves = layers.win()
            budget.incumbent = len(moves)
            layers.look_below(len(moves), bound)
        elif outcome is not Outcome.GOING_ON:
            break
        stop = budget.stop()
    return moves, stop


def _search(
    deal: Deal, budget: Budget, weights: tuple[int, int], paired_from: int, most_bytes: int, longest: int, seed: int
) -> BestFirst | None:
    """Return a best-first search, `None` where there is no memory for one."""
    per_move, per_bound = weights
    try:
        return BestFirst(
            deal,
            budget,
            prunes=prunes_for(deal.rules, shortest=True),
            per_move=per_move,
            per_bound=per_bound,
            most_bytes=most_bytes,
            longest=longest,
            shorter=True,
            hash_seed=seed,
            paired_from=paired_from,
        )
    except MemoryError:
        return None


def _deepening(deal: Deal, budget: Budget, bound: int, below: int, seed: int) -> Deepening | None:
    """Return a search by iterative deepening in all that is left, `None` where there is no memory for one."""
    prunes = prunes_for(deal.rules, shortest=True)
    left = budget.account.left
    try:
        return Deepening(deal, budget, prunes=prunes, most_bytes=left, bound=bound, below=below, hash_seed=seed)
    except MemoryError:
        return None
