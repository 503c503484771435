"""The state: what lies where, as arrays, with its hashes; doing and undoing moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.hashing import chain, mix
from patience_solver.kernel.tables import EMPTY, Tables, card_code, card_of
from patience_solver.position import REDEAL, Move, Position
from patience_solver.rules import Rules

__all__ = [
    "REDEAL_CODE",
    "State",
    "child_hash",
    "do",
    "move_of",
    "new_state",
    "position_of",
    "redeals_left",
    "rehash",
    "undo",
]

REDEAL_CODE = 0xFFFF
"""Code of a redeal; a card's move is `source * 256 + target`."""

# Places in `State.counts`:
HOME = 0  # cards on the foundations
USED = 1  # redeals used
# Places in `State.hashes`:
CHAIN_A, CHAIN_B, MIXED_A, MIXED_B = 0, 1, 2, 3


class State(NamedTuple):
    """One state, changed in place.

    Attributes
    ----------
    cards : uint8[piles, cards + 1]
        Codes of the cards of each pile, bottom first.
    size : int64[piles]
        Number of cards of each pile.
    hashes : uint64[piles, cards + 1, 4]
        For the lowest 0, 1, 2 … cards of each pile: the two hashes of these cards (`CHAIN_A`, `CHAIN_B`), and the same
        mixed with the pile's word (`MIXED_A`, `MIXED_B`), which is what enters the sum.
    word : uint64[piles, 2]
        The pile's word: of its group, or of its place while a redeal to come depends on the order of the piles.
    sum : uint64[3]
        The two hashes of the state, and the set of cards that are on the foundations.
    counts : int64[2]
        Cards on the foundations; redeals used.
    order : uint8[redeals, cards]
        For each shuffled redeal the codes of all cards in list order.
    before_cards, before_size : uint8[redeals, tableau, cards + 1], int64[redeals, tableau]
        The tableau before each redeal on the current line, for undoing it.
    """

    cards: NDArray[np.uint8]
    size: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    word: NDArray[np.uint64]
    sum: NDArray[np.uint64]
    counts: NDArray[np.int64]
    order: NDArray[np.uint8]
    before_cards: NDArray[np.uint8]
    before_size: NDArray[np.int64]


def new_state(rules: Rules, tables: Tables, position: Position) -> State:
    """Return the state of a position."""
    deep = tables.cards + 1
    shape = (tables.piles, deep)
    order = np.full((max(tables.redeals, 1), tables.cards), EMPTY, np.uint8)
    for k, reshuffle in enumerate(position.reshuffles):
        order[k, : len(reshuffle.cards)] = [card_code(rules, card) for card in reshuffle.cards]
    state = State(
        cards=np.zeros(shape, np.uint8),
        size=np.zeros(tables.piles, np.int64),
        hashes=np.zeros((*shape, 4), np.uint64),
        word=np.zeros((tables.piles, 2), np.uint64),
        sum=np.zeros(3, np.uint64),
        counts=np.zeros(2, np.int64),
        order=order,
        before_cards=np.zeros((max(tables.redeals, 1), tables.tableau, deep), np.uint8),
        before_size=np.zeros((max(tables.redeals, 1), tables.tableau), np.int64),
    )
    for pile, cards in enumerate(position.piles):
        state.size[pile] = len(cards)
        state.cards[pile, : len(cards)] = [card_code(rules, card) for card in cards]
    state.counts[USED] = position.redeals_used
    rehash(tables, state)
    return state


def position_of(rules: Rules, state: State, like: Position) -> Position:
    """Return the position that a state stands for; `like` gives the reshuffle lists."""
    piles = tuple(
        tuple(card_of(rules, int(code)) for code in state.cards[pile, : state.size[pile]])
        for pile in range(len(rules.layout))
    )
    return Position(rules, piles, int(state.counts[USED]), like.reshuffles)


def move_of(rules: Rules, code: int) -> Move:
    """Return the move of this code."""
    if code == REDEAL_CODE:
        return REDEAL
    return Move(rules.layout[code >> 8].name, rules.layout[code & 255].name)


def moves_of(rules: Rules, codes: Sequence[int] | NDArray[np.int32]) -> tuple[Move, ...]:
    """Return the moves of these codes."""
    return tuple(move_of(rules, int(code)) for code in codes)


@inlined
def redeals_left(tables: Tables, state: State) -> int:
    """Return how many redeals may still be made."""
    return whole(tables.redeals - state.counts[USED])


@inlined
def push(tables: Tables, state: State, pile: int, card: int) -> None:
    """Lay a card on a pile; the hashes of its new depth are always computed anew, never trusted from before."""
    depth = state.size[pile]
    state.cards[pile, depth] = card
    a = chain(state.hashes[pile, depth, CHAIN_A], tables.card_a[card])
    b = chain(state.hashes[pile, depth, CHAIN_B], tables.card_b[card])
    mixed_a = mix(a ^ state.word[pile, 0])
    mixed_b = mix(b ^ state.word[pile, 1])
    state.hashes[pile, depth + 1, CHAIN_A] = a
    state.hashes[pile, depth + 1, CHAIN_B] = b
    state.sum[0] += mixed_a - state.hashes[pile, depth, MIXED_A]
    state.sum[1] += mixed_b - state.hashes[pile, depth, MIXED_B]
    state.hashes[pile, depth + 1, MIXED_A] = mixed_a
    state.hashes[pile, depth + 1, MIXED_B] = mixed_b
    state.size[pile] = depth + 1
    if pile >= tables.tableau:
        state.counts[HOME] += 1
        state.sum[2] |= np.uint64(1) << np.uint64(card)


