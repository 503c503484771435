"""Positions that short courses of the easier game pass, in which any held card may be played at any time.

A position of the easier game is told by the cards left in the stock and the heights of the foundations
(`kernel/relaxed_packets.py`).  A course that holds at most `most` cards passes only positions to which some way leads
with so few holds that, with the fewest further ones, no more come together: of the million positions of a whole game
some thousand.  They are numbered so that each stands behind all that can follow it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, whole
from patience_solver.kernel.memory import filled, room
from patience_solver.kernel.relaxed_packets import CANNOT_BE, Relaxed

__all__ = ["NOWHERE", "Courses", "courses_bytes", "courses_of", "further_holds_covered"]

NOWHERE = -1
"""A move that can't be made, or that leads to a position of no short course."""


class Courses(NamedTuple):
    """The positions and the moves between them.

    Attributes
    ----------
    holds : int16[positions]
        Fewest further holds.
    left : int16[positions]
        Cards in the stock.
    held : int8[positions, ranks]
        Cards of each rank in packets.
    wanted : int8[positions, foundations]
        Rank that each foundation waits for; -1 if it is full.
    hold : int32[positions]
        The position after the stock's next card is held.
    deal, play : int32[positions, foundations]
        The position after the stock's next card, or a held one, is played on a foundation.
    """

    holds: NDArray[np.int16]
    left: NDArray[np.int16]
    held: NDArray[np.int8]
    wanted: NDArray[np.int8]
    hold: NDArray[np.int32]
    deal: NDArray[np.int32]
    play: NDArray[np.int32]


def courses_of(
    relaxed: Relaxed,
    coming: NDArray[np.int64],
    start: int,
    in_play: NDArray[np.int64],
    most: int,
    ask: Callable[[int], object] | None = None,
) -> Courses:
    """Return the positions of all courses from a start that hold at most so many cards.

    Parameters
    ----------
    relaxed : Relaxed
        The table of the easier game.
    coming : int64[stock + 1]
        Rank of the stock's next card when so many are left; -1 of none.
    start : int
        Place of the start in the table.  It has the last number.
    in_play : int64[ranks]
        Cards of each rank, wherever they are.
    most : int
        Most holds.
    ask : callable, optional
        Called with the bytes of all tables, those that are given back at the end included, before more are taken.
    """
    ask = ask or _nobody
    ask(5 * len(relaxed.holds))
    fewest = filled(len(relaxed.holds), CANNOT_BE, np.uint8)
    fewest[start] = 0
    count = int(_reach(relaxed, coming, fewest, most))
    ranks, foundations = len(in_play), len(relaxed.height)
    ask(5 * len(relaxed.holds) + count * (8 + ranks + 9 * foundations))
    courses = Courses(
        holds=room(count, np.int16),
        left=room(count, np.int16),
        held=room((count, ranks), np.int8),
        wanted=filled((count, foundations), -1, np.int8),
        hold=filled(count, NOWHERE, np.int32),
        deal=filled((count, foundations), NOWHERE, np.int32),
        play=filled((count, foundations), NOWHERE, np.int32),
    )
    _link(relaxed, coming, fewest, room(len(fewest), np.int32), in_play, courses)
    return courses


def _nobody(size: int) -> None:
    """Refuse nothing."""


def courses_bytes(courses: Courses) -> int:
    """Return the memory that the positions take."""
    return sum(array.nbytes for array in courses)


@compiled
def _reach(relaxed: Relaxed, coming: NDArray[np.int64], fewest: NDArray[np.uint8], most: int) -> int:
    """Write the fewest holds that lead to each position to `fewest`, forget those of no short course, count the rest.

    The foundations only grow, so lower heights come first; with equal heights the fuller stock does.
    """
    count, layer = 0, len(coming)
    for first in range(0, len(fewest), layer):
        for dealt in range(layer):
            at = first + layer - 1 - dealt
            made = whole(fewest[at])
            if made == CANNOT_BE:
                continue
            if made + whole(relaxed.holds[at]) > most:
                fewest[at] = CANNOT_BE
                continue
            count += 1
            left = layer - 1 - dealt
            if left > 0 and made + 1 < whole(fewest[at - 1]):
                fewest[at - 1] = made + 1
            rest = first
            for number in range(len(relaxed.height)):
                size = rest // relaxed.stride[number] + 1
                rest %= relaxed.stride[number]
                if size == relaxed.height[number]:
                    continue
                above = at + relaxed.stride[number]
                if relaxed.holds[above] != CANNOT_BE and made < whole(fewest[above]):
                    fewest[above] = made
                if left > 0 and relaxed.rank[number, size] == coming[left] and made < whole(fewest[above - 1]):
                    fewest[above - 1] = made
    return whole(count)


