"""Making a move: the position after it."""

from __future__ import annotations

from dataclasses import replace

from patience_solver.cards import Card
from patience_solver.errors import IllegalMove, WrongType
from patience_solver.position import REDEAL, Move, Position
from patience_solver.reference.moves import (
    accepts,
    check_position,
    is_available,
    is_won,
    leading_move,
    legal_moves,
    may_redeal,
    may_turn,
    must_play,
    only_kept,
    open_foundation,
    short_piles,
)
from patience_solver.reference.pairs import apply_to_grid
from patience_solver.reference.refusal import refusal
from patience_solver.rules import Fill, Order, Refill, Role, Talon, When

__all__ = ["apply"]


def apply(position: Position, move: Move) -> Position:
    """Return the position after `move`.

    Raises
    ------
    IllegalMove
        If the rules forbid the move here; the message says why.
    WrongType
        If these are no position and no move.
    """
    check_position("apply", position)
    if not isinstance(move, Move) or not isinstance(move.source, str) or not isinstance(move.target, str | None):
        raise WrongType.of("apply: move", move, "a Move; parse_move reads its text")
    rules = position.rules
    if rules.pairs is not None:
        return apply_to_grid(position, move)
    if move.target is None:
        return _redeal(position) if move == REDEAL else _turn_or_deal(position, move)
    source, target = _find(position, move.source, move), _find(position, move.target, move)
    giving, taking = rules.layout[source], rules.layout[target]
    if taking.refill is not None:
        return _refill(position, move, source, target)
    if giving.is_foundation:
        raise IllegalMove(f"{move}: a card never leaves a foundation")
    if not position.piles[source]:
        raise IllegalMove(f"{move}: {giving.name} is empty")
    if source == target:
        raise IllegalMove(f"{move}: a card can't be laid on its own pile")
    card = position.piles[source][-1]
    fits = accepts(position, target, card)
    if not fits and taking.is_foundation:  # of several foundations of one name another may; it does not matter which
        alike = [place for place, pile in enumerate(rules.layout) if pile.name == taking.name]
        target = next((place for place in alike if accepts(position, place, card)), target)
        fits = accepts(position, target, card)
    if not fits or not is_available(position, source) or not taking.takes_from(giving.role):
        raise IllegalMove(f"{move}: {refusal(position, source, target)}")
    if (leading := leading_move(position)) is not None and move.source != leading.source:
        raise IllegalMove(f"{move}: the card at {leading.source} fits and must be played first")
    piles = _carry(position.piles, source, target)
    if giving.refill is Refill.FORCED:
        piles = _fill_gap(position, piles, source)
    return _open_last(_after(position, piles))


Piles = tuple[tuple[Card, ...], ...]


def _after(position: Position, piles: Piles, *, just_turned: bool = False) -> Position:
    """Return the position with other piles."""
    return Position(position.rules, piles, position.redeals_used, position.reshuffles, just_turned)


def _carry(piles: Piles, source: int, target: int) -> Piles:
    """Move the top card of one pile to another."""
    changed = list(piles)
    changed[source] = piles[source][:-1]
    changed[target] = (*piles[target], piles[source][-1])
    return tuple(changed)


def _fill_gap(position: Position, piles: Piles, gap: int) -> Piles:
    """Fill a gap in the reserve from the talon's top, or from the stock if the talon is empty; else it stays."""
    for name in ("talon", "stock"):
        source = position.rules.places[name]
        if piles[source]:
            return _carry(piles, source, gap)
    return piles


def _open_last(position: Position) -> Position:
    """Give the last foundation, when it opens, the card at the leading place for its base."""
    reserve, place = position.rules.reserve, open_foundation(position)
    if reserve is None or not reserve.leading or place is None or position.piles[place]:
        return position
    leading = position.rules.places[reserve.leading]
    if not position.piles[leading]:
        return position
    return _after(position, _carry(position.piles, leading, place))


def _find(position: Position, name: str, move: Move) -> int:
    place = position.rules.places.get(name)
    if place is None:
        raise IllegalMove(f"{move}: the game has no pile {name!r}")
    return place


