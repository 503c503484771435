"""The moves that the rules allow in a position, read straight off the declaration."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from patience_solver.cards import SUITS, Card
from patience_solver.errors import WrongType
from patience_solver.position import REDEAL, Move, Position, actions
from patience_solver.reference.pairs import moves_on_grid
from patience_solver.rules import Pile, Play, Refill, Role, Rules, Talon, Vacancy, When

__all__ = [
    "accepts",
    "check_position",
    "is_available",
    "is_won",
    "leading_move",
    "legal_moves",
    "open_foundation",
    "short_piles",
]


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Return every legal move, without repetition; none if the game is won."""
    check_position("legal_moves", position)
    if is_won(position):
        return ()
    if position.rules.pairs is not None:
        return moves_on_grid(position)
    moves = list(dict.fromkeys(_card_moves(position)))
    for action in actions(position.rules):
        if action == REDEAL:
            allowed = may_redeal(position) and (not moves or not _only_when_stuck(position))
        else:
            allowed = may_turn(position)
        if allowed and not must_play(position):
            moves.append(action)
    return tuple(moves)


def is_won(position: Position) -> bool:
    """Tell whether all cards are on the foundations, or what is left after throwing out matches."""
    check_position("is_won", position)
    throwing = position.rules.throwing
    if throwing is not None:
        return only_kept(position) and throwing.matches([card for cards in position.piles[:-1] for card in cards])
    return all(
        pile.is_foundation or not cards for pile, cards in zip(position.rules.layout, position.piles, strict=True)
    )


def check_position(where: str, position: object) -> None:
    """Raise `WrongType` if something that is asked about is no position."""
    if not isinstance(position, Position):
        raise WrongType.of(where, position, "a Position, e.g. the start of a deal (deal.start)")


def is_available(position: Position, place: int) -> bool:
    """Tell whether the top card of a pile may be moved to a foundation or to the tableau."""
    rules = position.rules
    if not position.piles[place] or place not in rules.sources:
        return False
    if rules.layout[place].role is not Role.TALON or rules.stock is None:
        return True
    return rules.stock.talon is Talon.TOP or position.just_turned


def accepts(position: Position, place: int, card: Card) -> bool:
    """Tell whether the pile at a place of the layout takes `card`, wherever the card comes from."""
    is_closed = place in position.rules.in_order and place != open_foundation(position)
    return not is_closed and card in _takes(position, place)


_NONE: frozenset[Card] = frozenset()


def _takes(position: Position, place: int) -> frozenset[Card]:
    """Return the cards that the pile at a place takes now, if it is open."""
    cards, pile = position.piles[place], position.rules.layout[place]
    if pile.tableau is not None and len(cards) < pile.tableau.least:
        return _NONE
    if pile.foundations is not None and len(cards) == pile.height:
        return _NONE
    follow = _following(position.rules, place, cards[-1] if cards else None)
    if pile.foundations is None or not pile.foundations.layers_in_suit or not cards:
        return follow
    settled = _suits_of_layer(position, pile, len(cards))
    return frozenset(card for card in follow if card.suit in settled)


@lru_cache(maxsize=1 << 16)
def _following(rules: Rules, place: int, top: Card | None) -> frozenset[Card]:
    """Return the cards that may be laid on this top card of a pile, or on its vacant place."""
    pile = rules.layout[place]
    if pile.building is None:
        return _NONE
    if top is not None:
        return frozenset(card for card in rules.pack if pile.building.accepts(top, card, rules.ranks))
    if pile.tableau is None:
        return frozenset(card for card in rules.pack if pile.starts_with(card))
    if pile.tableau.vacancy is Vacancy.KINGS:
        return frozenset(card for card in rules.pack if card.rank == rules.ranks[-1])
    return frozenset(rules.pack) if pile.tableau.vacancy is Vacancy.ANY_CARD else _NONE


def _suits_of_layer(position: Position, like: Pile, layer: int) -> str:
    """The suit that the first card laid in this layer has settled for all piles of the block; any, if there is none."""
    for pile, cards in zip(position.rules.layout, position.piles, strict=True):
        if pile.is_foundation and pile.block == like.block and len(cards) > layer:
            return cards[layer].suit
    return SUITS


def only_kept(position: Position) -> bool:
    """Tell whether only cards of the ranks that are never thrown out are left."""
    throwing = position.rules.throwing
    return throwing is not None and all(card.rank in throwing.kept for cards in position.piles[:-1] for card in cards)


def open_foundation(position: Position) -> int | None:
    """Return the place of the first foundation of those opened in order that is not full; `None` if all are."""
    layout, piles = position.rules.layout, position.piles
    for place in position.rules.in_order:
        if len(piles[place]) < layout[place].height:
            return place
    return None


def short_piles(position: Position) -> list[int]:
    """Return the places of the piles that a deal fills up, in layout order."""
    if not position.rules.fills_piles:
        return []
    return [
        place
        for place, pile in enumerate(position.rules.layout)
        if pile.tableau is not None and len(position.piles[place]) < pile.tableau.filled_up_to
    ]


def may_turn(position: Position) -> bool:
    """Tell whether the stock has a card to turn or deal, in a pass that is allowed."""
    return bool(position.pile("stock")) and position.rules.redeals >= 0


def may_redeal(position: Position) -> bool:
    """Tell whether a redeal is left and there is something to deal again."""
    if position.redeals_used >= position.rules.redeals or only_kept(position):
        return False
    return position.rules.redeal is not None or (not position.pile("stock") and bool(position.pile("talon")))


def must_play(position: Position) -> bool:
    """Tell whether some card fits and the rules want it played before anything is turned or dealt again."""
    stock = position.rules.stock
    if stock is None or stock.play is not Play.AT_ONCE:
        return False
    return any(True for _ in _card_moves(position))


def leading_move(position: Position) -> Move | None:
    """Return the move of the card at the leading place of the reserve, if it fits: it comes before all others."""
    reserve = position.rules.reserve
    if reserve is None or not reserve.leading:
        return None
    source, target = position.rules.places[reserve.leading], open_foundation(position)
    cards = position.piles[source]
    if target is None or not cards or cards[-1] not in _takes(position, target):
        return None
    return Move(reserve.leading, position.rules.layout[target].name)


def _only_when_stuck(position: Position) -> bool:
    return position.rules.redeal is not None and position.rules.redeal.when is When.STUCK


def _card_moves(position: Position) -> Iterator[Move]:
    if (leading := leading_move(position)) is not None:
        yield leading
        return
    rules, layout = position.rules, position.rules.layout
    targets = rules.open if (in_turn := open_foundation(position)) is None else (*rules.open, in_turn)
    takes = [(target, _takes(position, target)) for target in targets]
    for source in rules.sources:
        if not (cards := position.piles[source]):
            continue
        card = cards[-1]
        fitting = [target for target, wanted in takes if card in wanted and target != source]
        if fitting and is_available(position, source):
            for target in fitting:
                if layout[target].takes_from(layout[source].role):
                    yield Move(layout[source].name, layout[target].name)
    yield from _refills(position)


def _refills(position: Position) -> Iterator[Move]:
    """Yield the fills of gaps in a reserve that is filled when the player likes."""
    reserve = position.rules.reserve
    if reserve is None or reserve.refill is not Refill.OPTIONAL:
        return
    source = "talon" if position.pile("talon") else "stock"
    for pile, cards in zip(position.rules.layout, position.piles, strict=True):
        if pile.refill is not None and not cards and position.pile(source):
            yield Move(source, pile.name)
