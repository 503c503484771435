"""Features of a state: integers that say how far it is from a win and what stands in the way.

A layered search orders the states of a layer by a weighted sum of them.  They prove nothing, so they may be wrong.
Each is supplied by a kind of pile.  What they have in common is the *order of need*: how many cards must be played to
its foundation before a card can be.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.cards import SUITS
from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.relaxed_packets import Relaxed, further_holds, nothing_relaxed
from patience_solver.kernel.rounds import Rounds, nothing_in_rounds
from patience_solver.kernel.state import HOME, USED, State
from patience_solver.kernel.tables import EMPTY, Tables
from patience_solver.rules import ANY_SUIT, Pile, Rules, Suit
from patience_solver.rules.traits import Trait, has

__all__ = ["FEATURES", "Need", "need_of", "score", "waits"]

FEATURES = (
    "left",
    "made",
    "tableau blocks",
    "tableau delays",
    "joins",
    "talon blocks",
    "talon delays",
    "talon inversions",
    "early inversions",
    "reserve distance",
    "congestion",
    "tableau inversions",
    "further holds",
    "packet inversions",
    "packet stuck",
)
"""Names of the features, in the order of their places."""

LEFT = 0  # cards not home
MADE = 1  # moves made
TABLEAU_BLOCKS = 2  # cards of the tableau above one that must go home before them
TABLEAU_DELAYS = 3  # cards of the tableau above one that waits for fewer cards, whatever its foundation
JOINS = 4  # cards of the tableau that can follow home at once the card that lies on them
TALON_BLOCKS = 5  # as for the tableau
TALON_DELAYS = 6
TALON_INVERSIONS = 7  # pairs of cards of the talon of which the upper one waits for more cards, in the last pass
EARLY_INVERSIONS = 8  # the same in passes before
RESERVE_DISTANCE = 9  # cards that the cards of the reserve wait for, in all
CONGESTION = 10  # eighths of a card that wait on average in the last pass, if all that wait could be played at any time
TABLEAU_INVERSIONS = 11  # pairs of cards in a pile of the tableau of which the upper one waits for more cards
FURTHER_HOLDS = 12  # least number of cards that have still to be held in packets
PACKET_INVERSIONS = 13  # pairs of cards in a pile of the tableau of which a playout plays the lower one first
PACKET_STUCK = 14  # cards of the tableau below one that a playout plays later

FAR = 99
"""What a card waits for that no foundation takes any more."""


_COPIES = 8  # most cards of one kind


class Need(NamedTuple):
    """In which order cards are needed, the weights of the features, and room.

    Attributes
    ----------
    kind : int64[64]
        A card's kind: cards of one kind go to the same foundations at the same time.
    family : int64[64]
        Equal for cards that go to the same foundations, sooner or later.
    sequence : int64[foundations, height]
        For each foundation the kinds of its cards from its base on; -1 beyond its last card.
    weights : int64[features]
        What one unit of each feature adds to the score.
    wait : int64[64]
        Room: how many cards a card of each kind waits for (`waits`).
    lying : int64[64]
        Room: how many cards of each kind lie ready.
    grown : int64[foundations]
        Room: heights of the foundations.
    times, played : int64[64, 8], int64[64]
        Room: the times at which a playout plays cards of each kind that lay in the tableau; how many there are.
    time : int64[piles, cards]
        Room: when a playout plays each card of the tableau.
    relaxed : Relaxed
        The table of further holds; of one entry where nothing is claimed.
    rounds : Rounds
        What the bound over deals needs.
    """

    kind: NDArray[np.int64]
    family: NDArray[np.int64]
    sequence: NDArray[np.int64]
    weights: NDArray[np.int64]
    wait: NDArray[np.int64]
    lying: NDArray[np.int64]
    grown: NDArray[np.int64]
    times: NDArray[np.int64]
    played: NDArray[np.int64]
    time: NDArray[np.int64]
    relaxed: Relaxed
    rounds: Rounds


def need_of(
    rules: Rules, weights: Mapping[str, int], relaxed: Relaxed | None = None, rounds: Rounds | None = None
) -> Need | None:
    """Return the order of need under these rules; `None` if a foundation may be filled in more than one order.

    Parameters
    ----------
    rules : Rules
    weights : mapping
        Weights by the name of the feature; those left out are 0.
    relaxed : Relaxed, optional
        The table of further holds, if there is one for the deal.
    rounds : Rounds, optional
        What the bound over deals needs, if it is to be used.
    """
    foundations = [pile for pile in rules.layout if pile.foundations is not None]
    ranks = len(rules.ranks)
    any_suit = any(block.building.suit is Suit.ANY for block in rules.foundations)
    if not has(rules, Trait.ONE_ORDER) or any(_is_of_any_suit(pile) != any_suit for pile in foundations):
        return None
    if not any_suit and not has(rules, Trait.IN_SUIT):
        return None
    sequence = np.full((len(foundations), max((pile.height for pile in foundations), default=0)), -1, np.int64)
    for number, pile in enumerate(foundations):
        for depth, card in enumerate(pile.order):
            suit = 0 if any_suit else SUITS.index(card[1]) * ranks
            sequence[number, depth] = suit + rules.ranks.index(card[0])
    codes = np.arange(64)
    return Need(
        kind=codes % ranks if any_suit else codes,
        family=np.zeros(64, np.int64) if any_suit else np.minimum(codes // ranks, 3),
        sequence=sequence,
        weights=np.array([weights.get(name, 0) for name in FEATURES], np.int64),
        wait=np.zeros(64, np.int64),
        lying=np.zeros(64, np.int64),
        grown=np.zeros(len(foundations), np.int64),
        times=np.zeros((64, _COPIES), np.int64),
        played=np.zeros(64, np.int64),
        time=np.zeros((len(rules.layout), len(rules.pack)), np.int64),
        relaxed=relaxed or nothing_relaxed(),
        rounds=rounds or nothing_in_rounds(),
    )


def _is_of_any_suit(pile: Pile) -> bool:
    return pile.building is not None and pile.building.suit is Suit.ANY and pile.base[1] == ANY_SUIT


@inlined
def waits(tables: Tables, state: State, need: Need) -> None:
    """Write how many cards each kind of card waits for to the room."""
    for kind in range(len(need.wait)):
        need.wait[kind] = FAR
    for foundation in range(len(need.sequence)):
        size = state.size[tables.foundation + foundation]
        for depth in range(size, need.sequence.shape[1]):
            kind = need.sequence[foundation, depth]
            if kind < 0:
                break
            need.wait[kind] = min(need.wait[kind], depth - size)


@inlined
def _play_out(need: Need, played: int) -> int:
    """Play all that can be played, note the times of the plays and return the time after them."""
    again = True
    while again:
        again = False
        for foundation in range(len(need.grown)):
            height = need.grown[foundation]
            if height < need.sequence.shape[1]:
                wanted = need.sequence[foundation, height]
                if wanted >= 0 and need.lying[wanted] > 0:
                    need.lying[wanted] -= 1
                    need.grown[foundation] += 1
                    need.times[wanted, need.played[wanted]] = played
                    need.played[wanted] += 1
                    played += 1
                    again = True
    return played


@inlined
def _in_the_way(state: State, need: Need, pile: int, blocks: int, delays: int) -> int:
    """Weigh the cards of a pile that lie above one that is needed sooner: of their family, or of any."""
    first_0, first_1, first_2, first_3 = FAR, FAR, FAR, FAR
    total = 0
    for depth in range(state.size[pile]):
        card = state.cards[pile, depth]
        wait = need.wait[need.kind[card]]
        family = need.family[card]
        first = first_0 if family == 0 else first_1 if family == 1 else first_2 if family == 2 else first_3
        if first < wait:
            total += blocks
        if min(first_0, first_1, first_2, first_3) < wait:
            total += delays
        if family == 0:
            first_0 = min(first_0, wait)
        elif family == 1:
            first_1 = min(first_1, wait)
        elif family == 2:
            first_2 = min(first_2, wait)
        else:
            first_3 = min(first_3, wait)
    return total


@inlined
def _joins(state: State, need: Need, pile: int) -> int:
    count = 0
    for depth in range(1, state.size[pile]):
        card, below = state.cards[pile, depth], state.cards[pile, depth - 1]
        if need.family[card] == need.family[below]:
            if need.wait[need.kind[card]] + 1 == need.wait[need.kind[below]]:
                count += 1
    return count


@inlined
def _inversions(state: State, need: Need, pile: int) -> int:
    count = 0
    for depth in range(1, state.size[pile]):
        wait = need.wait[need.kind[state.cards[pile, depth]]]
        for below in range(depth):
            if need.wait[need.kind[state.cards[pile, below]]] < wait:
                count += 1
    return count


@inlined
def _play_as_dealt(tables: Tables, state: State, need: Need) -> None:
    """Note the times of the plays of what lies ready: the stock's cards come one by one, all that fits is played."""
    time = _play_out(need, 0)
    for k in range(state.size[tables.stock]):
        kind = need.kind[state.cards[tables.stock, state.size[tables.stock] - 1 - k]]
        need.lying[kind] += 1
        # A card that is played as it comes leaves no time for those that lie there.
        before = need.played[kind]
        time = _play_out(need, time)
        if need.played[kind] > before:
            for copy in range(before, need.played[kind] - 1):
                need.times[kind, copy] = need.times[kind, copy + 1]
            need.played[kind] -= 1


