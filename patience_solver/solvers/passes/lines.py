"""Lines of the kernel as moves."""

from __future__ import annotations

from collections.abc import Sequence

from patience_solver.cards import Card
from patience_solver.kernel.passes.state import KIND, PUT_AWAY, TAKE_UP, TURN
from patience_solver.position import REDEAL, Deal, Move, Position
from patience_solver.position import TURN as TURN_MOVE
from patience_solver.reference import apply
from patience_solver.reference.moves import accepts
from patience_solver.rules import Role
from patience_solver.solvers.passes.plan import Kinds

__all__ = ["moves_of_line"]


def moves_of_line(deal: Deal, kinds: Kinds, line: Sequence[int]) -> tuple[Move, ...]:
    """Return the moves of a line, followed from the start of a deal."""
    card_of = {bit.bit_length() - 1: card for card, bit in kinds.bit.items()}
    position, moves = deal.start, list[Move]()
    for step, code in enumerate(line):
        follows = line[step + 1] if step + 1 < len(line) else -1
        if code == PUT_AWAY and step > 0 and moves[-1].source == "stock":
            continue  # it went to its place straight from the stock
        if code == TURN:
            straight = follows == PUT_AWAY and not position.pile("talon")
            move = Move("stock", _reserve(position, None)) if straight else TURN_MOVE
        elif code == TAKE_UP:
            move = REDEAL
        elif code == PUT_AWAY:
            move = Move("talon", _reserve(position, None))
        elif code >= KIND:
            card = card_of[code - KIND]
            move = Move(_reserve(position, card), _foundation(position, card))
        else:
            move = Move("talon", _foundation(position, position.pile("talon")[-1]))
        moves.append(move)
        position = apply(position, move)
    return tuple(moves)


def _reserve(position: Position, card: Card | None) -> str:
    """Return the name of a place of the reserve with this card, or of an empty one."""
    wanted = () if card is None else (card,)
    piles = zip(position.rules.layout, position.piles, strict=True)
    return next(pile.name for pile, cards in piles if pile.role is Role.RESERVE and cards == wanted)


def _foundation(position: Position, card: Card) -> str:
    """Return the name of a foundation that takes a card."""
    layout = enumerate(position.rules.layout)
    return next(pile.name for place, pile in layout if pile.is_foundation and accepts(position, place, card))