@compiled
def _link(
    relaxed: Relaxed,
    coming: NDArray[np.int64],
    fewest: NDArray[np.uint8],
    number_of: NDArray[np.int32],
    in_play: NDArray[np.int64],
    courses: Courses,
) -> None:
    """Number the positions, what can follow first, and fill in their moves."""
    count, layer = 0, len(coming)
    for first in range(len(fewest) - layer, -1, -layer):
        for left in range(layer):
            at = first + left
            if fewest[at] == CANNOT_BE:
                continue
            number_of[at] = count
            courses.holds[count] = relaxed.holds[at]
            courses.left[count] = left
            for rank in range(len(in_play)):
                courses.held[count, rank] = in_play[rank]
            for below in range(1, left + 1):
                courses.held[count, coming[below]] -= 1
            if left > 0 and fewest[at - 1] != CANNOT_BE:
                courses.hold[count] = number_of[at - 1]
            rest = first
            for number in range(len(relaxed.height)):
                size = rest // relaxed.stride[number] + 1
                rest %= relaxed.stride[number]
                for depth in range(size):
                    courses.held[count, relaxed.rank[number, depth]] -= 1
                if size == relaxed.height[number]:
                    continue
                wanted = relaxed.rank[number, size]
                courses.wanted[count, number] = wanted
                above = at + relaxed.stride[number]
                if fewest[above] != CANNOT_BE:
                    courses.play[count, number] = number_of[above]
                if left > 0 and wanted == coming[left] and fewest[above - 1] != CANNOT_BE:
                    courses.deal[count, number] = number_of[above - 1]
            count += 1


def further_holds_covered(courses: Courses, beyond: int) -> NDArray[np.uint8]:
    """Return how many more holds are needed if a held card can't be played before another one that covers it.

    Parameters
    ----------
    courses : Courses
    beyond : int
        More than this are not told apart.

    Returns
    -------
    uint8[ranks * ranks, positions]
        For the rank of the card below, that of the card above and the position: what comes on top of the fewest
        further holds; `beyond` + 1 for more, and where no cards of these ranks are held.
    """
    ranks = courses.held.shape[1]
    covered = room((ranks * ranks, len(courses.hold)), np.uint8)
    _cover(courses, covered, beyond + 1)
    return covered


@compiled
def _cover(courses: Courses, covered: NDArray[np.uint8], most: int) -> None:
    """Fill the table, for each pair of ranks from the last positions on."""
    ranks = courses.held.shape[1]
    for below in range(ranks):
        for above in range(ranks):
            if below == above:  # which of the two is played first is only a matter of names
                continue
            pair = below * ranks + above
            for at in range(len(courses.hold)):
                least = most
                if courses.held[at, below] > 0 and courses.held[at, above] > 0:
                    here = whole(courses.holds[at])
                    after = whole(courses.hold[at])
                    if after >= 0:
                        least = min(least, whole(courses.holds[after]) + 1 - here + whole(covered[pair, after]))
                    for foundation in range(courses.wanted.shape[1]):
                        after = whole(courses.deal[at, foundation])
                        if after >= 0:
                            least = min(least, whole(courses.holds[after]) - here + whole(covered[pair, after]))
                        after = whole(courses.play[at, foundation])
                        if after >= 0:
                            more = whole(courses.holds[after]) - here
                            wanted = whole(courses.wanted[at, foundation])
                            if wanted == above:  # the card above is played: the card below is free
                                least = min(least, more)
                            elif wanted != below or courses.held[at, below] > 1:
                                least = min(least, more + whole(covered[pair, after]))
                covered[pair, at] = least
