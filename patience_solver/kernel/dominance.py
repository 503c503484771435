"""Proof room 2: moves that need not be tried.  The proofs stand in docs/soundness.md, under the names used here."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, merged, whole
from patience_solver.kernel.legal import available, legal_moves, top
from patience_solver.kernel.moves import DEAL_BIT, do
from patience_solver.kernel.pairs import promising_moves_on_grid
from patience_solver.kernel.piles import is_ordered
from patience_solver.kernel.state import USED, State
from patience_solver.kernel.tables import BOTTOM, EMPTY, ORDERED_CARDS, TALON_GOES_HOME, Tables
from patience_solver.kernel.twins import leave_out_shorter, play_at_once
from patience_solver.rules.traits import Trait

__all__ = [
    "EVEN_FOUNDATIONS",
    "HOME_AT_ONCE",
    "LOSES_SHORTEST",
    "NEEDS",
    "NONE",
    "SAFE_PLAYS",
    "SAME_CARD",
    "SAME_PLACES",
    "SETTLING",
    "UNMATCHED",
    "is_plain",
    "make_move",
    "make_safe_plays",
    "promising_moves",
    "safe_play",
]

NONE = 0
SAFE_PLAYS = 1
"""Make a safe play to a foundation at once and try nothing else (loses no shortest solution)."""
SAME_PLACES = 2
"""Of several moves to interchangeable vacant piles try one, and none that only exchanges piles (no shortest solution
is lost)."""
SAME_CARD = 4
"""Don't move the card again that was moved last: it could have gone there at once (no shortest solution is lost)."""
SETTLING = 8
"""Lay a card where it must lie in the end, and try nothing else (keeps a win, not always a shortest one)."""
UNMATCHED = 16
"""In pair games: try nothing where the cards on the grid can't all be paired (no solution is lost)."""
EVEN_FOUNDATIONS = 32
"""Of two foundations of a suit that show the same card, play on the one with the longer way to go (no shortest solution
is lost)."""
HOME_AT_ONCE = 64
"""In games of two packs: play at once what can do nothing else (no shortest solution is lost)."""

NEEDS: dict[int, tuple[Trait, ...]] = {
    SAFE_PLAYS: (*ORDERED_CARDS, Trait.ANY_SIZE, Trait.ANY_TIME, Trait.NO_LAYERS),
    SAME_PLACES: (),
    SAME_CARD: (Trait.OPEN_TABLEAU, Trait.ONE_PACK),
    SETTLING: (*ORDERED_CARDS, Trait.ANY_SIZE, Trait.ANY_TIME, Trait.NO_LAYERS, Trait.ONE_PART),
    UNMATCHED: (Trait.PAIRS, Trait.STATIC_GRID),
    EVEN_FOUNDATIONS: (Trait.UNEVEN, Trait.FREE_PLAY, Trait.NO_WAITING_REDEAL),
    HOME_AT_ONCE: TALON_GOES_HOME,
}
"""The traits of the rules that each dominance needs (docs/soundness.md)."""

LOSES_SHORTEST = SETTLING
"""Those that keep a win, but not always a shortest one."""


@inlined
def safe_play(tables: Tables, state: State) -> int:
    """Return a play to a foundation that loses no shortest solution, or -1.

    A playable card is safe if whatever could be laid on it in the tableau is on the foundations already, or could
    follow it there at once instead (*safe plays*, docs/soundness.md).
    """
    left = tables.redeals - state.counts[USED]
    if left > 0 and tables.redeal_stuck == 0:
        return -1
    home = state.sum[2]
    cards = available(tables, state)
    for target in range(tables.foundation, tables.piles):
        playable = tables.accept[tables.group[target], top(state, target)] & cards
        if playable != np.uint64(0):
            for source in range(tables.tableau):
                if state.size[source] > 0:
                    card = whole(state.cards[source, state.size[source] - 1])
                    bit = np.uint64(1) << np.uint64(card)
                    if playable & bit != np.uint64(0):
                        safe = tables.laid_on[card] & ~home == np.uint64(0)
                        if left == 0 and not safe:
                            waiting = tables.followers_wait_for[card] & ~(home | bit)
                            safe = tables.neighbours_only == 1 or waiting == np.uint64(0)
                        if safe:
                            return source * 256 + target
    return -1


