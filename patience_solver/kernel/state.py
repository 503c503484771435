"""The state: what lies where, as arrays, with its hashes; doing and undoing moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.cards import Card, in_order
from patience_solver.kernel.compiled import compiled, inlined, whole
from patience_solver.kernel.hashing import chain, mix
from patience_solver.kernel.pairs import (
    CELL_BITS,
    CELL_MASK,
    EXCHANGE_BIT,
    GRID_ROOM,
    PAIR_BIT,
    do_on_grid,
    undo_on_grid,
)
from patience_solver.kernel.piles import CHAIN_A, CHAIN_B, HOME, MIXED_A, MIXED_B, TURNED, USED, pop, push
from patience_solver.kernel.tables import EMPTY, Tables, card_of, codes, tables
from patience_solver.position import DEAL, REDEAL, Move, Position, actions, exchange_move, pair_move
from patience_solver.rules import Role, Rules

__all__ = [
    "EXCHANGE_BIT",
    "HOME",
    "REDEAL_CODE",
    "TURNED",
    "USED",
    "State",
    "child_hash",
    "do",
    "move_of",
    "new_state",
    "pop",
    "position_of",
    "push",
    "redeals_left",
    "rehash",
    "undo",
    "unhashed_state",
]

REDEAL_CODE = 0xFFFF
"""Code of a redeal in the lowest 16 bits of a move; a card's move has `source * 256 + target` there (a turned card's
from the stock to the talon).  Above them stands what undoing the move needs to know: from `REFILL_SHIFT` on where a gap
in the reserve is filled from, at `TURNED_SHIFT` whether the talon's top card had just been turned before, and in
`OPENS_BIT` whether the last foundation opens, with the card at the leading place for its base."""

REFILL_SHIFT = 16
FROM_TALON, FROM_STOCK = 1, 2
TURNED_SHIFT = 18
OPENS_BIT = 1 << 19

DEAL_BIT = 1 << 30
"""A deal from the stock to short piles; two bits for each pile of the tableau say how many cards it gets.  The bits of
pairs and exchanges on a grid (`kernel/pairs.py`) are lower ones, the lowest is `EXCHANGE_BIT`."""


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
        The two hashes of the state, and the set of cards that are on the foundations (of two copies only if one is).
    counts : int64[3]
        Cards on the foundations, or removed; redeals, or exchanges, used; 1 if the talon's top card was turned by the
        last move.
    order, marked : uint8[redeals, cards]
        For each shuffled redeal the codes of all cards in list order; 1 for a card that counts only if both are left.
    left : int64[64], int64[GRID_ROOM] in pair games
        Room for counting cards, or for matching those on a grid.
    before_cards, before_size : uint8[redeals, tableau or 1, cards + 1], int64[redeals, tableau or 1]
        The tableau, or the talon, before each redeal on the current line, for undoing it.
    before_out : int64[redeals]
        Cards thrown out before each redeal.
    """

    cards: NDArray[np.uint8]
    size: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    word: NDArray[np.uint64]
    sum: NDArray[np.uint64]
    counts: NDArray[np.int64]
    order: NDArray[np.uint8]
    marked: NDArray[np.uint8]
    left: NDArray[np.int64]
    before_cards: NDArray[np.uint8]
    before_size: NDArray[np.int64]
    before_out: NDArray[np.int64]


def new_state(rules: Rules, table: Tables, position: Position) -> State:
    """Return the state of a position."""
    state = unhashed_state(rules, position)
    rehash(table, state)
    return state


def unhashed_state(rules: Rules, position: Position) -> State:
    """Return the state of a position as it is before `rehash`: what lies where, but no hashes and nothing counted."""
    room = _room(rules)
    # What was removed follows from the rest and is not kept.
    piles = [() if k == room.removed else cards for k, cards in enumerate(position.piles)]
    lists = position.reshuffles
    state = State(
        cards=_padded(rules, piles, room.piles, room.cards + 1, 0),
        size=np.array([len(cards) for cards in position.piles], np.int64),
        hashes=np.zeros((room.piles, room.cards + 1, 4), np.uint64),
        word=np.zeros((room.piles, 2), np.uint64),
        sum=np.zeros(3, np.uint64),
        counts=np.zeros(3, np.int64),
        order=_padded(rules, [one.cards for one in lists], room.redeals, room.cards, EMPTY),
        marked=_rows([bytes(one.marked) for one in lists], room.redeals, room.cards, 0),
        left=np.zeros(room.left, np.int64),
        before_cards=np.zeros((room.redeals, room.tableau, room.cards + 1), np.uint8),
        before_size=np.zeros((room.redeals, room.tableau), np.int64),
        before_out=np.zeros(room.redeals, np.int64),
    )
    state.counts[USED] = position.redeals_used if rules.pairs is None else position.exchanges_used
    state.counts[TURNED] = int(position.just_turned and room.just_turned)
    return state


