"""Pair games for tests: the fewest exchanges by CP-SAT, and declarations of other games than the registered ones."""

from __future__ import annotations

from dataclasses import replace

from patience_solver import Deal, Game, Limits, Status, find_game
from patience_solver.position import Position
from patience_solver.reference import wins
from patience_solver.rules import AfterStock, Grid, Lying, Pairs
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.cpsat.run import ask_cpsat

__all__ = ["ELEVENS", "MONTE_CARLO", "board_from", "fewest_by_cpsat", "small"]

MONTE_CARLO = find_game("quatorze").patch(
    name="touching-equals",
    title="Pairs of equal rank in cells that touch",
    source="Monte Carlo; but gaps are filled in their place, and the cards close up only when the stock is out",
    grid=Grid(rows=5, columns=5, after_stock=AfterStock.COMPRESS),
    pairs=Pairs(total=None, lying=Lying.TOUCHING),
)
"""Monte Carlo closes the cards up before every fill; that has no word in the vocabulary yet."""

ELEVENS = find_game("quatorze").patch(
    name="pairs-of-eleven",
    title="Pairs that add up to eleven",
    source="Elevens; but without court cards, which go in threes",
    ranks="A23456789T",
    grid=Grid(rows=3, columns=3),
    pairs=Pairs(total=11, lying=Lying.ANYWHERE),
)
"""Elevens removes jack, queen and king together; sets of three have no word in the vocabulary yet."""


def small(game: Game, rows: int, columns: int, ranks: str, exchanges: int = 0) -> Game:
    """Patch a pair game: a smaller grid, fewer ranks; pairs add up to the lowest and the highest of these."""
    grid, pairs = game.declaration.grid, game.declaration.pairs
    assert grid is not None and pairs is not None
    total = None if pairs.total is None else len(ranks) + 1
    return game.patch(
        name=f"{game.name}-{len(ranks)}-{rows}x{columns}-{exchanges}",
        ranks=ranks,
        grid=replace(grid, rows=rows, columns=columns),
        pairs=replace(pairs, total=total, exchanges=exchanges),
    )


def fewest_by_cpsat(deal: Deal) -> int | None:
    """Return the fewest exchanges from here on with which CP-SAT finds a win, `None` if it denies every number."""
    left = deal.rules.exchanges - deal.start.exchanges_used
    for exchanges in range(left + 1):
        found = ask_cpsat(deal, exchanges, Budget(Limits()))
        assert found.status is not Status.UNKNOWN
        if found.moves is not None:
            assert wins(deal, found.moves)
            assert sum(str(move).startswith("exchange") for move in found.moves) == exchanges
            return exchanges
    return None


def board_from(deal: Deal, position: Position) -> Deal:
    """Return the deal that starts from a position of another, whatever the game's name."""
    return replace(deal, start=position, pack=None, seed=None)
