"""Games whose cards are removed from a grid in pairs: the legal moves and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from patience_solver.cards import in_order
from patience_solver.errors import IllegalMove
from patience_solver.position import Move, Position, cells_of, exchange_move, pair_move
from patience_solver.rules import AfterStock, Lying, Pairs, Role, Rules

__all__ = ["apply_to_grid", "moves_on_grid"]


def moves_on_grid(position: Position) -> tuple[Move, ...]:
    """Return every legal move: the pairs, or if there is none the exchanges that are left."""
    rules = position.rules
    occupied = [cell for cell in _cells(rules) if position.piles[cell]]
    found = tuple(pair_move(rules, cells) for cells in _pairs(position))
    if found or position.exchanges_used >= rules.exchanges:
        return found
    return tuple(exchange_move(rules, cells) for four in combinations(occupied, 4) for cells in _swaps(*four))


def apply_to_grid(position: Position, move: Move) -> Position:
    """Return the position after a pair is removed, or after an exchange.

    Raises
    ------
    IllegalMove
        If the rules forbid the move here; the message says why.
    """
    cells = cells_of(position.rules, move)
    if cells is None:
        raise IllegalMove(f"{move}: the game has no such move; a pair is removed, or cards are exchanged")
    if len(set(cells)) < len(cells):
        raise IllegalMove(f"{move}: the {len(cells)} cells must be different")
    for cell in cells:
        if not position.piles[cell]:
            raise IllegalMove(f"{move}: cell {position.rules.layout[cell].name} is empty")
    return _remove(position, move, *cells) if len(cells) == 2 else _exchange(position, move, cells)


def _cells(rules: Rules) -> list[int]:
    """Return the places of the grid's cells, in reading order."""
    return [place for place, pile in enumerate(rules.layout) if pile.role is Role.CELL]


def _pairs(position: Position) -> Iterator[tuple[int, int]]:
    for one, other in combinations([cell for cell in _cells(position.rules) if position.piles[cell]], 2):
        if not _why_not(position, one, other):
            yield one, other


def _why_not(position: Position, one: int, other: int) -> str:
    """Say why the cards in two occupied cells are no pair; nothing if they are one."""
    rules, pairs = position.rules, _declared(position.rules)
    card, second = position.piles[one][-1], position.piles[other][-1]
    if not pairs.match(card.rank, second.rank):
        wanted = "are not of equal rank" if pairs.total is None else f"do not add up to {pairs.total}"
        return f"{card} and {second} {wanted}"
    if not _lie_right(rules, one, other):
        lying = "not in line" if pairs.lying is Lying.IN_LINE else "in cells that do not touch"
        return f"{card} and {second} lie {lying}: a pair must lie {pairs.lying.value}"
    return ""


def _declared(rules: Rules) -> Pairs:
    assert rules.pairs is not None
    return rules.pairs


def _lie_right(rules: Rules, one: int, other: int) -> bool:
    assert rules.grid is not None
    cells = _cells(rules)
    (row, column), (row_2, column_2) = (divmod(cells.index(cell), rules.grid.columns) for cell in (one, other))
    match _declared(rules).lying:
        case Lying.IN_LINE:
            return row == row_2 or column == column_2
        case Lying.TOUCHING:
            return max(abs(row - row_2), abs(column - column_2)) == 1
        case Lying.ANYWHERE:
            return True


def _swaps(a: int, b: int, c: int, d: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the three ways in which four cells change places two by two."""
    yield a, b, c, d
    yield a, c, b, d
    yield a, d, b, c


def _remove(position: Position, move: Move, one: int, other: int) -> Position:
    """Remove a pair, fill both gaps from the stock in reading order and close up if that is the rule."""
    if reason := _why_not(position, one, other):
        raise IllegalMove(f"{move}: {reason}")
    rules, piles = position.rules, list(position.piles)
    stock, removed = rules.places["stock"], rules.places["removed"]
    piles[removed] = in_order((*piles[removed], piles[one][-1], piles[other][-1]))
    for gap in sorted((one, other)):
        piles[gap], piles[stock] = piles[stock][-1:], piles[stock][:-1]
    if rules.grid is not None and rules.grid.after_stock is AfterStock.COMPRESS and not piles[stock]:
        cells = _cells(rules)
        left = [piles[cell] for cell in cells if piles[cell]]
        for number, cell in enumerate(cells):
            piles[cell] = left[number] if number < len(left) else ()
    return replace(position, piles=tuple(piles))


def _exchange(position: Position, move: Move, cells: tuple[int, ...]) -> Position:
    rules, piles = position.rules, list(position.piles)
    pair = next(_pairs(position), None)
    if pair is not None:
        raise IllegalMove(f"{move}: only when no pair can be made, and {pair_move(rules, pair)} is one")
    if position.exchanges_used >= rules.exchanges:
        raise IllegalMove(f"{move}: all exchanges are used ({rules.exchanges})")
    for one, other in (cells[:2], cells[2:]):
        piles[one], piles[other] = piles[other], piles[one]
    return replace(position, piles=tuple(piles), exchanges_used=position.exchanges_used + 1)
