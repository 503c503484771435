"""How many moves beside plays a win needs at least where a deal fills short piles up: deals, and moves between piles.

Such a deal gives as many cards as are missing in the piles, and cards are missing only where they were played or moved
away.  So the stock is out after few deals only if much could be played before each of them; and of the cards that have
come only some fit.  How many is overestimated: cards that are dealt from now on are taken to lie apart, free as soon as
they have come, and a foundation goes on as long as one copy of the card that it waits for is free (docs/soundness.md,
*rounds*).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.state import State
from patience_solver.kernel.tables import EMPTY, Tables

__all__ = [
    "HOPELESS",
    "MOVED_APART",
    "Rounds",
    "can_be_done",
    "further_moves",
    "is_hopeless",
    "nothing_in_rounds",
    "rounds_of",
]

HOPELESS = 1 << 12
"""More moves than any win has: there is none."""

MOVED_APART = 3
"""Up to so many cards moved between piles it pays to ask from which: more of them free nearly all that lies there."""

_ONE, _NONE = np.uint64(1), np.uint64(0)


class Rounds(NamedTuple):
    """The order in which foundations take cards, and room.

    Attributes
    ----------
    sequence : int64[foundations, most height]
        The codes of a foundation's cards from its base on, -1 beyond its last; no row where the bound claims nothing.
    height : int64[foundations]
        Room: how far the foundations may have come.
    under : int64[piles]
        Room: how many of a pile's cards certainly have not left it.
    lifts : int64[piles]
        Room: how many of a pile's cards may be moved to others.
    """

    sequence: NDArray[np.int64]
    height: NDArray[np.int64]
    under: NDArray[np.int64]
    lifts: NDArray[np.int64]


def rounds_of(tables: Tables) -> Rounds:
    """Return the order in which the foundations of a game take cards, if the bound holds for it."""
    foundations = int(tables.piles - tables.foundation) if tables.in_fills == 1 else 0
    sequence = np.full((foundations, int(tables.cards)), -1, np.int64)
    for number in range(foundations):
        code = EMPTY
        for depth in range(tables.height[tables.foundation + number]):
            code = int(tables.accept[tables.group[tables.foundation + number], code]).bit_length() - 1
            sequence[number, depth] = code
    piles = int(tables.piles)
    return Rounds(
        sequence, np.zeros(max(foundations, 1), np.int64), np.zeros(piles, np.int64), np.zeros(piles, np.int64)
    )


def nothing_in_rounds() -> Rounds:
    """Return the order that says nothing."""
    return Rounds(np.full((0, 1), -1, np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64))


@inlined
def _number(cards: np.uint64) -> int:
    """Count the cards of a set."""
    cards -= (cards >> np.uint64(1)) & np.uint64(0x5555555555555555)
    cards = (cards & np.uint64(0x3333333333333333)) + ((cards >> np.uint64(2)) & np.uint64(0x3333333333333333))
    cards = (cards + (cards >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return whole((cards * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def _fills(tables: Tables, state: State, rounds: Rounds, turns: int, moved: int, most: int) -> int:
    """Return how many deals that fill piles are needed at least; `HOPELESS` if more than `most`.

    Parameters
    ----------
    tables : Tables
    state : State
    rounds : Rounds
        `lifts` says how many cards of each pile may be moved to others.
    turns : int
        Cards turned onto the talon.
    moved : int
        Cards moved between piles, in all.
    most : int
    """
    stock, foundations = whole(state.size[tables.stock]), len(rounds.sequence)
    free, twice, reached, reached_twice, came, came_twice = _NONE, _NONE, _NONE, _NONE, _NONE, _NONE
    short = 0
    for pile in range(tables.tableau):
        short += max(tables.filled_up_to - whole(state.size[pile]), 0)
    for pile in range(tables.talon + 1):
        rounds.under[pile] = state.size[pile] + 1  # not even its top card is free yet
    for foundation in range(foundations):
        rounds.height[foundation] = state.size[tables.foundation + foundation]
    dealt, fills, following = 0, 0, turns
    while True:
        while dealt < following:
            bit = _ONE << np.uint64(state.cards[tables.stock, stock - 1 - dealt])
            twice |= free & bit
            free |= bit
            came_twice |= came & bit
            came |= bit
            dealt += 1
        again = True
        while again:
            again = False
            for pile in range(tables.talon + 1):
                if rounds.under[pile] == 0:
                    continue
                may_move = whole(rounds.lifts[pile])
                depth = whole(state.size[pile])
                while depth > 0:
                    bit = _ONE << np.uint64(state.cards[pile, depth - 1])
                    if depth < rounds.under[pile]:
                        twice |= free & bit
                        free |= bit
                        again = True
                    if reached & bit == _NONE:
                        if may_move == 0:
                            break
                        may_move -= 1
                    depth -= 1
                rounds.under[pile] = depth
            for foundation in range(foundations):
                height = whole(rounds.height[foundation])
                while height < rounds.sequence.shape[1] and rounds.sequence[foundation, height] >= 0:
                    bit = _ONE << np.uint64(rounds.sequence[foundation, height])
                    if free & bit == _NONE:
                        break
                    reached_twice |= reached & bit
                    reached |= bit
                    height += 1
                    again = True
                rounds.height[foundation] = height
        if dealt == stock:
            break
        played = _number(free & reached) + _number(twice & reached_twice)
        missing = _number(came & reached) + _number(came_twice & reached)
        for pile in range(tables.tableau):
            missing += max(tables.filled_up_to - whole(rounds.under[pile]), 0)
        following = min(turns + moved + min(short + played, missing), stock)
        fills += 1
        if following <= dealt or fills > most:
            return HOPELESS
    for pile in range(tables.talon + 1):
        if rounds.under[pile] > 0:
            return HOPELESS
    for foundation in range(foundations):
        if rounds.height[foundation] < tables.height[tables.foundation + foundation]:
            return HOPELESS
    return fills


@compiled
def _can_fill(tables: Tables, state: State, rounds: Rounds, turns: int, moved: int, most: int, exact: int) -> bool:
    """Tell whether so few deals that fill piles may be enough, from whatever piles the cards moved come.

    Of up to `exact` cards moved all choices are tried, pile by pile: piles not yet chosen may each give what is left.
    """
    lifts = rounds.lifts
    piles = tables.talon + 1 - tables.talon_goes_home  # those whose cards may be moved to others
    for pile in range(piles):
        lifts[pile] = moved
    if _fills(tables, state, rounds, turns, moved, most) > most:
        return False
    if moved == 0 or moved > exact:
        return True
    pile, left, given = 0, moved, 0
    while True:
        lifts[pile] = given
        for later in range(pile + 1, piles):
            lifts[later] = left - given
        if _fills(tables, state, rounds, turns, moved, most) <= most:
            if given == left or pile == piles - 1:
                return True
            left -= given
            pile, given = pile + 1, 0
            continue
        while given == left:
            if pile == 0:
                return False
            pile -= 1
            given = whole(lifts[pile])
            left += given
        given += 1


@compiled
def can_be_done(tables: Tables, state: State, rounds: Rounds, moves: int, exact: int) -> bool:
    """Tell whether it may be that at most so many moves that are no plays are needed; `False` is a proof."""
    stock = whole(state.size[tables.stock])
    for k in range(moves + 1):
        beside = k if k > 3 or moves < 3 else (k + 2) % 4  # two or three are enough most often
        for turns in range(min(beside, stock) + 1):
            if _can_fill(tables, state, rounds, turns, beside - turns, moves - beside, exact):
                return True
    return False


@compiled
def is_hopeless(tables: Tables, state: State, rounds: Rounds) -> bool:
    """Tell whether some card could not be played even if only the order of the talon's cards stood in the way."""
    if state.size[tables.talon] < 2 or tables.talon_goes_home == 0:
        return False
    cards, stock = whole(tables.cards), whole(state.size[tables.stock])
    for pile in range(tables.tableau):
        rounds.lifts[pile] = cards
    return _fills(tables, state, rounds, stock, cards, cards) == HOPELESS


@compiled
def further_moves(tables: Tables, state: State, rounds: Rounds, known: int, exact: int) -> int:
    """Return a lower bound on the moves that are no plays; `HOPELESS` if the state cannot be won.

    Parameters
    ----------
    tables : Tables
    state : State
    rounds : Rounds
    known : int
        A lower bound that is known.
    exact : int
        If at most so many cards are moved between piles, all choices of the piles are tried; if more, each pile may
        give so many.
    """
    if is_hopeless(tables, state, rounds):
        return HOPELESS
    while known < 2 * tables.cards:
        if can_be_done(tables, state, rounds, known, exact):
            return known
        known += 1
    return HOPELESS