@inlined
def _play_by_table(tables: Tables, state: State, need: Need) -> None:
    """The same in a game with fewest further holds, as the table tells; one with more would tell of other plays."""
    holds, stride = need.relaxed.holds, need.relaxed.stride
    left, foundations = whole(state.size[tables.stock]), len(need.grown)
    at = left
    for foundation in range(foundations):
        at += (need.grown[foundation] - 1) * stride[foundation]
    time = 0
    going_on = True
    while going_on:
        going_on = False
        coming = need.kind[state.cards[tables.stock, left - 1]] if left > 0 else -1
        for held in range(1, -1, -1):  # held cards first
            for foundation in range(foundations):
                height = need.grown[foundation]
                wanted = need.sequence[foundation, height] if height < need.sequence.shape[1] else -1
                if going_on or wanted < 0:
                    continue
                above = at + stride[foundation]
                if held == 1 and need.lying[wanted] > 0 and holds[above] == holds[at]:
                    need.lying[wanted] -= 1
                    need.times[wanted, need.played[wanted]] = time
                    need.played[wanted] += 1
                    at = above
                elif held == 0 and wanted == coming and holds[above - 1] == holds[at]:
                    left -= 1
                    at = above - 1
                else:
                    continue
                need.grown[foundation] += 1
                going_on = True
        if not going_on and left > 0:
            need.lying[coming] += 1
            left -= 1
            at -= 1
            going_on = True
        time += 1