@inlined
def is_plain(tables: Tables, state: State, move: int, prunes: int) -> bool:
    """Tell whether a move in a state without safe plays only lays a card from one pile of the tableau on another, with
    no safe play to follow: then the state after it is known without making it."""
    source, target = move >> 8 & 255, move & 255
    if (
        move > 0xFFFF or tables.just_turned == 1 or prunes & HOME_AT_ONCE != 0
    ):  # more than the places of one card change
        return False
    if target >= tables.foundation:  # a redeal, or a play: what is home decides what is safe
        return False
    if prunes & HOME_AT_ONCE != 0:
        return False
    size = state.size[source]
    if prunes & SAFE_PLAYS == 0 or size < 2:
        return True
    card = whole(state.cards[source, size - 2])
    foundation = tables.home[card]
    playable = tables.accept[tables.group[foundation], top(state, foundation)]
    return bool((playable >> np.uint64(card)) & np.uint64(1) == np.uint64(0))


@compiled
def make_safe_plays(tables: Tables, state: State, prunes: int, line: NDArray[np.int32], begin: int) -> int:
    """Make safe plays until there is none; write them to `line` from place `begin` on and return where they end."""
    if prunes & SAFE_PLAYS != 0:
        while True:
            move = safe_play(tables, state)
            if move < 0:
                break
            do(tables, state, move)
            line[begin] = move
            begin += 1
    elif prunes & HOME_AT_ONCE != 0:
        while True:
            move = play_at_once(tables, state)
            if move < 0:
                break
            do(tables, state, move)
            line[begin] = move
            begin += 1
    return begin


@merged
def make_move(tables: Tables, state: State, move: int, prunes: int, line: NDArray[np.int32], begin: int) -> int:
    """Make a move and the safe plays that follow; write them to `line` from `begin` on and return where they end."""
    plain = is_plain(tables, state, move, prunes)
    do(tables, state, move)
    line[begin] = move
    return begin + 1 if plain else make_safe_plays(tables, state, prunes, line, begin + 1)


@merged
def settling_move(tables: Tables, state: State) -> int:
    """Return a move that lays a card where it must lie until it goes home, or -1 (*settling*, docs/soundness.md)."""
    if tables.redeals > state.counts[USED]:
        return -1
    cards = available(tables, state)
    for target in range(tables.tableau):
        size = state.size[target]
        if size == 0:
            continue
        below = whole(state.cards[target, size - 1])
        follower = tables.settles[below] & cards
        if follower != np.uint64(0) and tables.accept[tables.group[target], below] & follower != np.uint64(0):
            where = tables.fixed_on[below]
            if (
                where == EMPTY
                or (where == BOTTOM and size == 1)
                or (size > 1 and where == whole(state.cards[target, size - 2]))
            ):
                for source in range(tables.tableau):
                    if state.size[source] > 0:
                        card = np.uint64(state.cards[source, state.size[source] - 1])
                        if (follower >> card) & np.uint64(1) != np.uint64(0):
                            return source * 256 + target
    return -1


@compiled
def promising_moves(tables: Tables, state: State, prunes: int, last: int, out: NDArray[np.int32]) -> int:
    """Write the moves that must be tried to `out` and return their number.

    Parameters
    ----------
    tables : Tables
    state : State
        A state without safe plays, if `SAFE_PLAYS` is among the prunes (they are made before).
    prunes : int
        Sum of the dominances to use.
    last : int
        The pile whose top card was moved last, if every move was tried in the state before and no safe play followed;
        else -1.
    out : int32[moves]

    Returns
    -------
    int
        The number of moves, negative if it is one that settles a card.
    """
    if prunes & UNMATCHED != 0 and tables.still == 1:
        return promising_moves_on_grid(tables, state, out)
    if prunes & SETTLING != 0:
        move = settling_move(tables, state)
        if move >= 0:
            out[0] = move
            return -1
    count = legal_moves(tables, state, out)
    if prunes & EVEN_FOUNDATIONS != 0:
        count = leave_out_shorter(tables, state, out, count)
    same_places = prunes & SAME_PLACES != 0 and not is_ordered(tables, state)
    same_card = last if prunes & SAME_CARD != 0 else -1
    if not same_places and same_card < 0:
        return count
    kept = 0
    for k in range(count):
        move = out[k]
        source, target = move >> 8 & 255, move & 255
        needless = source == same_card
        if same_places and target < tables.foundation and move < DEAL_BIT and state.size[target] == 0:
            if state.size[source] == 1 and tables.group[source] == tables.group[target]:
                needless = True
            for other in range(target):
                if state.size[other] == 0 and tables.group[other] == tables.group[target]:
                    needless = True
        if not needless:
            out[kept] = move
            kept += 1
    return kept
