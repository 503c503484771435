"""Depth-first search through plans: courses of the easier game, without saying which packet a card is held in.

A plan says which cards of the stock are held, and when and on which foundation each is played.  It can be carried out
if its crossings can be coloured (`crossings.py`).  So a state is a position of the easier game, the cards that are
held, and the crossings that are certain: those made so far, and those that every course short enough will make.
Thousands of ways to lay the held cards out are one state; which packet is whose is settled when the plan is complete.

Some orders of a plan's moves make no crossing less than others.  They are left out (docs/soundness.md, *packets*):
a play from the packets follows only another play: one on the same foundation, or one of a card held later.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.memory import room
from patience_solver.kernel.packets.courses import Courses
from patience_solver.kernel.packets.crossings import MOST_CARDS, Colours, can_be_coloured, new_colours, simplify
from patience_solver.kernel.passes.bits import bit_count, lowest_bit
from patience_solver.kernel.passes.seen import Seen, crowded, insert

__all__ = [
    "BY_DEAL",
    "BY_PLAY",
    "DEPTH",
    "ENDED",
    "EXPANDED",
    "FULL",
    "HOLD",
    "SEARCHING",
    "WON",
    "Plans",
    "begin_plans",
    "new_plans",
    "plans_bytes",
    "plans_slice",
]

SEARCHING, WON, ENDED, FULL = range(4)
"""What a slice says: go on; a plan was found; there is none; the set of states should grow."""

HOLD, BY_DEAL, BY_PLAY = 0, 1, 32
"""Steps of a plan: the stock's next card is held; it is played on the foundation of number `step - BY_DEAL`; card
`step // BY_PLAY - 1` is played from the packets on the foundation of number `step % BY_PLAY`."""

# Places in `Plans.marks`:
SIZE, EXPANDED, DEPTH, MOST, PACKETS, SEED, ORDERED, CHANCE = range(8)
"""States on the stack; states expanded; steps of the plan found; most holds; number of packets; changes the hashes; 1
if orders of moves are left out that can't do better; bits of chance in what is tried first."""

# Places in `Plans.state`:
POSITION, MADE, STEPS, STEP, ONTO, BEFORE, VALUE = range(7)
"""Position of the easier game; holds made; steps made; the last step; foundations on which any held card may be played
now; on others only cards before this one; what is tried first: the less the better."""

# Places in `Plans.child`:
AFTER, CHILD_STEP, CHILD_ONTO, CARD = range(4)
"""The position after a step; the step; foundations on which any held card may be played then; the card of the packets
that it holds or plays."""

# Places in `Plans.sets`, before the crossings of each card:
HELD, GONE = 0, 1
_CROSSINGS = 2

PER_CROSSING, PER_HELD = 8, 16
"""What each crossing and each card held adds to the value of a state: the less, the sooner it is tried."""

_ONE, _NONE = np.uint64(1), np.uint64(0)


class Plans(NamedTuple):
    """A search.

    Attributes
    ----------
    state : int64[stack, 7]
        The figures named in this module.
    sets : uint64[stack, 2 + cards]
        Cards held; cards played that still matter to the colouring; for each card those that it crosses.
    rank : int64[cards]
        Rank of each card: those held at the start, from the bottom of each packet up, then those of the stock as they
        come.  Before them stands a mark for each packet, of rank -1, where cards are held at the start.
    crosses, work : uint64[64]
        Room for the crossings of the state that is expanded, and of a child.
    child : int64[most children, 4]
        Steps from the state that is expanded.
    path : int64[steps]
        Steps to the state that is expanded.
    colours : Colours
    marks : int64[8]
        The figures named in this module.
    """

    state: NDArray[np.int64]
    sets: NDArray[np.uint64]
    rank: NDArray[np.int64]
    crosses: NDArray[np.uint64]
    work: NDArray[np.uint64]
    child: NDArray[np.int64]
    path: NDArray[np.int64]
    colours: Colours
    marks: NDArray[np.int64]


def new_plans(
    courses: Courses,
    rank: NDArray[np.int64],
    packets: int,
    most: int,
    *,
    seed: int = 0,
    ordered: bool = True,
    chance: int = 0,
) -> Plans:
    """Return a search that has not begun (`begin_plans`).

    Parameters
    ----------
    courses : Courses
        All positions of courses of at most so many holds.
    rank : int64[cards]
        As in `Plans`.
    packets : int
        Number of packets.
    most : int
        Most holds.
    seed : int
        Another seed gives independent hashes.
    ordered : bool
        Whether orders of moves are left out that can't do better than others.
    chance : int
        Bits of chance, which differs with the seed, in what is tried first.
    """
    foundations = courses.wanted.shape[1]
    steps = 2 * len(rank) + 2
    children = 1 + 5 * foundations  # of a rank that a foundation waits for at most four cards are held
    marks = np.zeros(8, np.int64)
    marks[MOST], marks[PACKETS], marks[SEED], marks[ORDERED] = most, packets, seed, int(ordered)
    marks[CHANCE] = chance
    return Plans(
        state=room((steps * children + 1, 7), np.int64),
        sets=room((steps * children + 1, _CROSSINGS + len(rank)), np.uint64),
        rank=rank,
        crosses=np.zeros(MOST_CARDS, np.uint64),
        work=np.zeros(MOST_CARDS, np.uint64),
        child=np.zeros((children, 4), np.int64),
        path=np.zeros(steps, np.int64),
        colours=new_colours(),
        marks=marks,
    )


