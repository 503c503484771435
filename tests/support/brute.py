"""Brute force on the reference model: the truth about small deals, with no solver in it.

`brute_force` searches breadth first, one move after the other, through all positions that can be reached, without any
prune and without merging positions that are the same but for the order of piles.  So its verdict and its shortest
length rest on `legal_moves`, `apply` and `is_won` alone.  A cap bounds its work; beyond it the answer is `None`, which
a hypothesis test turns down with `assume(truth is not None)`.
"""

from __future__ import annotations

from dataclasses import dataclass

from patience_solver import Deal, Move, Position, apply, is_won, legal_moves

__all__ = ["CAP", "Truth", "brute_force", "shortest_line"]

CAP = 3_000
"""Positions after which `brute_force` gives up."""


@dataclass(frozen=True)
class Truth:
    """What brute force found.

    Attributes
    ----------
    winnable : bool
        Whether the deal can be won.
    length : int or None
        Fewest moves of a win; `None` if there is none.
    positions : int
        Distinct positions seen, the start included: all that can be reached if the deal can't be won (or if `whole`
        was asked for), else those seen up to the first win.
    """

    winnable: bool
    length: int | None
    positions: int


def brute_force(deal: Deal | Position, *, cap: int = CAP, whole: bool = False) -> Truth | None:
    """Search all positions breadth first; `None` if there are more than `cap` of them.

    Parameters
    ----------
    deal : Deal or Position
        Where play starts.
    cap : int
        Largest number of positions to store.
    whole : bool
        Whether to go on after the first win, to count every position that can be reached.
    """
    start = deal.start if isinstance(deal, Deal) else deal
    length = 0 if is_won(start) else None
    seen, frontier, depth = {_key(start)}, [start], 0
    while frontier and (whole or length is None):
        depth += 1
        following = []
        for position in frontier:
            for move in legal_moves(position):
                after = apply(position, move)
                key = _key(after)
                if key in seen:
                    continue
                seen.add(key)
                if len(seen) > cap:
                    return None
                following.append(after)
                if length is None and is_won(after):
                    length = depth
                    if not whole:
                        return Truth(True, length, len(seen))
        frontier = following
    return Truth(length is not None, length, len(seen))


def shortest_line(deal: Deal | Position, *, cap: int = CAP) -> tuple[Move, ...] | None:
    """Return a shortest win, found breadth first; `None` if there is none or the cap is reached."""
    start = deal.start if isinstance(deal, Deal) else deal
    if is_won(start):
        return ()
    seen = {_key(start)}
    frontier: list[tuple[Position, tuple[Move, ...]]] = [(start, ())]
    while frontier:
        following = []
        for position, line in frontier:
            for move in legal_moves(position):
                after = apply(position, move)
                if _key(after) in seen:
                    continue
                seen.add(_key(after))
                if is_won(after):
                    return (*line, move)
                if len(seen) > cap:
                    return None
                following.append((after, (*line, move)))
        frontier = following
    return None


def _key(position: Position) -> object:
    return position.piles, position.redeals_used, position.just_turned, position.exchanges_used
