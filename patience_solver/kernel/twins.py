"""Proof room 2, where cards have twins or come from a stock: moves that need not be tried (docs/soundness.md)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.legal import top
from patience_solver.kernel.moves import DEAL_BIT
from patience_solver.kernel.state import USED, State
from patience_solver.kernel.tables import Tables

__all__ = ["leave_out_shorter", "play_at_once"]


@inlined
def _has_longer_way(tables: Tables, state: State, target: int) -> bool:
    """Tell whether a foundation takes the same cards as another from here on, but is full sooner."""
    if state.size[target] == 0:  # its base may be another card
        return False
    for other in range(tables.foundation, tables.piles):
        if (
            tables.course[other] == tables.course[target]
            and top(state, other) == top(state, target)
            and tables.height[other] - state.size[other] > tables.height[target] - state.size[target]
        ):
            return True
    return False


@inlined
def _play_one_part(tables: Tables, state: State, one: int, other: int) -> bool:
    """Tell whether it makes no difference on which of two foundations a card comes to lie that both take.

    They show the same card; where they show none they have equally far to go.
    """
    return bool(
        tables.course[one] == tables.course[other]
        and top(state, one) == top(state, other)
        and (state.size[one] > 0 or tables.height[one] == tables.height[other])
    )


@compiled
def leave_out_shorter(tables: Tables, state: State, moves: NDArray[np.int32], count: int) -> int:
    """Leave out plays to a foundation that shows the card of one with a longer way to go; return how many moves stay.

    *Even foundations*, docs/soundness.md.
    """
    kept = 0
    for k in range(count):
        move = whole(moves[k])
        target = move & 255
        play = move < DEAL_BIT and tables.foundation <= target < tables.piles  # a redeal has another target
        if not play or not _has_longer_way(tables, state, target):
            moves[kept] = move
            kept += 1
    return kept


@compiled
def play_at_once(tables: Tables, state: State) -> int:
    """Return a play from the talon or the tableau that loses no shortest solution, or -1.

    A card whose twin is home, or which all foundations that it can ever go to take now, may go home at once where
    nothing else can be done with it that matters (*home at once*, docs/soundness.md).
    """
    if tables.talon_goes_home == 0 or state.counts[USED] < tables.redeals:
        return -1
    playable = np.uint64(0)
    for foundation in range(tables.foundation, tables.piles):
        playable |= tables.accept[tables.group[foundation], top(state, foundation)]
    for source in range(tables.talon, -1, -1):
        size = state.size[source]
        if size == 0:
            continue
        card = np.uint64(state.cards[source, size - 1])
        if (playable >> card) & np.uint64(1) == np.uint64(0):
            continue
        twin_home = (state.sum[2] >> card) & np.uint64(1) != np.uint64(0)
        # From the tableau only if no deal fills the gap up, and nothing can be laid on it any more.
        if source != tables.talon:
            may_be_short = size <= tables.filled_up_to or tables.least[source] < tables.filled_up_to
            if not twin_home or (may_be_short and state.size[tables.stock] > 0):
                continue
        takers, target, alike = 0, -1, True
        for foundation in range(tables.foundation, tables.piles):
            shown = top(state, foundation)
            if (tables.accept[tables.group[foundation], shown] >> card) & np.uint64(1) != np.uint64(0):
                takers += 1
                alike = alike and (target < 0 or _play_one_part(tables, state, target, foundation))
                if target < 0 or not _has_longer_way(tables, state, foundation):
                    target = foundation
        if twin_home or (takers > 1 and alike):
            if source == tables.talon:
                return source * 256 + target
            below = np.uint64(1) << np.uint64(top(state, target))
            if tables.laid_on[card] & ~below == np.uint64(0) and below & state.sum[2] == np.uint64(0):
                return source * 256 + target
    return -1