@compiled
def _out_of_order(tables: Tables, state: State, need: Need, inversions: int, stuck: int) -> int:
    """Weigh the cards of the tableau that lie in another order than that in which a playout plays them.

    In the playout all that lies can be played at any time.  Of several cards of a kind those that lie higher are played
    first.
    """
    for kind in range(len(need.lying)):
        need.lying[kind] = 0
        need.played[kind] = 0
    for foundation in range(len(need.grown)):
        need.grown[foundation] = state.size[tables.foundation + foundation]
    deepest = 0
    for pile in range(tables.tableau):
        deepest = max(deepest, state.size[pile])
        for depth in range(state.size[pile]):
            need.lying[need.kind[state.cards[pile, depth]]] += 1
    if len(need.relaxed.holds) > 1:
        _play_by_table(tables, state, need)
    else:
        _play_as_dealt(tables, state, need)
    for kind in range(len(need.lying)):
        need.lying[kind] = 0
    for above in range(deepest):
        for pile in range(tables.tableau):
            depth = state.size[pile] - 1 - above
            if depth >= 0:
                kind = need.kind[state.cards[pile, depth]]
                number = need.lying[kind]
                need.lying[kind] += 1
                need.time[pile, depth] = need.times[kind, number] if number < need.played[kind] else FAR
    total = 0
    for pile in range(tables.tableau):
        for depth in range(state.size[pile] - 1):
            later = 0
            for above in range(depth + 1, state.size[pile]):
                if need.time[pile, above] > need.time[pile, depth]:
                    later += 1
            total += inversions * later
            if later > 0:
                total += stuck
    return total