class _Room(NamedTuple):
    """How large the arrays of a state are; the pile of what was removed, or -1; `just_turned` as in `Tables`."""

    piles: int
    cards: int
    redeals: int
    tableau: int
    left: int
    removed: int
    just_turned: bool


@lru_cache(maxsize=64)
def _room(rules: Rules) -> _Room:
    """Read the sizes off the tables, whose fields are slow to read from Python."""
    table = tables(rules)
    return _Room(
        piles=int(table.piles),
        cards=int(table.cards),
        redeals=max(int(table.redeals), 1),
        tableau=max(int(table.tableau), 1),
        left=GRID_ROOM if table.pairs else 64,
        removed=next((k for k, pile in enumerate(rules.layout) if pile.role is Role.REMOVED), -1),
        just_turned=bool(table.just_turned),
    )


def _padded(rules: Rules, rows: Iterable[Iterable[Card]], height: int, width: int, filler: int) -> NDArray[np.uint8]:
    """Return the codes of rows of cards as a table."""
    code = codes(rules).__getitem__
    return _rows([bytes(map(code, row)) for row in rows], height, width, filler)


def _rows(rows: list[bytes], height: int, width: int, filler: int) -> NDArray[np.uint8]:
    """Return rows as one table, the rest of it filled up: at once, since every look at an array takes its time."""
    rest = bytes([filler])
    table = bytearray().join([row.ljust(width, rest) for row in rows]).ljust(height * width, rest)
    return np.frombuffer(table, np.uint8).reshape(height, width)


def position_of(rules: Rules, state: State, like: Position) -> Position:
    """Return the position that a state stands for; `like` gives the reshuffle lists."""
    piles = tuple(
        tuple(card_of(rules, int(code)) for code in state.cards[pile, : state.size[pile]])
        for pile in range(len(rules.layout))
    )
    used, just_turned = int(state.counts[USED]), bool(state.counts[TURNED])
    if rules.pairs is None:
        return Position(rules, piles, used, like.reshuffles, just_turned)
    at = rules.places["removed"]
    lying = Counter(card for pile, cards in enumerate(piles) for card in cards if pile != at)
    removed = in_order((Counter(rules.pack) - lying).elements())
    return Position(rules, (*piles[:at], removed, *piles[at + 1 :]), exchanges_used=used)


def move_of(rules: Rules, code: int) -> Move:
    """Return the move of this code."""
    if code >= DEAL_BIT:
        return DEAL
    if code >= EXCHANGE_BIT:
        first = rules.places[rules.grid.names[0]] if rules.grid is not None else 0
        many = 2 if code & PAIR_BIT else 4
        cells = [first + (code >> CELL_BITS * k & CELL_MASK) for k in range(many)]
        return pair_move(rules, cells) if many == 2 else exchange_move(rules, cells)
    if code & 0xFFFF == REDEAL_CODE:
        return REDEAL
    source, target = rules.layout[code >> 8 & 255], rules.layout[code & 255]
    if target.role is Role.TALON:
        return next(action for action in actions(rules) if action != REDEAL)
    return Move(source.name, target.name)


def moves_of(rules: Rules, codes: Sequence[int] | NDArray[np.int32]) -> tuple[Move, ...]:
    """Return the moves of these codes."""
    known: dict[int, Move] = {}
    listed = codes.tolist() if isinstance(codes, np.ndarray) else codes
    return tuple(known[code] if code in known else known.setdefault(code, move_of(rules, code)) for code in listed)


@inlined
def redeals_left(tables: Tables, state: State) -> int:
    """Return how many redeals may still be made."""
    return whole(tables.redeals - state.counts[USED])


@compiled
def rehash(tables: Tables, state: State) -> None:
    """Compute all hashes, the set of cards home and its size from what lies in the piles.

    While a redeal is to come that keeps the order, the order of the piles matters and each has a word of its own.
    """
    used = state.counts[USED]
    ordered = is_ordered(tables, state)
    state.sum[0] = tables.redeal_a[used]
    state.sum[1] = tables.redeal_b[used]
    if state.counts[TURNED] == 1:
        state.sum[0] += tables.redeal_a[-1]
        state.sum[1] += tables.redeal_b[-1]
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
def is_ordered(tables: Tables, state: State) -> bool:
    """Tell whether the order of the piles matters now."""
    return tables.ordered == 2 or (tables.ordered == 1 and state.counts[USED] < tables.redeals)


