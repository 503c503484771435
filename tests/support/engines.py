"""Running one engine to its end, for comparison with brute force."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from patience_solver import Deal, Limits, Position, replay
from patience_solver.kernel import transposition
from patience_solver.reference import is_won
from patience_solver.solvers.best_first import BestFirst
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.deepening import Deepening
from patience_solver.solvers.engine import Outcome
from patience_solver.solvers.exhaustion import Exhaustion

__all__ = ["Answer", "best_first", "board_of", "deepen", "exhaust"]


def board_of(deal: Deal, position: Position) -> Deal:
    """Return the deal that starts from a position of another."""
    options: dict[str, Any] = dict(deal.options)
    return Deal.from_board(deal.game, str(position), **options)


@dataclass(frozen=True)
class Answer:
    """What an engine says: whether there is a win, the line, the states stored."""

    winnable: bool
    length: int | None
    states: int


def exhaust(deal: Deal, prunes: int, *, hash_seed: int = 0) -> Answer:
    """Run the exhaustion to its end, through a table that begins tiny and must grow often."""
    table = transposition.new_table(1 << 20, capacity=1, segment_bits=2)
    engine = Exhaustion(deal, Budget(Limits()), prunes=prunes, most_bytes=1 << 22, hash_seed=hash_seed, table=table)
    while (outcome := engine.run(7)) is Outcome.GOING_ON:
        pass
    assert outcome in (Outcome.WIN, Outcome.DONE)
    if outcome is Outcome.DONE:
        return Answer(False, None, engine.stored)
    line = engine.win()
    assert is_won(replay(deal, line))
    return Answer(True, len(line), engine.stored)


def best_first(deal: Deal, prunes: int, per_move: int, per_bound: int, *, paired_from: int = 0) -> Answer:
    """Run a best-first search until nothing is left that could shorten the win; A* looks at pairs of piles at once."""
    engine = BestFirst(
        deal,
        Budget(Limits()),
        prunes=prunes,
        per_move=per_move,
        per_bound=per_bound,
        most_bytes=1 << 22,
        longest=200,
        paired_from=paired_from,
    )
    found = False
    while (outcome := engine.run(7)) is not Outcome.DONE:
        assert outcome in (Outcome.GOING_ON, Outcome.WIN)
        found |= outcome is Outcome.WIN
    if not found:
        return Answer(False, None, engine.stored)
    line = engine.win()
    assert is_won(replay(deal, line))
    return Answer(True, len(line), engine.stored)


def deepen(deal: Deal, prunes: int, below: int, *, most_bytes: int = 1 << 20) -> Answer:
    """Deepen from nothing, through a table that may be tiny, until a win is found or there is none below a length."""
    engine = Deepening(deal, Budget(Limits()), prunes=prunes, most_bytes=most_bytes, bound=0, below=below)
    while (outcome := engine.run(7)) is Outcome.GOING_ON or outcome is Outcome.GIVEN_UP:
        pass
    if outcome is Outcome.DONE:
        assert engine.lower_bound == below
        return Answer(False, None, engine.stored)
    line = engine.win()
    assert is_won(replay(deal, line)) and engine.lower_bound <= len(line)
    return Answer(True, len(line), engine.stored)
