"""From positions and moves to states and codes of moves, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.cards import Card, in_order
from patience_solver.kernel.moves import DEAL_BIT, EXCHANGE_BIT, REDEAL_CODE
from patience_solver.kernel.pairs import CELL_BITS, CELL_MASK, GRID_ROOM, PAIR_BIT
from patience_solver.kernel.piles import rehash
from patience_solver.kernel.state import TURNED, USED, State
from patience_solver.kernel.tables import EMPTY, Tables, card_of, codes, tables
from patience_solver.position import DEAL, REDEAL, Move, Position, actions, exchange_move, pair_move
from patience_solver.rules import Role, Rules

__all__ = ["move_of", "moves_of", "new_state", "position_of", "unhashed_state"]


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