@inlined
def set_turned(tables: Tables, state: State, turned: int) -> None:
    """Note whether the talon's top card was turned by the last move."""
    if turned != state.counts[TURNED]:
        if turned == 1:
            state.sum[0] += tables.redeal_a[-1]
            state.sum[1] += tables.redeal_b[-1]
        else:
            state.sum[0] -= tables.redeal_a[-1]
            state.sum[1] -= tables.redeal_b[-1]
        state.counts[TURNED] = turned


@inlined
def do(tables: Tables, state: State, move: int) -> None:
    """Make a move."""
    if move & 0xFFFF == REDEAL_CODE or move >= EXCHANGE_BIT:
        _do_action(tables, state, move)
    else:
        source, target = move >> 8 & 255, move & 255
        push(tables, state, target, pop(tables, state, source))
        if move > 0xFFFF or tables.just_turned == 1:
            refill = move >> REFILL_SHIFT & 3
            if refill != 0:
                push(tables, state, source, pop(tables, state, tables.talon if refill == FROM_TALON else tables.stock))
            if move & OPENS_BIT != 0:
                push(tables, state, tables.piles - 1, pop(tables, state, tables.leading))
            if tables.just_turned == 1:
                set_turned(tables, state, 1 if target == tables.talon else 0)


@inlined
def undo(tables: Tables, state: State, move: int) -> None:
    """Take the last move back."""
    if move & 0xFFFF == REDEAL_CODE or move >= EXCHANGE_BIT:
        _undo_action(tables, state, move)
    else:
        source, target = move >> 8 & 255, move & 255
        if move > 0xFFFF or tables.just_turned == 1:
            refill = move >> REFILL_SHIFT & 3
            if move & OPENS_BIT != 0:
                push(tables, state, tables.leading, pop(tables, state, tables.piles - 1))
            if refill != 0:
                push(tables, state, tables.talon if refill == FROM_TALON else tables.stock, pop(tables, state, source))
            if tables.just_turned == 1:
                set_turned(tables, state, move >> TURNED_SHIFT & 1)
        push(tables, state, source, pop(tables, state, target))


@inlined
def child_hash(tables: Tables, state: State, move: int, out: NDArray[np.uint64]) -> None:
    """Write the two hashes of the state after a card's move to `out`, without making the move."""
    source, target = move >> 8 & 255, move & 255
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
def _do_action(tables: Tables, state: State, move: int) -> None:
    """Make a redeal, a deal to short piles, or a move on a grid."""
    if move >= DEAL_BIT:
        _deal(tables, state, move)
    elif move >= EXCHANGE_BIT:
        do_on_grid(tables, state, move)
    elif tables.redeal_tableau == 1:
        _redeal_tableau(tables, state)
    else:
        _redeal_talon(tables, state)
    if tables.just_turned == 1:
        set_turned(tables, state, 0)


@compiled
def _undo_action(tables: Tables, state: State, move: int) -> None:
    """Take a redeal, a deal or a move on a grid back."""
    if move >= DEAL_BIT:
        _take_back_deal(tables, state, move)
    elif move >= EXCHANGE_BIT:
        undo_on_grid(tables, state, move)
    elif tables.redeal_tableau == 1:
        _take_back_redeal_of_tableau(tables, state)
    else:
        _take_back_redeal_of_talon(tables, state)
    if tables.just_turned == 1:
        set_turned(tables, state, move >> TURNED_SHIFT & 1)


@inlined
def _deal(tables: Tables, state: State, move: int) -> None:
    if tables.in_rounds == 0:
        for pile in range(tables.tableau):
            for _ in range(move >> 2 * pile & 3):
                push(tables, state, pile, pop(tables, state, tables.stock))
    else:
        for number in range(3):
            for pile in range(tables.tableau):
                if move >> 2 * pile & 3 > number:
                    push(tables, state, pile, pop(tables, state, tables.stock))


@inlined
def _take_back_deal(tables: Tables, state: State, move: int) -> None:
    if tables.in_rounds == 0:
        for k in range(tables.tableau):
            pile = tables.tableau - 1 - k
            for _ in range(move >> 2 * pile & 3):
                push(tables, state, tables.stock, pop(tables, state, pile))
    else:
        for number in range(3):
            for k in range(tables.tableau):
                pile = tables.tableau - 1 - k
                if move >> 2 * pile & 3 > 2 - number:
                    push(tables, state, tables.stock, pop(tables, state, pile))