@inlined
def pop(tables: Tables, state: State, pile: int) -> int:
    """Take the top card off a pile and return it."""
    depth = state.size[pile]
    card = whole(state.cards[pile, depth - 1])
    state.sum[0] += state.hashes[pile, depth - 1, MIXED_A] - state.hashes[pile, depth, MIXED_A]
    state.sum[1] += state.hashes[pile, depth - 1, MIXED_B] - state.hashes[pile, depth, MIXED_B]
    state.size[pile] = depth - 1
    if pile >= tables.tableau:
        state.counts[HOME] -= 1
        state.sum[2] &= ~(np.uint64(1) << np.uint64(card))
    return card


@compiled
def rehash(tables: Tables, state: State) -> None:
    """Compute all hashes, the set of cards home and its size from what lies in the piles.

    While a redeal is to come that keeps the order, the order of the piles matters and each has a word of its own.
    """
    used = state.counts[USED]
    ordered = tables.redeal_keep == 1 and used < tables.redeals
    state.sum[0] = tables.redeal_a[used]
    state.sum[1] = tables.redeal_b[used]
    state.sum[2] = np.uint64(0)
    state.counts[HOME] = 0
    for pile in range(tables.piles):
        state.word[pile, 0] = tables.place_a[pile] if ordered else tables.group_a[pile]
        state.word[pile, 1] = tables.place_b[pile] if ordered else tables.group_b[pile]
        state.hashes[pile, 0, CHAIN_A] = np.uint64(0)
        state.hashes[pile, 0, CHAIN_B] = np.uint64(0)
        state.hashes[pile, 0, MIXED_A] = mix(state.word[pile, 0])
        state.hashes[pile, 0, MIXED_B] = mix(state.word[pile, 1])
        state.sum[0] += state.hashes[pile, 0, MIXED_A]
        state.sum[1] += state.hashes[pile, 0, MIXED_B]
        size = state.size[pile]
        state.size[pile] = 0
        for depth in range(size):
            push(tables, state, pile, whole(state.cards[pile, depth]))


@inlined
def do(tables: Tables, state: State, move: int) -> None:
    """Make a move."""
    if move == REDEAL_CODE:
        _redeal(tables, state)
    else:
        push(tables, state, move & 255, pop(tables, state, move >> 8))


@inlined
def undo(tables: Tables, state: State, move: int) -> None:
    """Take the last move back."""
    if move == REDEAL_CODE:
        _take_back_redeal(tables, state)
    else:
        push(tables, state, move >> 8, pop(tables, state, move & 255))


@inlined
def child_hash(tables: Tables, state: State, move: int, out: NDArray[np.uint64]) -> None:
    """Write the two hashes of the state after a card's move to `out`, without making the move."""
    source, target = move >> 8, move & 255
    depth, onto = state.size[source], state.size[target]
    card = whole(state.cards[source, depth - 1])
    a = mix(chain(state.hashes[target, onto, CHAIN_A], tables.card_a[card]) ^ state.word[target, 0])
    b = mix(chain(state.hashes[target, onto, CHAIN_B], tables.card_b[card]) ^ state.word[target, 1])
    out[0] = (
        state.sum[0]
        + (state.hashes[source, depth - 1, MIXED_A] - state.hashes[source, depth, MIXED_A])
        + (a - state.hashes[target, onto, MIXED_A])
    )
    out[1] = (
        state.sum[1]
        + (state.hashes[source, depth - 1, MIXED_B] - state.hashes[source, depth, MIXED_B])
        + (b - state.hashes[target, onto, MIXED_B])
    )


@compiled
def _redeal(tables: Tables, state: State) -> None:
    used = state.counts[USED]
    left = 0
    present = np.uint64(0)
    for pile in range(tables.tableau):
        state.before_size[used, pile] = state.size[pile]
        for depth in range(state.size[pile]):
            card = state.cards[pile, depth]
            state.before_cards[used, pile, depth] = card
            present |= np.uint64(1) << np.uint64(card)
            left += 1
        state.size[pile] = 0
    if tables.redeal_keep == 1:
        dealt = 0
        for pile in range(tables.tableau):
            for depth in range(state.before_size[used, pile]):
                _deal_one(tables, state, dealt, state.before_cards[used, pile, depth])
                dealt += 1
    else:
        dealt = 0
        for place in range(tables.cards):
            card = state.order[used, place]
            if card != EMPTY and (present >> np.uint64(card)) & np.uint64(1) == np.uint64(1):
                _deal_one(tables, state, dealt, card)
                dealt += 1
    state.counts[USED] = used + 1
    rehash(tables, state)


@inlined
def _deal_one(tables: Tables, state: State, number: int, card: int) -> None:
    pile = number // tables.packet
    state.cards[pile, state.size[pile]] = card
    state.size[pile] += 1


@compiled
def _take_back_redeal(tables: Tables, state: State) -> None:
    used = state.counts[USED] - 1
    for pile in range(tables.tableau):
        size = state.before_size[used, pile]
        state.size[pile] = size
        for depth in range(size):
            state.cards[pile, depth] = state.before_cards[used, pile, depth]
    state.counts[USED] = used
    rehash(tables, state)