def _refill(position: Position, move: Move, source: int, target: int) -> Position:
    """Fill a gap in the reserve by a move of its own."""
    if position.rules.layout[target].refill is Refill.FORCED:
        raise IllegalMove(f"{move}: gaps in the reserve are filled by themselves, no card is laid there")
    if position.piles[target]:
        raise IllegalMove(f"{move}: {move.target} is no gap, {position.piles[target][-1]} lies there")
    talon = position.pile("talon")
    if move.source != ("talon" if talon else "stock"):
        raise IllegalMove(f"{move}: a gap is filled from the talon, or from the stock if the talon is empty")
    if not position.piles[source]:
        raise IllegalMove(f"{move}: talon and stock are empty")
    return _after(position, _carry(position.piles, source, target))


def _turn_or_deal(position: Position, move: Move) -> Position:
    rules, piles = position.rules, position.piles
    if move.source not in rules.actions:
        raise IllegalMove(f"{move}: the game has no such move")
    stock = rules.places["stock"]
    if not piles[stock]:
        raise IllegalMove(f"{move}: the stock is empty")
    if not may_turn(position):
        raise IllegalMove(f"{move}: no pass through the stock is left")
    if must_play(position):
        raise IllegalMove(f"{move}: a card fits and must be played first: {legal_moves(position)[0]}")
    short = short_piles(position)
    if not short:
        matters = rules.stock is not None and rules.stock.talon is Talon.JUST_TURNED
        return _after(position, _carry(piles, stock, rules.places["talon"]), just_turned=matters)
    block = rules.layout[short[0]].tableau
    assert block is not None
    while piles[stock] and (waiting := [place for place in short if len(piles[place]) < block.filled_up_to]):
        if block.fill is Fill.PILE_BY_PILE:
            waiting = waiting[:1]
        for place in waiting:
            if piles[stock]:
                piles = _carry(piles, stock, place)
    return _after(position, piles)


def _redeal(position: Position) -> Position:
    rules = position.rules
    if str(REDEAL) not in rules.actions:
        raise IllegalMove("redeal: the game has none")
    if is_won(position):
        raise IllegalMove("redeal: the game is won, nothing is left to deal")
    if position.redeals_used >= rules.redeals:
        raise IllegalMove(f"redeal: all redeals are used ({max(rules.redeals, 0)})")
    if only_kept(position):
        raise IllegalMove("redeal: only cards that are never thrown out are left, the dealing stops")
    if not may_redeal(position):
        empty = not position.pile("talon")
        raise IllegalMove(f"redeal: {'the talon is empty' if empty else 'the stock is not out yet'}")
    if must_play(position):
        raise IllegalMove(f"redeal: a card fits and must be played first: {legal_moves(position)[0]}")
    piles = list(position.piles)
    if rules.redeal is None:
        talon = position.pile("talon")
        piles[rules.places["talon"]] = ()
        piles[rules.places["stock"]] = _in_order(position, talon)[::-1]  # the next card is the last
    else:
        if rules.redeal.when is When.STUCK and REDEAL not in legal_moves(position):
            raise IllegalMove(f"redeal: other moves are left, {legal_moves(position)[0]} for one")
        tableau = [place for place, pile in enumerate(rules.layout) if pile.role is Role.TABLEAU]
        gathered = _in_order(position, tuple(card for place in tableau for card in position.piles[place]))
        packet = rules.redeal.packet
        for number, place in enumerate(tableau):
            dealt = slice(packet * number, packet * (number + 1)) if packet else slice(number, None, len(tableau))
            piles[place] = gathered[dealt]
            if rules.throwing is not None:
                left = rules.throwing.left(piles[place])
                piles[-1] += piles[place][left:][::-1]
                piles[place] = piles[place][:left]
    return replace(position, piles=tuple(piles), redeals_used=position.redeals_used + 1, just_turned=False)


def _in_order(position: Position, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards in the order in which they are dealt again."""
    if position.rules.redeal_order is Order.SHUFFLE:
        return position.reshuffles[position.redeals_used].arrange(cards)
    return cards