@inlined
def _count(state: State, pile: int) -> None:
    """Add the cards of a pile to the counts."""
    for depth in range(state.size[pile]):
        state.left[state.cards[pile, depth]] += 1


@inlined
def _redeal_talon(tables: Tables, state: State) -> None:
    """Turn the talon over, or deal it in the order of the list; the next card of the stock is its last."""
    used = state.counts[USED]
    if tables.redeal_keep == 1:
        while state.size[tables.talon] > 0:
            push(tables, state, tables.stock, pop(tables, state, tables.talon))
    else:
        state.left[:] = 0
        _count(state, tables.talon)
        size = state.size[tables.talon]
        state.before_size[used, 0] = size
        for depth in range(size):
            state.before_cards[used, 0, depth] = state.cards[tables.talon, depth]
        while state.size[tables.talon] > 0:
            pop(tables, state, tables.talon)
        for k in range(tables.cards):
            place = tables.cards - 1 - k
            card = whole(state.order[used, place])
            if card != EMPTY and state.left[card] > state.marked[used, place]:
                push(tables, state, tables.stock, card)
    _set_used(tables, state, used + 1)


@inlined
def _take_back_redeal_of_talon(tables: Tables, state: State) -> None:
    used = state.counts[USED] - 1
    if tables.redeal_keep == 1:
        while state.size[tables.stock] > 0:
            push(tables, state, tables.talon, pop(tables, state, tables.stock))
    else:
        while state.size[tables.stock] > 0:
            pop(tables, state, tables.stock)
        for depth in range(state.before_size[used, 0]):
            push(tables, state, tables.talon, whole(state.before_cards[used, 0, depth]))
    _set_used(tables, state, used)


@inlined
def _set_used(tables: Tables, state: State, used: int) -> None:
    """Note the redeals used where the words of the piles don't depend on them."""
    state.sum[0] += tables.redeal_a[used] - tables.redeal_a[state.counts[USED]]
    state.sum[1] += tables.redeal_b[used] - tables.redeal_b[state.counts[USED]]
    state.counts[USED] = used


@inlined
def _redeal_tableau(tables: Tables, state: State) -> None:
    used = state.counts[USED]
    state.left[:] = 0
    state.before_out[used] = state.size[tables.piles - 1]
    for pile in range(tables.tableau):
        _count(state, pile)
        state.before_size[used, pile] = state.size[pile]
        for depth in range(state.size[pile]):
            state.before_cards[used, pile, depth] = state.cards[pile, depth]
        state.size[pile] = 0
    dealt = 0
    if tables.redeal_keep == 1:
        for pile in range(tables.tableau):
            for depth in range(state.before_size[used, pile]):
                _deal_one(tables, state, dealt, whole(state.before_cards[used, pile, depth]))
                dealt += 1
    else:
        for place in range(tables.cards):
            card = whole(state.order[used, place])
            if card != EMPTY and state.left[card] > state.marked[used, place]:
                _deal_one(tables, state, dealt, card)
                dealt += 1
    if tables.throws == 1:
        _throw_out(tables, state)
    state.counts[USED] = used + 1
    rehash(tables, state)


@inlined
def _throw_out(tables: Tables, state: State) -> None:
    """Throw the top cards of every pile out until one that is kept is on top."""
    out = tables.piles - 1
    for pile in range(tables.tableau):
        while state.size[pile] > 0:
            card = state.cards[pile, state.size[pile] - 1]
            if (tables.kept >> np.uint64(card)) & np.uint64(1) != np.uint64(0):
                break
            state.cards[out, state.size[out]] = card
            state.size[out] += 1
            state.size[pile] -= 1


@inlined
def _deal_one(tables: Tables, state: State, number: int, card: int) -> None:
    pile = number // tables.packet if tables.packet > 0 else number % tables.tableau
    state.cards[pile, state.size[pile]] = card
    state.size[pile] += 1


@inlined
def _take_back_redeal_of_tableau(tables: Tables, state: State) -> None:
    used = state.counts[USED] - 1
    for pile in range(tables.tableau):
        size = state.before_size[used, pile]
        state.size[pile] = size
        for depth in range(size):
            state.cards[pile, depth] = state.before_cards[used, pile, depth]
    if tables.throws == 1:
        state.size[tables.piles - 1] = state.before_out[used]
    state.counts[USED] = used
    rehash(tables, state)