def plans_bytes(plans: Plans) -> int:
    """Return the memory that the stack takes."""
    return plans.state.nbytes + plans.sets.nbytes


def begin_plans(plans: Plans, courses: Courses, crosses: NDArray[np.uint64], held: int, marks: int) -> None:
    """Put the start on the stack.

    Parameters
    ----------
    plans : Plans
    courses : Courses
    crosses : uint64[64]
        The crossings that hold at the start.
    held, marks : int
        The sets of cards held at the start, and of the marks of packets.
    """
    plans.state[0, POSITION] = len(courses.hold) - 1
    plans.state[0, ONTO] = (1 << courses.wanted.shape[1]) - 1
    plans.sets[0, HELD], plans.sets[0, GONE] = held, marks
    plans.sets[0, _CROSSINGS:] = crosses[: len(plans.rank)]
    plans.marks[SIZE] = len(courses.hold) > 0


@compiled
def plans_slice(courses: Courses, covered: NDArray[np.uint8], plans: Plans, seen: Seen, expansions: int) -> int:
    """Search on for at most so many expansions.

    Parameters
    ----------
    courses : Courses
    covered : uint8[pairs, positions]
        `further_holds_covered`; without positions it is not used.
    plans : Plans
    seen : Seen
        Hashes of the states found so far.
    expansions : int

    Returns
    -------
    int
        `SEARCHING`, `WON` (the plan is the first `DEPTH` steps of `Plans.path`), `ENDED` or `FULL`.
    """
    marks = plans.marks
    while expansions > 0:
        if marks[SIZE] == 0:
            return ENDED
        if crowded(seen):
            return FULL
        marks[SIZE] -= 1
        top = marks[SIZE]
        steps = plans.state[top, STEPS]
        if steps > 0:
            plans.path[steps - 1] = plans.state[top, STEP]
        position, held = plans.state[top, POSITION], plans.sets[top, HELD]
        if courses.left[position] == 0 and held == _NONE:
            marks[DEPTH] = steps
            return WON
        _expand(courses, covered, plans, seen, top)
        marks[EXPANDED] += 1
        expansions -= 1
    return SEARCHING


@inlined
def _expand(courses: Courses, covered: NDArray[np.uint8], plans: Plans, seen: Seen, top: int) -> None:
    """Put the children of a state in its place on the stack, the most promising on top."""
    held, gone = plans.sets[top, HELD], plans.sets[top, GONE]
    made, steps = plans.state[top, MADE], plans.state[top, STEPS]
    for card in range(len(plans.rank)):
        plans.crosses[card] = plans.sets[top, _CROSSINGS + card]
    for k in range(_list_children(courses, plans, top)):
        _reach(courses, covered, plans, seen, top, k, made, steps + 1, held, gone)


@inlined
def _list_children(courses: Courses, plans: Plans, top: int) -> int:
    """Write the steps from a state to `Plans.child` and return their number."""
    position, held = plans.state[top, POSITION], plans.sets[top, HELD]
    onto, before = plans.state[top, ONTO], plans.state[top, BEFORE]
    left = whole(courses.left[position])
    count = 0
    if left > 0 and courses.hold[position] >= 0:
        plans.child[0, AFTER], plans.child[0, CHILD_STEP] = courses.hold[position], HOLD
        plans.child[0, CHILD_ONTO], plans.child[0, CARD] = 0, len(plans.rank) - left
        count = 1
    for foundation in range(courses.wanted.shape[1]):
        if courses.deal[position, foundation] >= 0:
            plans.child[count, AFTER] = courses.deal[position, foundation]
            plans.child[count, CHILD_STEP] = BY_DEAL + foundation
            plans.child[count, CHILD_ONTO], plans.child[count, CARD] = 1 << foundation, 0
            count += 1
    for foundation in range(courses.wanted.shape[1]):
        if courses.play[position, foundation] < 0:
            continue
        rest = held
        if plans.marks[ORDERED] == 1 and onto >> foundation & 1 == 0:
            rest &= (_ONE << np.uint64(before)) - _ONE
        while rest != _NONE:
            card = lowest_bit(rest)
            rest &= rest - _ONE
            if plans.rank[card] == courses.wanted[position, foundation]:
                plans.child[count, AFTER] = courses.play[position, foundation]
                plans.child[count, CHILD_STEP] = BY_PLAY * (card + 1) + foundation
                plans.child[count, CHILD_ONTO], plans.child[count, CARD] = 1 << foundation, card
                count += 1
    return whole(count)