@compiled
def congestion(tables: Tables, state: State, need: Need) -> int:
    """Return how many eighths of a card wait on average in the last pass, if what waits could be played at any time.

    The cards come in the order of the last pass: what is left of it, or where it is still to come all cards of talon
    and stock in the order in which it will deal them.
    """
    for kind in range(len(need.lying)):
        need.lying[kind] = 0
        need.played[kind] = 0
    for foundation in range(len(need.grown)):
        need.grown[foundation] = state.size[tables.foundation + foundation]
    talon, stock = tables.talon, tables.stock
    now = state.counts[USED] == tables.redeals
    waiting, total, steps = 0, 0, 0
    for pile in range(talon + 1 if now else talon):
        waiting += state.size[pile]
        for depth in range(state.size[pile]):
            need.lying[need.kind[state.cards[pile, depth]]] += 1
    waiting -= _play_out(need, 0)
    if not now and tables.redeal_keep == 0:
        state.left[:] = 0
        for pile in range(talon, stock + 1):
            for depth in range(state.size[pile]):
                state.left[state.cards[pile, depth]] += 1
        for place in range(tables.cards):
            card = whole(state.order[tables.redeals - 1, place])
            if card != EMPTY and state.left[card] > state.marked[tables.redeals - 1, place]:
                need.lying[need.kind[card]] += 1
                waiting += 1 - _play_out(need, 0)
                total += waiting
                steps += 1
    else:
        if not now:
            for depth in range(state.size[talon]):
                need.lying[need.kind[state.cards[talon, depth]]] += 1
                waiting += 1 - _play_out(need, 0)
                total += waiting
                steps += 1
        for k in range(state.size[stock]):
            card = state.cards[stock, state.size[stock] - 1 - k]
            need.lying[need.kind[card]] += 1
            waiting += 1 - _play_out(need, 0)
            total += waiting
            steps += 1
    return whole(8 * total // max(steps, 1))


@compiled
def score(tables: Tables, state: State, need: Need, made: int) -> int:
    """Return the weighted sum of the features of the current state, reached by so many moves: the less the better."""
    weights = need.weights
    total = weights[LEFT] * (tables.goal - state.counts[HOME]) + weights[MADE] * made
    waits(tables, state, need)
    if weights[PACKET_INVERSIONS] != 0 or weights[PACKET_STUCK] != 0:
        total += _out_of_order(tables, state, need, whole(weights[PACKET_INVERSIONS]), whole(weights[PACKET_STUCK]))
    if weights[FURTHER_HOLDS] != 0 and len(need.relaxed.holds) > 1:
        total += weights[FURTHER_HOLDS] * further_holds(tables, state, need.relaxed)
    if weights[TABLEAU_INVERSIONS] != 0:
        for pile in range(tables.tableau):
            total += weights[TABLEAU_INVERSIONS] * _inversions(state, need, pile)
    if weights[TABLEAU_BLOCKS] != 0 or weights[TABLEAU_DELAYS] != 0 or weights[JOINS] != 0:
        for pile in range(tables.tableau):
            total += _in_the_way(state, need, pile, whole(weights[TABLEAU_BLOCKS]), whole(weights[TABLEAU_DELAYS]))
            total += weights[JOINS] * _joins(state, need, pile)
    if tables.talon >= 0:
        if weights[TALON_BLOCKS] != 0 or weights[TALON_DELAYS] != 0:
            total += _in_the_way(state, need, tables.talon, whole(weights[TALON_BLOCKS]), whole(weights[TALON_DELAYS]))
        inversions = weights[TALON_INVERSIONS if state.counts[USED] == tables.redeals else EARLY_INVERSIONS]
        if inversions != 0:
            total += inversions * _inversions(state, need, tables.talon)
        if weights[CONGESTION] != 0:
            total += weights[CONGESTION] * congestion(tables, state, need)
    if tables.reserve >= 0 and weights[RESERVE_DISTANCE] != 0:
        for place in range(tables.reserve, tables.talon):
            if state.size[place] > 0:
                total += weights[RESERVE_DISTANCE] * need.wait[need.kind[state.cards[place, 0]]]
    return whole(total)