@inlined
def _reach(
    courses: Courses,
    covered: NDArray[np.uint8],
    plans: Plans,
    seen: Seen,
    bottom: int,
    child: int,
    made: int,
    steps: int,
    held: np.uint64,
    gone: np.uint64,
) -> None:
    """Put a child on the stack, above those of less promise, unless it was found before or can't be coloured.

    `plans.crosses` are the crossings before the step, the other arguments the figures then.
    """
    marks, work, most = plans.marks, plans.work, plans.marks[MOST]
    position, step = plans.child[child, AFTER], plans.child[child, CHILD_STEP]
    onto, card = plans.child[child, CHILD_ONTO], plans.child[child, CARD]
    before = card if step >= BY_PLAY else 0
    if step == HOLD:
        made += 1
        held |= _ONE << np.uint64(card)
    spare = most - made - whole(courses.holds[position])
    if spare < 0:
        return
    cards = len(plans.rank)
    for k in range(cards):
        work[k] = plans.crosses[k]
    news = False
    if step >= BY_PLAY:
        bit = _ONE << np.uint64(card)
        held &= ~bit
        gone |= bit
        later = held & ~(bit - _ONE) & ~work[card]
        news = later != _NONE
        work[card] |= later
        while later != _NONE:
            work[lowest_bit(later)] |= bit
            later &= later - _ONE
    if covered.shape[1] > 0:
        news = _certain(courses, covered, plans, position, held, spare) or news
    gone = simplify(work, held, gone, marks[PACKETS])
    # The hash: whatever tells states apart goes through two chains of mixing steps.
    a = _mixed(np.uint64(position) ^ np.uint64(marks[SEED]) << np.uint64(40))
    b = _mixed(a + np.uint64(made))
    if marks[ORDERED] == 1:
        b += np.uint64(onto) << np.uint64(32) | np.uint64(before)
    a, b = _mixed(a ^ held), _mixed(b + held)
    a, b = _mixed(a ^ gone), _mixed(b + gone)
    crossings = 0
    rest = held | gone
    while rest != _NONE:
        crossed = work[lowest_bit(rest)]
        rest &= rest - _ONE
        crossings += bit_count(crossed)
        a, b = _mixed(a ^ crossed), _mixed(b + crossed)
    if not insert(seen, a | _ONE, b):
        return
    if news and not can_be_coloured(work, held | gone, marks[PACKETS], plans.colours):
        return
    chance = whole(a & ((_ONE << np.uint64(marks[CHANCE])) - _ONE))
    value = PER_CROSSING * crossings // 2 + PER_HELD * bit_count(held) + chance
    place = marks[SIZE]
    marks[SIZE] += 1
    while place > bottom and plans.state[place - 1, VALUE] < value:
        for k in range(7):
            plans.state[place, k] = plans.state[place - 1, k]
        for k in range(_CROSSINGS + cards):
            plans.sets[place, k] = plans.sets[place - 1, k]
        place -= 1
    state = plans.state
    state[place, POSITION], state[place, MADE], state[place, STEPS] = position, made, steps
    state[place, STEP], state[place, ONTO], state[place, BEFORE] = step, onto, before
    state[place, VALUE] = value
    plans.sets[place, HELD], plans.sets[place, GONE] = held, gone
    for k in range(cards):
        plans.sets[place, _CROSSINGS + k] = work[k]


@inlined
def _certain(
    courses: Courses, covered: NDArray[np.uint8], plans: Plans, position: int, held: np.uint64, spare: int
) -> bool:
    """Add the crossings of held cards that every course short enough will make; return whether there are new ones."""
    news = False
    ranks = courses.held.shape[1]
    while held != _NONE:
        below = lowest_bit(held)
        held &= held - _ONE
        rest = held & ~plans.work[below]
        while rest != _NONE:
            above = lowest_bit(rest)
            rest &= rest - _ONE
            if whole(covered[plans.rank[below] * ranks + plans.rank[above], position]) > spare:
                plans.work[below] |= _ONE << np.uint64(above)
                plans.work[above] |= _ONE << np.uint64(below)
                news = True
    return news


@inlined
def _mixed(word: np.uint64) -> np.uint64:
    """Mix the bits of a word."""
    word = (word + np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))
